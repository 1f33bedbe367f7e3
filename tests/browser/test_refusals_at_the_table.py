"""What a refusal does at a phone's table, and what stays in sight beside it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.stage import DESKTOP, PHONE, Visitor
from tests.served import Site

pytestmark = pytest.mark.browser


def table_of_a_guest(site: Site, chrome: Browser, size: dict[str, int]) -> Visitor:
    guest = Visitor(chrome, site.url, size=size, touch=size is PHONE)
    page = guest.go("/robots/")
    page.locator("select[name=move_time]").select_option("300")
    page.get_by_role("button", name="Mog Easy").click()
    page.wait_for_url(re.compile(r"/matches/\d+/"))
    page.wait_for_selector('body[data-connected] #match-prompt[data-turn="mine"]')
    return guest


def test_a_refusal_leaves_the_hand_free_and_goes_with_the_next_attempt(site: Site, chrome: Browser) -> None:
    guest = table_of_a_guest(site, chrome, PHONE)
    page = guest.page
    mine = page.locator("#match-near button.card[data-key]")
    empty = page.locator("#match-board button[data-square]:not([data-taken])")
    before = mine.count()
    version = page.locator("#match-prompt").get_attribute("data-version")
    page.evaluate("document.getElementById('match-prompt').dataset.version = '0'")
    mine.first.tap()
    empty.first.tap()
    notice = page.locator("#notices .notice--error")
    expect(notice).to_be_visible()
    shown, hand = notice.bounding_box(), page.locator("#match-near").bounding_box()
    assert shown and hand and shown["y"] + shown["height"] <= hand["y"], "the refusal lies on the hand"
    page.evaluate("version => { document.getElementById('match-prompt').dataset.version = version; }", version)
    empty.first.tap()
    expect(mine).not_to_have_count(before)
    expect(notice).to_have_count(0)
    guest.close()


def test_the_list_of_placements_follows_the_newest(site: Site, chrome: Browser) -> None:
    guest = table_of_a_guest(site, chrome, DESKTOP)
    page = guest.page
    page.evaluate(
        """() => {
            const low = new CSSStyleSheet();
            low.replaceSync("#match-moves { max-block-size: 90px !important; }");
            document.adoptedStyleSheets = [low];
        }"""
    )
    mine = page.locator("#match-near button.card[data-key]")
    for _placement in range(3):
        page.wait_for_selector('#match-prompt[data-turn="mine"], #match-end')
        before = mine.count()
        mine.first.click()
        page.locator("#match-board button[data-square]:not([data-taken])").first.click()
        expect(mine).not_to_have_count(before)
    page.wait_for_selector('#match-prompt[data-turn="mine"], #match-end')
    sizes = page.locator("#match-moves").evaluate("list => [list.scrollHeight, list.clientHeight, list.scrollTop]")
    assert sizes[0] > sizes[1], "the list is meant to be longer than its frame"
    assert sizes[2] + sizes[1] >= sizes[0] - 8
    guest.close()
