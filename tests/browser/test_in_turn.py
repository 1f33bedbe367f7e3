"""A click made while an answer is under way is done to what the answer brings, and is not lost."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.stage import Visitor
from tests.browser.table import People, Table, sees
from tests.served import Site

pytestmark = pytest.mark.browser


class Held:
    """The next request to addresses that end so, kept back until it is let go."""

    def __init__(self, page: Page, ending: str) -> None:
        self._page, self._pattern, self._route = page, re.compile(re.escape(ending) + r"(\?|$)"), None
        page.route(self._pattern, self._keep, times=1)

    def _keep(self, route: Route) -> None:
        self._route = route

    @property
    def route(self) -> Route:
        """What is kept back, once it has come: what was clicked is asked a moment later."""
        end = time.monotonic() + 20
        while self._route is None and time.monotonic() < end:
            self._page.wait_for_timeout(20)
        assert isinstance(self._route, Route)
        return self._route

    def let_go(self) -> None:
        self.route.continue_()


def test_a_click_during_an_answer_is_done_to_what_the_answer_brings(chrome: Browser, site: Site) -> None:
    alice = Visitor(chrome, site.url)
    alice.sign_up("alice")

    page = alice.go("/editor/?v=1&rules=open&board=2r.1877...7.A076.Catoblepas&slot=s2")
    expect(page.locator("#place-s2")).to_have_attribute("data-owner", "red")
    held = Held(page, "/editor/")
    page.locator("#slot-turn").click()
    page.locator("#place-b1").click()
    held.let_go()
    expect(page.locator("#place-b1")).to_have_attribute("aria-current", "true")
    expect(page.locator("#place-s2")).to_have_attribute("data-owner", "blue")

    page = alice.go("/cards/decks/")
    page.locator("#deck-name").fill("Quick")
    page.get_by_role("button", name="Make the deck").click()
    page.wait_for_url(re.compile(r"/cards/decks/\d+/"))
    # Before its scripts are there a page posts its forms itself, which loses nothing and is not what is tried here.
    page.wait_for_selector("body[data-connected]")
    picks = page.locator("[data-pick]")
    held = Held(page, "/add/")
    for number in range(3):
        picks.nth(number).locator("button").click()
    held.let_go()
    expect(page.locator("[data-place][data-held]")).to_have_count(3)
    alice.close()


def test_a_placement_made_before_the_answer_to_the_last_one_is_there_follows_it(chrome: Browser, site: Site) -> None:
    people, table = People(chrome), Table(site, 1)
    page = people.come(table, table.first).go(table.path)
    held = Held(page, "/moves/")
    table.click(page, 0)
    answer = held.route.fetch()
    sees(page, 1)
    table.place(1)
    sees(page, 2)
    table.click(page, 2)
    held.route.fulfill(response=answer)
    sees(page, 3)
    people.leave()
