"""A player is granted 300 points and spends them: a random card, a named card, a pack; the receipts tell it all."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.stage import PHONE, Visitor
from tests.served import Site

pytestmark = pytest.mark.browser

GRANT = """
from accounts.models import User
from accounts.services.wallet import pay
user = User.objects.create_user(username="tifa")
pay(user=user, points=300, reason="grant", cause="test:1")
"""
HELD = """
from cards.models import Copy
print(" ".join(Copy.objects.filter(owner__username="tifa").order_by("pk").values_list("card_id", flat=True)))
"""


@pytest.fixture
def tifa(site: Site, chrome: Browser) -> Visitor:
    """Tifa with 300 points, on a phone."""
    site.python(GRANT)
    visitor = Visitor(chrome, site.url, size=PHONE, touch=True)
    visitor.context.add_cookies([{"name": "sessionid", "value": site.cookie("tifa"), "url": site.url}])
    return visitor


def shown(page: Page) -> list[str]:
    """The IDs of the cards on the page."""
    return [str(card.get_attribute("data-card")) for card in page.locator(".opening__cards .card[data-card]").all()]


def looks_right(page: Page) -> None:
    """Nothing that axe finds, and nothing wider than the phone."""
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def bought(page: Page, left: int) -> list[str]:
    """Confirms the purchase by a double click, and gives the cards that it shows, before and after a reload."""
    button = page.get_by_role("button", name=re.compile("Buy for"))
    button.dblclick()
    page.wait_for_url(re.compile(r"/shop/receipts/\d+/"))
    expect(page.get_by_role("status").first).to_contain_text(f"left then: {left}.")
    expect(page.locator("#purse .num")).to_have_text(str(left))
    cards = shown(page)
    page.reload()
    assert shown(page) == cards
    return cards


def test_300_points_become_seven_cards(site: Site, tifa: Visitor) -> None:
    page = tifa.go("/shop/")
    looks_right(page)

    page.get_by_role("link", name="Draw a card of level 5 for 50 points").click()
    expect(page.locator(".purchase__sum")).to_contain_text("250")
    random_card = bought(page, 250)

    page.get_by_role("link", name="To the shop").click()
    page.get_by_role("textbox", name="A card by its name or ID").fill("geezard")
    page.keyboard.press("Enter")
    named_card = bought(page, 225)
    assert named_card == ["A001"]

    # What costs more than is left is refused, and the box keeps its text.
    page.goto(tifa.url + "/shop/buy/?kind=named&card=squall")
    expect(page.get_by_role("alert")).to_contain_text("975 are missing")
    expect(page.get_by_role("textbox", name="A card by its name or ID")).to_have_value("squall")

    page.get_by_role("link", name=re.compile("146 points.*Final Fantasy")).click()
    pack = bought(page, 79)
    assert len(pack) == 5

    page.get_by_role("link", name="Receipts").click()
    lines = page.locator(".receipts tbody tr")
    expect(lines).to_have_count(3)
    looks_right(page)
    assert [line.locator("td.n").all_inner_texts() for line in lines.all()] == [
        ["146", "79"],
        ["25", "225"],
        ["50", "250"],
    ]
    assert sorted(site.python(HELD).split()) == sorted(random_card + named_card + pack)
    tifa.close()
    assert "nothing amiss" in site.manage("audit")
