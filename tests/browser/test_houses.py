"""A match in each of the seven houses, played by two people in real browsers from the challenge to the spoils."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from matches.engine import Standing, fold, legal_moves
from matches.houses import HOUSES
from tests.browser.stage import Placing, Visitor
from tests.served import Site

pytestmark = pytest.mark.browser

COLOURS = ("blue", "red")
#: Two people for each house: cards, points, experience, and so many matches that one of them left.
PEOPLE = """
import json
from datetime import timedelta
from django.contrib.auth import SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from accounts.models import User
from accounts.services.wallet import pay
from cards.services.starter import starter_open
from matches.models import Match
from matches.services.challenges import challenge_accept, challenge_send
from matches.services.leaving import match_leave
from matches.services.seeds import seed_make
from triad.clock import now
cookies = {}
for house, past in HOUSES.items():
    names, joined = (f"alice-{house}", f"bob-{house}"), now() - timedelta(days=4)
    pair = [User.objects.create_user(username=name, date_joined=joined) for name in names]
    for user in pair:
        starter_open(user=user)
        pay(user=user, points=1000, experience=6000, reason="grant", cause=f"test:{user.pk}")
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.create()
        cookies[user.username] = session.session_key
    for number in range(past):
        sent = challenge_send(challenger=pair[0], opponent=pair[1], seed_id=seed_make(owner=pair[0]).pk,
            house="balamb", rules=["open"], trade="training", deck=pair[0].decks.first())
        match = challenge_accept(challenge_id=sent.pk, user=pair[1], deck=pair[1].decks.first())
        match_leave(match_id=match.pk, user=pair[number % 2])
Match.objects.update(ended_at=now() - timedelta(days=2))
print(json.dumps(cookies))
"""
#: What two players have, the record of their match, and what an audit of the whole site finds.
LOOK = """
import json
from io import StringIO
from django.core.management import call_command
from accounts.models import User
from matches.models import Match
from matches.queries.records import record
found = {"record": record(Match.objects.get(pk=MATCH), complete=True)}
for colour, name in (("blue", "alice"), ("red", "bob")):
    user = User.objects.get(username=f"{name}-{HOUSE}")
    found[colour] = {"cards": list(user.copies.values_list("card_id", flat=True)), "points": user.wallet.points}
if AUDITED:
    said = StringIO()
    call_command("audit", stdout=said)
    found["audit"] = said.getvalue()
print(json.dumps(found))
"""


@dataclass(frozen=True)
class Plan:
    """What is chosen in the form of a house's challenge."""

    rules: tuple[str, ...]
    trade: str
    told: tuple[str, ...]
    """What the one who is asked reads of it."""
    draw: str = ""
    first: str = ""
    bet: int = 0
    past: int = 5
    """So many matches with people lie behind both, days ago: five where the stakes are closed to newcomers, ten for
    a bet."""


PLANS = {
    "deling": Plan(("same", "combo", "elemental"), "diff", ("Deling", "20 levels", "cards return to the hands")),
    "balamb": Plan(("open", "battle", "broken_wall", "power_wall"), "random", ("Balamb", "Broken Wall"), past=2),
    "ffviii": Plan(
        ("random", "same"), "one", ("Combo", "You choose no cards", "be at stake"), draw="sudden_death", past=2
    ),
    "ffxiv": Plan(("three_open", "reverse", "swap", "order"), "one", ("FFXIV", "four stars", "Swap"), past=2),
    "tffo": Plan(("open", "plus", "elemental"), "direct", ("TFFO", "at the end")),
    "guild": Plan(("same", "plus"), "change", ("total victory", "You begin"), first="opponent"),
    "free": Plan(
        ("open", "chaos", "ascension", "plus", "plus_wall", "fallen_ace"),
        "two",
        ("Free play", "10 points; the winner gets both", "Plus Wall"),
        draw="replay",
        bet=10,
        past=10,
    ),
}


@dataclass(frozen=True)
class People:
    """The site with a pair for each house, and their session cookies by name."""

    site: Site
    cookies: dict[str, str]


