"""Somebody without an account plays a robot to the end on a phone, by tapping, and keeps the match by signing up."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.stage import PASSWORD, PHONE, Visitor
from tests.served import Site

pytestmark = pytest.mark.browser

#: A round is nine placements, five of them the guest's at most; draws lead to further rounds.
MOST_PLACEMENTS = 60


def test_a_guest_plays_a_robot_to_the_end_by_tapping_and_keeps_the_match(site: Site, chrome: Browser) -> None:
    guest = Visitor(chrome, site.url, size=PHONE, touch=True, motion=True)
    page = guest.go("/")
    page.get_by_role("link", name="Play a robot now").tap()
    page.locator("select[name=move_time]").select_option("300")
    page.get_by_role("button", name="Mog Easy").tap()
    page.wait_for_url(re.compile(r"/matches/\d+/"))
    page.wait_for_selector("body[data-connected]")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the phone"
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "the match does not fit the phone"
    mine = page.locator("#match-near button.card[data-key]")
    for _placement in range(MOST_PLACEMENTS):
        # Either it is the guest's turn, or the match has ended.
        page.wait_for_selector('#match-prompt[data-turn="mine"], #match-end', timeout=20_000)
        if page.locator("#match-end").count():
            break
        before = mine.count()
        mine.first.tap()
        page.locator("#match-board button[data-square]:not([data-taken])").first.tap()
        expect(mine).not_to_have_count(before)
    expect(page.locator("#match-end")).to_be_visible()
    match_id = re.findall(r"/matches/(\d+)/", page.url)[0]

    page = guest.go("/account/signup/")
    page.locator("input[name=username]").fill("phoebe")
    page.locator("input[name=password1]").fill(PASSWORD)
    page.locator("input[name=password2]").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").tap()
    page.wait_for_url(lambda url: "signup" not in url)
    guest.go("/players/phoebe/")
    expect(page.locator(f'a[href="/matches/{match_id}/"]').first).to_be_visible()
    guest.close()
