"""A game master grants 300 points and a pack in the admin; the player hears of it at once and opens it, on a phone."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.stage import PHONE, Visitor
from tests.served import Site

pytestmark = pytest.mark.browser

#: What follows a request may take so long on a machine that does much else, in milliseconds.
SLOW = 20_000
PEOPLE = """
from django.contrib.auth.models import Group
from accounts.models import User
User.objects.create_user(username="tifa")
master = User.objects.create_user(username="gustav", is_staff=True)
master.groups.add(Group.objects.get(name="game master"))
"""


def signed_in(site: Site, visitor: Visitor, name: str) -> Visitor:
    visitor.context.add_cookies([{"name": "sessionid", "value": site.cookie(name), "url": site.url}])
    return visitor


def looks_right(page: Page) -> None:
    """Nothing that axe finds, and nothing wider than the phone."""
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_300_points_are_granted_told_and_opened(site: Site, chrome: Browser) -> None:
    site.python(PEOPLE)
    master = signed_in(site, Visitor(chrome, site.url), "gustav")
    player = signed_in(site, Visitor(chrome, site.url, size=PHONE, touch=True), "tifa")
    player.keep_notices()
    shop = player.go("/shop/")

    desk = master.go("/admin/cards/grant/add/")
    desk.get_by_label("Reason").fill("The spring cup")
    desk.get_by_label("Points").fill("300")
    desk.get_by_label("Packs of").select_option("A")
    desk.get_by_label("How many packs").fill("1")
    desk.get_by_label("Players by their names").fill("tifa, nobody-9")
    desk.keyboard.press("Tab")
    desk.locator(".submit-row").get_by_role("button", name="See who gets what").click()
    expect(desk.locator(".errorlist")).to_contain_text("nobody-9", timeout=SLOW)
    expect(desk.get_by_label("Reason")).to_have_value("The spring cup")
    desk.get_by_label("Players by their names").fill("tifa")
    desk.locator(".submit-row").get_by_role("button", name="See who gets what").click()
    expect(desk.get_by_text("This will be granted")).to_be_visible(timeout=SLOW)
    desk.get_by_role("button", name="Grant it to 1 player").click()
    expect(desk.get_by_text("Granted to 1 player.")).to_be_visible(timeout=SLOW)

    # On whatever page the player is, it is told at once, and leads to the grant.
    told = shop.locator("#notices").get_by_role("link", name=re.compile("The spring cup"))
    told.click()
    page = player.page
    page.wait_for_url(re.compile(r"/cards/grants/\d+/$"))
    looks_right(page)
    page.get_by_role("button", name="Open it").click()
    came = "5 cards for your stash. 300 points for your wallet."
    expect(page.get_by_role("status").first).to_contain_text(came, timeout=SLOW)
    expect(page.locator("#purse .num")).to_have_text("300")
    cards = page.locator(".opening__cards .card[data-card]")
    expect(cards).to_have_count(5)
    shown = [card.get_attribute("data-card") for card in cards.all()]
    page.reload()
    expect(cards).to_have_count(5)
    assert [card.get_attribute("data-card") for card in cards.all()] == shown
    page.get_by_role("link", name="All grants").click()
    expect(page.get_by_role("heading", name="Opened")).to_be_visible(timeout=SLOW)
    for visitor in (master, player):
        visitor.close()