class Table:
    """Alice, who challenges and is blue, and bob, in a house."""

    def __init__(self, people: People, chrome: Browser, house: str) -> None:
        self.site, self.house, self.plan = people.site, house, PLANS[house]
        self.players: dict[str, Visitor] = {}
        for colour, name in zip(COLOURS, ("alice", "bob"), strict=True):
            visitor = Visitor(chrome, self.site.url)
            cookie = {"name": "sessionid", "value": people.cookies[f"{name}-{house}"], "url": self.site.url}
            visitor.context.add_cookies([cookie])  # type: ignore[list-item]
            self.players[colour] = visitor
        self.match_id = 0

    def look(self, *, audited: bool = False) -> dict[str, Any]:
        """What both have now, and the record of the match; with what an audit finds, if wanted."""
        head = f"HOUSE, MATCH, AUDITED = {self.house!r}, {self.match_id}, {audited}\n"
        found: dict[str, Any] = json.loads(self.site.python(head + LOOK))
        return found

    def challenge(self) -> str:
        """Alice fills in the dialogue and sends it; gives the challenge's page."""
        page = self.players["blue"].go(f"/challenge/bob-{self.house}/")
        if not page.locator(f"input[name=house][value={self.house}]").is_checked():
            page.locator(f"input[name=house][value={self.house}]").check()
        page.wait_for_selector(f'#terms[data-house="{self.house}"]')
        for box in page.locator("input[name=rules]:checked").all():
            box.uncheck()
        for rule in self.plan.rules:
            page.locator(f"input[name=rules][value={rule}]").check()
        page.locator(f"input[name=trade][value={self.plan.trade}]").check()
        for name, value in (("draw", self.plan.draw), ("first", self.plan.first)):
            if value:
                page.locator(f"input[name={name}][value={value}]").check()
        if self.plan.bet:
            page.locator("input[name=bet]").fill(str(self.plan.bet))
        page.locator("select[name=move_time]").select_option("300")
        if "random" in self.plan.rules:
            expect(page.locator("[data-picker]")).to_be_hidden()
        else:
            page.locator("input[name=hand]:not([value=pick])").first.check()
        page.get_by_role("button", name="Send the challenge").click()
        page.wait_for_url(re.compile(r"/challenges/\d+/"))
        return page.url.removeprefix(self.site.url)

    def accept(self, address: str) -> None:
        """Bob reads the terms and accepts; both come to the table."""
        page = self.players["red"].go(address)
        for words in self.plan.told:
            expect(page.locator("main")).to_contain_text(words)
        page.get_by_role("button", name="Accept").click()
        for visitor in self.players.values():
            visitor.page.wait_for_url(re.compile(r"/matches/\d+/"))
            visitor.page.wait_for_selector("body[data-connected]")
        self.match_id = int(re.findall(r"/matches/(\d+)/", page.url)[0])

    def play(self, placings: tuple[Placing, ...]) -> None:
        """Plays a planned round; each placement is seen by both before the next."""
        for number, placing in enumerate(placings, 1):
            self.players[placing.colour].place(placing)
            for visitor in self.players.values():
                visitor.sees(number)

    def take(self, winner: str, count: int) -> None:
        """The winner takes so many cards."""
        page = self.players[winner].page
        boxes = page.locator("#match-outcome label.spoil:not(.is-full)")
        expect(boxes).to_have_count(5)
        for place in range(count):
            boxes.nth(place).click()
        page.get_by_role("button", name="Take the chosen cards").click()

    def close(self) -> None:
        for visitor in self.players.values():
            visitor.close()


@pytest.fixture(scope="module")
def people(site: Site) -> People:
    """A pair for each house."""
    past = {house: plan.past for house, plan in PLANS.items()}
    return People(site, json.loads(site.python(f"HOUSES = {past}\n{PEOPLE}")))


@pytest.fixture
def table(request: pytest.FixtureRequest, people: People, chrome: Browser) -> Iterator[Table]:
    laid = Table(people, chrome, request.param)
    yield laid
    laid.close()


