"""A delayed broadcast in a browser: every byte that comes to its pages is kept, and searched for what came too soon."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.browser.stage import Visitor, line_with, record_of
from tests.browser.table import post
from tests.served import Site

pytestmark = pytest.mark.browser

#: Seconds by which others see the match later; what two clocks of one machine may differ, in milliseconds.
DELAY, SLACK = 4, 20

PEOPLE = {"blue": "auron82", "red": "lulu82"}

#: Two people who own five cards each, no name of one the other's, and their match; printed: its number and the names.
SCENE = f"""
import json
from accounts.models import User
from accounts.roles import ORGANISER
from cards.models import Card
from matches.services.delays import delay_set
from tests.cards.grants import staff_make
from tests.matches import world
cards = [card for card in Card.objects.filter(series="A", level__lte=2).order_by("pk") if len(card.name) > 6][:10]
people = [User.objects.create_user(username=name) for name in {list(PEOPLE.values())}]
for ranks, own in ((9, cards[:5]), (1, cards[5:])):
    same = dict.fromkeys(("up", "right", "down", "left"), ranks)
    Card.objects.filter(pk__in=[card.pk for card in own]).update(**same)
for user, own in zip(people, (cards[:5], cards[5:])):
    world.copies_give(user, [card.pk for card in own])
match = world.match_make(*people, rules=["same"], option="broadcast", move_time=300)
delay_set(match_id=match.pk, seconds={DELAY}, by=staff_make("olga82", ORGANISER))
match.refresh_from_db()
print(json.dumps([match.pk, match.version, [card.name for card in cards]]))
"""

#: When everything happened, in milliseconds: by name of a card its placing, and the end.
TIMES = """
import json
from matches.models import Match
match = Match.objects.get(pk={match_id})
names = {{card["key"]: card["name"] for hand in match.setup["hands"].values() for card in hand}}
times = {{}}
for move in match.moves.order_by("at"):
    times.setdefault(names[move.card], move.at.timestamp() * 1000)
print(json.dumps([times, match.ended_at.timestamp() * 1000]))
"""

RECORD = """
window.received = [];
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", (event) => window.received.push([Date.now(), String(event.data)]));
  }
};
"""


class Table:
    """The match, played by requests of its players: a round that blue wins, and one of red's cards chosen."""

    def __init__(self, site: Site) -> None:
        self.id, self.version, self.names = json.loads(site.python(SCENE))
        self.keys = {colour: site.cookie(name) for colour, name in PEOPLE.items()}
        self.record = record_of(site, self.id)
        self.line = line_with(self.record, winners=("blue",))
        self.site, self.path = site, f"/matches/{self.id}/"

    def play(self, begin: int, end: int) -> None:
        """The placements of these numbers, from 0."""
        for number, placing in enumerate(self.line.placings[begin:end], begin):
            key, version = self.keys[placing.colour], self.version + number
            post(self.site, key, f"{self.path}moves/", card=placing.card, square=placing.square, version=version)

    def choose(self) -> None:
        """The winner takes a card."""
        post(self.site, self.keys["blue"], f"{self.path}spoils/", keys=self.record["hands"]["red"][0]["key"])


def test_no_byte_comes_before_its_time(site: Site, chrome: Browser) -> None:
    table = Table(site)
    match_id, names = table.id, table.names
    anybody = Visitor(chrome, site.url)
    anybody.context.add_init_script(RECORD)
    answers: list[Response] = []
    anybody.context.on("response", lambda answer: answers.append(answer))
    screen, lobby = anybody.page, anybody.context.new_page()
    screen.goto(f"{site.url}/broadcast/match/{match_id}")
    lobby.goto(f"{site.url}/")
    fetched = list(fetch(site, match_id))
    table.play(0, 4)
    fetched += fetch(site, match_id)
    expect(screen.locator("#match-moves li[data-owner]")).to_have_count(4, timeout=30_000)
    expect(lobby.locator(f"#cast-{match_id}")).to_be_visible(timeout=15_000)
    table.play(4, 9)
    table.choose()
    fetched += fetch(site, match_id)
    expect(screen.locator("#match-end")).to_be_visible(timeout=30_000)
    expect(lobby.locator(f"#cast-{match_id}")).to_have_count(0, timeout=15_000)
    expect(screen.locator(f'#match-end a[href*="/matches/{match_id}/replay/"]')).to_have_count(1, timeout=15_000)
    fetched += fetch(site, match_id)

    placed, ended = json.loads(site.python(TIMES.format(match_id=match_id)))
    came = [*fetched, *heard(screen), *heard(lobby), *read(answers)]
    assert len(came) > 20
    for moment, text in came:
        until = moment - 1000 * DELAY + SLACK
        early = {name for name in names if name in text and until < min(placed.get(name, ended), ended)}
        assert not early, (early, text)
        assert " wins" not in text or until >= ended, text
    everything = "".join(text for _moment, text in came)
    assert all(name in everything for name in names) and " wins" in everything
    anybody.close()


def heard(page: Page) -> list[tuple[float, str]]:
    """Every frame that a page's socket has received, with the moment."""
    return [(moment, text) for moment, text in page.evaluate("window.received")]


def read(answers: list[Response]) -> Iterator[tuple[float, str]]:
    """The pages among the answers, with the moment at which each was whole."""
    for answer in answers:
        if "text/html" in answer.headers.get("content-type", ""):
            timing = answer.request.timing
            yield timing["startTime"] + timing["responseEnd"], answer.text()


def fetch(site: Site, match_id: int) -> Iterator[tuple[float, str]]:
    """What is to be had without a browser just now."""
    own = ("", "regions/", "record.json", "proof/", "replay/")
    for path in ("/", "/tv/", "/matches/running/", *(f"/matches/{match_id}/{name}" for name in own)):
        answer = httpx.get(f"{site.url}{path}", timeout=20)
        yield time.time() * 1000, answer.text
