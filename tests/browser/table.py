"""What tests of faults share: a match that runs, its players in browsers, a page that stands still."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, expect

from tests.bench.live import PREPARE, TOKEN
from tests.browser.stage import Visitor
from tests.served import Site

#: Milliseconds in which a page that was away has caught up.
BOUND = 12_000
OTHER = {"blue": "red", "red": "blue"}


class Table:
    """A running match of two people; `first` begins, and each plays the own hand in order."""

    def __init__(self, site: Site, number: int) -> None:
        code = PREPARE.replace("range(COUNT)", f"range({number}, {number + 1})")
        found: dict[str, Any] = json.loads(site.python(code))[0]
        self.site, self.id, self.keys, self.version = site, found["id"], found["keys"], found["version"]
        self.first: str = found["first"]
        self.second = OTHER[self.first]
        self.names = {colour: f"{colour}{number}x" for colour in OTHER}
        self.path = f"/matches/{self.id}/"

    def post(self, colour: str, what: str, **fields: object) -> None:
        """What a player does elsewhere."""
        post(self.site, self.keys[colour], f"{self.path}{what}/", **fields)

    def place(self, number: int) -> None:
        """The placement of this number, from 0, made elsewhere."""
        colour = (self.first, self.second)[number % 2]
        card = f"{colour[0]}{number // 2 + 1}"
        self.post(colour, "moves", card=card, square=number + 1, version=self.version + number)

    def click(self, page: Page, number: int) -> None:
        """The same placement by two clicks, once it is this page's turn."""
        colour = (self.first, self.second)[number % 2]
        page.wait_for_selector('#match-prompt[data-turn="mine"]')
        page.locator(f'#match-near button[data-key="{colour[0]}{number // 2 + 1}"]').click()
        page.locator(f'#match-board [data-square="{number + 1}"]').click()

    def placements(self) -> int:
        """How many the server has."""
        return int(
            self.site.python(f"from matches.models import Move; print(Move.objects.filter(match={self.id}).count())")
        )


def post(site: Site, key: str, path: str, **fields: object) -> None:
    """What the player of a session does without a browser. What pages are to hear of happens in the server's own
    process: another one's pushes reach nobody without Redis."""
    headers = {"X-CSRFToken": TOKEN, "HX-Request": "true", "Origin": site.url}
    cookies = {"sessionid": key, "csrftoken": TOKEN}
    data = {name: str(value) for name, value in fields.items()}
    answer = httpx.post(f"{site.url}{path}", data=data, headers=headers, cookies=cookies, timeout=30)
    assert answer.status_code == 200, answer.text


class People:
    """Players in browsers, which are closed whatever happens."""

    def __init__(self, chrome: Browser) -> None:
        self._chrome = chrome
        self._came: list[Visitor] = []

    def come(self, table: Table, colour: str) -> Visitor:
        """A player of a match."""
        return self._signed_in(table.site, table.keys[colour])

    def rich(self, site: Site, name: str) -> Visitor:
        """Somebody who has opened the starter, has 5,000 points more, and plays no match."""
        cookie = site.cookie(name)
        site.python(
            "from accounts.models import User\nfrom accounts.services.wallet import pay\n"
            "from cards.services.starter import starter_open\n"
            f"user = User.objects.get(username='{name}')\n"
            "starter_open(user=user)\npay(user=user, points=5000, reason='grant', cause='test')"
        )
        return self._signed_in(site, cookie)

    def _signed_in(self, site: Site, cookie: str) -> Visitor:
        came = Visitor(self._chrome, site.url)
        came.context.add_cookies([{"name": "sessionid", "value": cookie, "url": site.url}])
        self._came.append(came)
        return came

    def leave(self) -> None:
        """Closes the browsers; nothing may have gone wrong in them."""
        for each in self._came:
            each.context.close()
        faults = [fault for each in self._came for fault in each.faults]
        assert not faults, faults
        self._came.clear()


def sees(page: Page, number: int) -> None:
    """Waits until the list of placements shows this many."""
    expect(page.locator("#match-moves li[data-owner]")).to_have_count(number, timeout=BOUND)


def opened(visitor: Visitor, path: str) -> Page:
    """One more tab."""
    page = visitor.context.new_page()
    page.on("pageerror", lambda error: visitor.faults.append(str(error)))
    page.goto(visitor.url + path)
    page.wait_for_selector("body[data-connected]")
    return page


def sockets(site: Site, number: int) -> None:
    """Waits until the server holds this many sockets."""
    held, end = -1, time.monotonic() + 30
    while held != number and time.monotonic() < end:
        held = int(site.post("/hall/publish/", topic="none", html=""))
    assert held == number


@contextmanager
def frozen(page: Page) -> Iterator[None]:
    """Stands the page's scripts and timers still, as a browser does with a tab that is long out of sight."""
    tools = page.context.new_cdp_session(page)
    page.evaluate("() => { window.ticks = 0; setInterval(() => { window.ticks += 1; }, 50); }")
    tools.send("Debugger.enable")
    tools.send("Debugger.pause")
    began = time.monotonic()
    yield
    stood = time.monotonic() - began
    tools.send("Debugger.resume")
    tools.send("Debugger.disable")
    assert page.evaluate("window.ticks") < 10 + stood * 10, "the page was not frozen"