@pytest.mark.parametrize("table", list(PLANS), indirect=True)
def test_a_match_is_played_in_each_house_and_its_spoils_are_right(table: Table) -> None:
    table.accept(table.challenge())
    before = table.look()
    # What was bet is held already.
    for colour in COLOURS:
        before[colour]["points"] += table.plan.bet
    placings, end = _won_round(before["record"])
    table.play(placings)
    for visitor in table.players.values():
        expect(visitor.page.locator("#match-end")).to_be_visible()
    count = _count_due(table.plan.trade, end)
    if count:
        table.take(str(end.winner), count)
        for visitor in table.players.values():
            expect(visitor.page.locator("#match-outcome label.spoil")).to_have_count(0)
    after = table.look(audited=True)
    record = after["record"]
    assert record["house"] == table.house and record["trade"] == table.plan.trade
    assert set(table.plan.rules) <= set(record["rules"])
    _check_stashes(before, after, end, count)
    _check_points(table, before, after, end)
    assert "nothing amiss" in after["audit"]


def test_there_is_a_plan_for_every_house() -> None:
    assert list(PLANS) == list(HOUSES)


def _won_round(record: dict[str, Any]) -> tuple[tuple[Placing, ...], Standing]:
    """A round from the beginning of the match that somebody wins by two to four, and how the match stands then."""
    chance = random.Random(1)
    for _try in range(2_000):
        moves: list[list[Any]] = []
        trial = {**record, "rounds": [{**record["rounds"][0], "moves": moves}]}
        at = fold(trial)
        while not at.ended and len(moves) < 9:
            assert at.round is not None and at.error is None, at.error
            move = chance.choice(legal_moves(at.round))
            moves.append([move.card, move.square])
            at = fold(trial)
        if at.winner in COLOURS and at.counted is not None and abs(at.counted[0] - at.counted[1]) in (2, 4):
            # The square that was clicked: under Power Wall the card may end on another.
            played = zip(at.rounds[0].moves, moves, strict=True)
            return tuple(Placing(each.colour, card, square, frozenset()) for each, (card, square) in played), at
    raise AssertionError("no round was found that somebody wins")


def _count_due(trade: str, end: Standing) -> int:
    """How many cards the winner chooses (RULES 5); nobody chooses with direct and random."""
    assert end.counted is not None
    high, low = max(end.counted), min(end.counted)
    return {"one": 1, "two": 2, "diff": high - 5, "change": min(5, high - low)}.get(trade, 0)


def _check_stashes(before: dict[str, Any], after: dict[str, Any], end: Standing, count: int) -> None:
    """What moved is what was due, and nothing else did."""
    record = after["record"]
    ids = {card["key"]: card["id"] for hand in record["hands"].values() for card in hand}
    owners = {card["key"]: colour for colour, hand in record["hands"].items() for card in hand}
    loser = "red" if end.winner == "blue" else "blue"
    if record["trade"] == "direct":
        assert end.round is not None
        lying = [*end.round.board.values()]
        left = [(card, colour) for colour in COLOURS for card in end.round.hands[colour]]
        held = [(each.card, each.colour) for each in lying] + left
        moved = sorted(card.key for card, colour in held if owners[card.key] != colour)
    else:
        moved = sorted(record["chosen"])
        assert len(moved) == (count or 1) and all(owners[key] == loser for key in moved)
    for colour in COLOURS:
        due = Counter(before[colour]["cards"])
        due.subtract(ids[key] for key in moved if owners[key] == colour)
        due.update(ids[key] for key in moved if owners[key] != colour)
        assert Counter(after[colour]["cards"]) == +due, colour


def _check_points(table: Table, before: dict[str, Any], after: dict[str, Any], end: Standing) -> None:
    """The match paid what was told, and the winner has both bets."""
    won, lost = (3, 1) if table.house == "tffo" else (10, 5)
    for colour in COLOURS:
        due = won + table.plan.bet if colour == end.winner else lost - table.plan.bet
        assert after[colour]["points"] - before[colour]["points"] == due, colour
