"""The dialogue of a challenge in a browser: what is greyed says why, and a wrong deck is told before it is sent."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.stage import PHONE, Visitor
from tests.served import Site

pytestmark = pytest.mark.browser

#: Erin has a starter and three cards of level 8 or more; frank is there to be challenged.
PEOPLE = """
from accounts.models import User
from cards.models import Card
from cards.services.copies import give_copy
from cards.services.starter import starter_open
for name in ("erin", "frank"):
    starter_open(user=User.objects.create_user(username=name))
erin = User.objects.get(username="erin")
for level in (8, 9, 10):
    give_copy(card=Card.objects.filter(series="A", level=level).first(), taker=erin, reason="grant", cause="test")
"""


@pytest.fixture(scope="module")
def erin_s(site: Site) -> dict[str, str]:
    """Erin's session cookie."""
    site.python(PEOPLE)
    return {"name": "sessionid", "value": site.cookie("erin"), "url": site.url}


def dialogue(site: Site, chrome: Browser, cookie: dict[str, str], house: str) -> tuple[Visitor, Page]:
    """Erin, on a phone, in the dialogue with frank, with this house chosen."""
    erin = Visitor(chrome, site.url, size=PHONE)
    erin.context.add_cookies([cookie])  # type: ignore[list-item]
    page = erin.go("/challenge/frank/")
    page.locator(f"input[name=house][value={house}]").check()
    page.wait_for_selector(f'#terms[data-house="{house}"]')
    return erin, page


def test_what_is_excluded_is_greyed_with_its_reason_and_comes_back(
    site: Site, chrome: Browser, erin_s: dict[str, str]
) -> None:
    erin, page = dialogue(site, chrome, erin_s, "free")

    def rule(name: str) -> str:
        return f"input[name=rules][value={name}]"

    page.locator(rule("ascension")).check()
    expect(page.locator(rule("elemental"))).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#rule-elemental-why")).to_be_visible()
    # The reason is read out with the box, which the keyboard still reaches and cannot change.
    assert "rule-elemental-why" in str(page.locator(rule("elemental")).get_attribute("aria-describedby"))
    page.locator(rule("elemental")).focus()
    page.keyboard.press("Space")
    expect(page.locator(rule("elemental"))).not_to_be_checked()
    page.locator(rule("ascension")).uncheck()
    expect(page.locator("#rule-elemental-why")).to_be_hidden()
    # What lost what it needs comes back with it.
    page.locator(rule("plus")).check()
    page.locator(rule("plus_wall")).check()
    page.locator(rule("plus")).uncheck()
    expect(page.locator(rule("plus_wall"))).not_to_be_checked()
    page.locator(rule("plus")).check()
    expect(page.locator(rule("plus_wall"))).to_be_checked()
    # Random needs no hand, and training has no bet.
    page.locator(rule("random")).check()
    expect(page.locator("[data-picker]")).to_be_hidden()
    expect(page.locator("[data-drawn]")).to_contain_text("there are 23")
    page.locator("input[name=trade][value=training]").check()
    expect(page.locator("input[name=bet]")).to_be_hidden()
    # Another house keeps what it has of it; Combo goes with Plus there by itself.
    page.locator("input[name=house][value=ffviii]").check()
    page.wait_for_selector('#terms[data-house="ffviii"]')
    expect(page.locator(rule("plus"))).to_be_checked()
    expect(page.locator('[data-always="same plus"]')).to_be_checked()
    page.locator(rule("plus")).uncheck()
    expect(page.locator('[data-always="same plus"]')).not_to_be_checked()
    erin.close()


@pytest.mark.parametrize(
    ("house", "wrong"),
    [
        ("deling", "The levels add up to 27; the limit is 20."),
        ("ffxiv", "3 cards of 4 stars or more; 2 at most. 2 cards of 5 stars or more; 1 at most."),
    ],
)
def test_a_hand_over_the_limit_is_told_while_it_is_picked(
    site: Site, chrome: Browser, erin_s: dict[str, str], house: str, wrong: str
) -> None:
    erin, page = dialogue(site, chrome, erin_s, house)
    page.locator("input[name=hand][value=pick]").check()
    for level in (8, 9, 10):
        expect(page.locator("[data-wrong]")).to_be_hidden()
        page.locator(f'[data-picker-cards] li[data-card-level="{level}"] .card').first.click()
    expect(page.locator("[data-wrong]")).to_have_text(wrong)
    page.locator("[data-chosen-cards] button").last.click()
    expect(page.locator("[data-chosen-cards] button")).to_have_count(2)
    expect(page.locator("[data-wrong]")).to_be_hidden()
    erin.close()
