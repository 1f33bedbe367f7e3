"""Two players of age trade: an offer, another one in return, and both sides moved at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.stage import DESKTOP, PHONE, Visitor
from tests.served import Site

pytestmark = pytest.mark.browser

#: Two people who came four days ago and have played ten matches, with twelve cards and 300 points each.
OF_AGE = """
from datetime import timedelta
from accounts.models import User
from accounts.services.wallet import pay
from cards.models import Card
from cards.services.copies import give_copy
from matches.models import Match, Seat
from matches.services.seeds import seed_make
from triad.clock import now
people = [User.objects.create_user(username=name, password="x") for name in ("rinoa", "selphie")]
for place, user in enumerate(people):
    User.objects.filter(pk=user.pk).update(date_joined=now() - timedelta(days=4))
    pay(user=user, points=300, reason="grant", cause="test:1")
    for card in Card.objects.filter(series="A", number__gt=30 * place, number__lte=30 * place + 30):
        give_copy(card=card, taker=user, reason="grant", cause="test:1")
for _match in range(10):
    match = Match.objects.create(
        house="deling", setup={"trade": "none"}, seed=seed_make(), with_people=True, state="over", ended="played"
    )
    for colour, user in zip(("blue", "red"), people):
        Seat.objects.create(match=match, colour=colour, user=user)
"""
BOOKS = """
from accounts.audit import findings as accounts
from cards.audit import findings as cards
from cards.models import Transfer
print(list(cards()) + list(accounts()), Transfer.objects.filter(reason="trade").count())
"""


def person(site: Site, chrome: Browser, name: str, **how: Any) -> Visitor:
    visitor = Visitor(chrome, site.url, **how)
    visitor.context.add_cookies([{"name": "sessionid", "value": site.cookie(name), "url": site.url}])
    return visitor


def looks_right(page: Page) -> None:
    """Nothing that axe finds, and nothing wider than the window."""
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
    assert found.violations_count == 0, found.generate_report()
    size = page.viewport_size
    assert size and page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_two_players_of_age_trade(site: Site, chrome: Browser) -> None:
    site.python(OF_AGE)
    rinoa, selphie = person(site, chrome, "rinoa", size=DESKTOP), person(site, chrome, "selphie", size=PHONE)
    for visitor in (rinoa, selphie):
        visitor.keep_notices()
    page, phone = rinoa.go("/players/selphie/"), selphie.go("/cards/stash/")

    page.get_by_role("link", name="Trade", exact=True).click()
    page.get_by_label("Search your stash by name or ID").fill("geezard")
    page.keyboard.press("Enter")
    give = page.get_by_role("region", name="You give")
    expect(give.get_by_role("button", name=re.compile("^Add "))).to_have_count(1)
    give.get_by_role("button", name=re.compile("^Add Geezard")).click()
    expect(give.get_by_role("button", name=re.compile("^Take out Geezard"))).to_be_visible()
    get = page.get_by_role("region", name="You get")
    get.get_by_role("button", name=re.compile("^Add ")).first.click()
    expect(get.get_by_role("button", name=re.compile("^Take out "))).to_have_count(1)
    looks_right(page)
    page.get_by_role("button", name="Offer it").click()
    expect(page.get_by_text("waits for selphie")).to_be_visible()

    # The other sees it at once, and asks for points besides.
    phone.get_by_role("link", name="rinoa offers you a trade.").click()
    looks_right(phone)
    phone.get_by_role("link", name="Make another offer").click()
    asked = phone.get_by_role("region", name="You get")
    expect(asked.get_by_role("button", name=re.compile("^Take out Geezard"))).to_be_visible()
    asked.get_by_label("Points").fill("40")
    looks_right(phone)
    phone.get_by_role("button", name="Offer this instead").click()
    expect(phone.get_by_text("waits for rinoa")).to_be_visible()

    page.get_by_role("link", name="selphie answers your offer with another one.").click()
    expect(page.get_by_text("40 points")).to_be_visible()
    page.get_by_role("button", name="Accept").dblclick()
    expect(page.get_by_text("You gave")).to_be_visible()
    expect(page.locator("#purse .num")).to_have_text("260")
    expect(phone.get_by_role("link", name="rinoa accepted your trade.")).to_be_visible()
    phone.goto(site.url + "/cards/trades/")
    looks_right(phone)
    assert site.python(BOOKS).strip() == "[] 2"
    assert rinoa.faults == selphie.faults == []
