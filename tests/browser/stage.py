"""What browser tests of whole matches share: people in browsers of their own, and play planned by the engine."""

from __future__ import annotations

import json
import random
import re
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

from matches.engine import fold, legal_moves
from tests.served import BASE_DIR, Site

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PASSWORD = "nine-squares-five-cards"


@dataclass(frozen=True)
class Placing:
    """One placement of a planned line: who places which card where, and the labels of the flips that follow."""

    colour: str
    card: str
    square: int
    labels: frozenset[str]


@dataclass(frozen=True)
class Line:
    """A planned round: its placements, the winner's colour and both scores."""

    placings: tuple[Placing, ...]
    winner: str
    score: tuple[int, int]


class Visitor:
    """Somebody in a browser of their own, whose faults are collected: exceptions and breaches of the CSP.

    Moving pictures are asked for where `motion` says so; elsewhere they would only keep the processors busy.
    """

    def __init__(
        self, chrome: Browser, url: str, *, size: dict[str, int] = DESKTOP, touch: bool = False, motion: bool = False
    ) -> None:
        self.url = url
        self.context: BrowserContext = chrome.new_context(
            viewport=size,  # type: ignore[arg-type]
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="no-preference" if motion else "reduce",
        )
        self.context.set_default_timeout(30_000)
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on(
            "console",
            lambda said: self.faults.append(said.text) if "Content Security Policy" in said.text else None,
        )

    def keep_notices(self) -> None:
        """From the next page on notices stay: a busy test comes too late for what leaves by itself."""
        source = (BASE_DIR / "static/js/notices.js").read_text()
        stays = re.findall(r"STAYS_MS = (\d+);", source)[0]
        self.context.add_init_script(
            "const wait = window.setTimeout;"
            f"window.setTimeout = (act, ms, ...given) => wait(act, ms === {stays} ? 3_600_000 : ms, ...given);"
        )

    def go(self, path: str) -> Page:
        """Opens a page of the site, and waits for its line where it has one."""
        self.page.goto(self.url + path)
        if self.page.locator("[ws-connect]").count():
            self.page.wait_for_selector("body[data-connected]")
        return self.page

    def sign_up(self, name: str) -> None:
        """Signs up and opens the starter, by the buttons of the start page."""
        self.go("/account/signup/")
        self.page.get_by_label("Name", exact=False).first.fill(name)
        self.page.locator("input[name=password1]").fill(PASSWORD)
        self.page.locator("input[name=password2]").fill(PASSWORD)
        self.page.get_by_role("button", name="Sign up").click()
        self.page.get_by_role("button", name="Open your starter").click()
        self.page.wait_for_url(re.compile(r"/cards/packs/"))

    def place(self, placing: Placing) -> None:
        """Places a card by two clicks, once the table says that it is this visitor's turn."""
        card = self.page.locator(f'#match-near button[data-key="{placing.card}"]')
        card.click()
        self.page.locator(f'#match-board [data-square="{placing.square}"]').click()

    def sees(self, number: int) -> None:
        """Waits until the list of placements shows this many."""
        expect(self.page.locator("#match-moves li[data-owner]")).to_have_count(number, timeout=30_000)

    def close(self) -> None:
        """Ends the browser; nothing may have gone wrong in it."""
        self.context.close()
        assert not self.faults, self.faults


def record_of(site: Site, match_id: int) -> dict[str, Any]:
    """The whole record of a match as the server keeps it."""
    code = (
        "import json\nfrom matches.models import Match\nfrom matches.queries.records import record\n"
        f"print(json.dumps(record(Match.objects.get(pk={match_id}), complete=True)))"
    )
    found: dict[str, Any] = json.loads(site.python(code))
    return found


def line_with(record: dict[str, Any], *labels: str, winners: tuple[str, ...] = ("blue", "red")) -> Line:
    """A round from where the record stands in which these labels occur and one of these wins, found by the engine."""
    chance = random.Random(1)
    for _try in range(20_000):
        placings, standing = _random_round(record, chance)
        if standing.winner in winners and all(any(label in p.labels for p in placings) for label in labels):
            return Line(placings, standing.winner, standing.rounds[0].score)
    raise AssertionError(f"no line with {labels} was found")


def _random_round(record: dict[str, Any], chance: random.Random) -> tuple[tuple[Placing, ...], Any]:
    moves: list[list[Any]] = []
    trial = {**record, "rounds": [{**record["rounds"][0], "moves": moves}]}
    standing = fold(trial)
    while standing.round is not None and not standing.ended and len(moves) < 9:
        move = chance.choice(legal_moves(standing.round))
        moves.append([move.card, move.square])
        standing = fold(trial)
    placings = tuple(
        Placing(played.colour, played.card, played.square, frozenset(flip.label for flip in played.flips))
        for played in standing.rounds[0].moves
    )
    return placings, standing


class Wire:
    """A wire between a browser and the server that can be cut so that neither side hears of it."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._whole = threading.Event()
        self._whole.set()
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """From now on nothing passes; what is sent waits."""
        self._whole.clear()

    def mend(self) -> None:
        """Everything passes again."""
        self._whole.set()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _address = self._listener.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self._to))
                except ConnectionRefusedError:
                    near.close()
                    continue
                self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pump, args=(one, other), daemon=True).start()

    def _pump(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                self._whole.wait()
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Ends all connections."""
        self._listener.close()
        self._whole.set()
        for end in self._ends:
            end.close()
