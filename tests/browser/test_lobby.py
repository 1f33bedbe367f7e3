"""The lobby in real browsers: an open challenge posted and answered live, and an invite followed through sign-up."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.stage import PASSWORD, PHONE, Visitor
from tests.served import Site

pytestmark = pytest.mark.browser

TABLE = re.compile(r"/matches/\d+/")


def post(maker: Visitor, way: str) -> None:
    """Makes a challenge for whoever comes, with the starter's deck and nothing at stake."""
    page = maker.go(f"/open/?way={way}")
    page.locator("input[name=trade][value=none]").check()
    page.locator("input[name=hand]:not([value=pick])").first.check()
    page.get_by_role("button", name="Make the challenge").click()
    page.wait_for_url(re.compile(r"/challenges/\d+/"))
    page.wait_for_selector("body[data-connected]")


def test_an_open_challenge_is_posted_answered_and_gone_live(site: Site, chrome: Browser) -> None:
    alice, bob, charlie = (Visitor(chrome, site.url) for _person in range(3))
    alice.sign_up("alice71")
    bob.sign_up("bob71")
    rows = charlie.go("/?house=deling").locator("#lobby-open > li:visible")
    other_house = bob.go("/?house=guild").locator("#lobby-open > li")
    post(alice, "open")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("alice71")
    expect(other_house).to_have_count(1)
    expect(other_house.first).to_be_hidden()
    bob.page.get_by_label("House").select_option("")
    expect(other_house.first).to_be_visible()
    expect(bob.page).to_have_url(f"{site.url}/")
    other_house.first.get_by_role("link", name="Answer").click()
    bob.page.wait_for_selector("body[data-connected]")
    bob.page.get_by_role("button", name="Accept").click()
    bob.page.wait_for_url(TABLE)
    # Who posted it is led to the table, and it is gone from every lobby, where the match now stands.
    alice.page.wait_for_url(TABLE)
    expect(charlie.page.locator("#lobby-open > li")).to_have_count(0)
    expect(charlie.page.locator("#lobby-tables > li")).to_have_count(1)
    for visitor in (alice, bob, charlie):
        visitor.close()


def test_an_invite_leads_through_sign_up_to_the_match(site: Site, chrome: Browser) -> None:
    dora, friend = Visitor(chrome, site.url), Visitor(chrome, site.url, size=PHONE, touch=True)
    dora.sign_up("dora71")
    post(dora, "invite")
    address = dora.page.get_by_label("The link to send").input_value()
    page = friend.go(address.removeprefix(site.url))
    expect(page.get_by_role("heading", level=1)).to_contain_text("dora71 invites you")
    page.get_by_role("link", name="Sign up and play").click()
    page.get_by_label("Name", exact=False).first.fill("friend71")
    page.locator("input[name=password1]").fill(PASSWORD)
    page.locator("input[name=password2]").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    page.get_by_role("button", name="Open your starter").click()
    page.get_by_role("button", name="Accept").click()
    page.wait_for_url(TABLE)
    dora.page.wait_for_url(TABLE)
    assert page.url == dora.page.url
    for visitor in (dora, friend):
        visitor.close()
