"""Hidden cards never leave the server: every byte of a whole closed match, to opponent and spectators (RULES 3)."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from cards.models import Card, Series
from matches.engine import legal_moves
from matches.live.rooms import LobbyRoom, MatchRoom, PageRoom
from matches.models import Match, Move, Round
from matches.queries.records import standing
from tests.conftest import Clock
from tests.matches import world
from triad import hub

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = (
    "Quezal",
    "Brontyx",
    "Vermolde",
    "Ashgrund",
    "Ilumere",
    "Oxfendral",
    "Pyxidor",
    "Wulfrane",
    "Zephyrith",
    "Kobaltan",
)
RANKS = list(permutations((1, 3, 5, 7, 9), 4))


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """Everything that the hub was given for each topic."""
    found: dict[str, list[str]] = defaultdict(list)

    def note(message: dict[str, Any]) -> None:
        found[message["topic"]].append(str(message.get("html", "")))

    monkeypatch.setattr(hub, "_send", note)
    return found


@pytest.fixture
def strangers_to_each_other(alice: User, bob: User, charlie: User, clock: Clock) -> tuple[User, User]:
    """Alice and Bob with five cards each that are like no other card, in name, ID and ranks."""
    Series.objects.create(code="A", name="Test")
    for place, name in enumerate(NAMES):
        up, right, down, left = RANKS[place * 7]
        Card.objects.create(
            id=f"A{701 + place * 13}", series_id="A", number=701 + place * 13, name=name, name_key=name.lower(),
            level=1, up=up, right=right, down=down, left=left, element="fire" if place % 3 == 0 else "",
        )  # fmt: skip
    ids = [f"A{701 + place * 13}" for place in range(10)]
    world.copies_give(alice, ids[:5])
    world.copies_give(bob, ids[5:])
    world.seen_now(alice, bob, charlie)
    return alice, bob


class Ear:
    """One audience: what it may ask for, what it is sent, and all bytes of that."""

    def __init__(self, user: User | None, colour: str, match: Match, sent: dict[str, list[str]]) -> None:
        self.user, self.colour, self.match, self.sent = user, colour, match, sent
        self.client = Client()
        if user is not None:
            self.client.force_login(user)
        chat = "watch" if colour == "watch" else "players"
        self.topics = [f"match.{match.pk}.{colour}", f"match.{match.pk}.chat.{chat}", "lobby", "chat.lobby"]
        if user is not None:
            self.topics += [f"user.{user.pk}", f"lobby.{user.pk}"]

    def heard(self, *, everywhere: bool = True) -> str:
        """What this audience got or can get now: page, JSON, view of the match's room, what was pushed since the last
        time; pages and rooms besides those of the match, and the record, with `everywhere`."""
        base = f"/matches/{self.match.pk}/"
        asked = [(base, "text/html"), (base, "application/json")]
        rooms: list[tuple[Any, str]] = [(MatchRoom(), str(self.match.pk))]
        if everywhere:
            elsewhere = (f"{base}regions/", "/", "/players/alice/", "/players/bob/", "/robots/", "/matches/running/")
            elsewhere += ("/tv/", f"/broadcast/match/{self.match.pk}/", f"{base}replay/", "/leaderboards/")
            asked += [(path, "text/html") for path in elsewhere] + [(f"{base}record.json", "*/*")]
            rooms += [(LobbyRoom(), "-"), (PageRoom(), "-")]
        answers = [self.client.get(path, headers={"Accept": accept}) for path, accept in asked]
        # A page that is not there tells nothing, and would be tried for nothing.
        assert not [each.request["PATH_INFO"] for each in answers if each.status_code == 404]
        parts = [each.content.decode() for each in answers]
        for room, argument in rooms:
            joined = room.join(self.user, "", argument)
            assert not room_is_foreign(joined.topics, self.topics)
            parts.append(room.snapshot(joined, self.user))
        for topic in self.topics:
            parts += self.sent[topic]
            self.sent[topic] = []
        return "\n".join(parts)

    def place(self, card: str, square: int, *, as_json: bool) -> str:
        """The answer to a placement."""
        headers = {"Accept": "application/json"} if as_json else {"HX-Request": "true"}
        data = {"card": card, "square": square, "version": self.match.version}
        answer = self.client.post(f"/matches/{self.match.pk}/moves/", data, headers=headers)
        assert answer.status_code == 200, answer.content
        return answer.content.decode()


def room_is_foreign(topics: tuple[str, ...], own: list[str]) -> bool:
    """Whether a room lets somebody hear what is not theirs."""
    return any(topic not in own for topic in topics)


def traces_of(card: dict[str, Any]) -> Iterator[str]:
    """What would tell a card: ID (its art's address too), name, key, ranks in words, in numbers and in markup."""
    up, right, down, left = card["ranks"]
    yield card["id"]
    yield card["name"]
    yield f'"{card["key"]}"'
    yield f"Up {up}, right {right}, down {down}, left {left}"
    yield f"<b>{up}</b><b>{right}</b><b>{down}</b><b>{left}</b>"
    yield json.dumps(card["ranks"])


def plain(text: str) -> str:
    """Markup without classes, so that a marked rank looks like any other."""
    return re.sub(r' class="[^"]*"', "", text)


def open_to_all(match: Match) -> set[str]:
    """The cards that the rules show to everybody: those that Swap gave, and three of each hand under Three Open."""
    shown = match.setup.get("shown") or {}
    return {*(match.setup.get("swap") or ()), *(key for keys in shown.values() for key in keys)}


FREE = {"house": "free", "trade": "none"}


@pytest.mark.parametrize(
    ("rules", "terms", "shown"),
    [
        (("same", "plus", "combo", "elemental"), {}, 0),
        ((), {}, 0),
        (("three_open", "descension"), FREE, 6),
        (("swap", "power_wall"), FREE, 2),
        (("chaos", "broken_wall"), FREE, 0),
        (("chaos", "three_open", "swap", "ascension", "power_wall"), FREE, 6),
        (("order", "three_open", "swap", "sudden_death"), FREE | {"draw": "sudden_death"}, 6),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, tuple) else "",
)
def test_nobody_gets_a_byte_of_a_hidden_card(
    rules: tuple[str, ...],
    terms: dict[str, str],
    shown: int,
    strangers_to_each_other: tuple[User, User],
    sent: dict[str, list[str]],
) -> None:
    alice, bob = strangers_to_each_other
    match = world.match_make(alice, bob, rules=rules, **terms)
    known = open_to_all(match)
    assert len(known) == shown
    ears = {
        "blue": Ear(alice, "blue", match, sent),
        "red": Ear(bob, "red", match, sent),
        "watch": Ear(None, "watch", match, sent),
    }
    hands = match.setup["hands"]
    played = set(known)
    looked_for = 0
    for turn in range(60):
        match.refresh_from_db()
        if match.state != Match.State.PLAYING:
            break
        for colour, ear in ears.items():
            hidden = [
                card for owner, hand in hands.items() for card in hand if owner != colour and card["key"] not in played
            ]
            got = plain(ear.heard(everywhere=turn % 4 == 3))
            for card in hidden:
                for trace in traces_of(card):
                    looked_for += 1
                    assert trace not in got, (colour, trace, match.version)
            assert match.seed.secret not in got
        at = standing(match)
        assert at.round is not None
        move = legal_moves(at.round)[turn % len(legal_moves(at.round))]
        mover = ears[match.turn]
        mover.match = match
        answer = plain(mover.place(move.card, move.square, as_json=turn % 2 == 0))
        played.add(move.card)
        match.refresh_from_db()
        if match.state == Match.State.PLAYING:
            for card in (card for owner, hand in hands.items() if owner != mover.colour for card in hand):
                if card["key"] not in played:
                    assert not any(trace in answer for trace in traces_of(card))
    else:
        raise AssertionError("the match did not end")
    assert looked_for > (60 if "three_open" in rules else 200)
    # The traces are real: once the match is over all lies open, to everybody.
    for ear in ears.values():
        got = plain(ear.heard(everywhere=not rules))
        for card in (*hands["blue"], *hands["red"]):
            assert card["name"] in got and card["id"] in got


def test_under_open_both_hands_are_seen_by_both_and_by_spectators(
    strangers_to_each_other: tuple[User, User], sent: dict[str, list[str]]
) -> None:
    alice, bob = strangers_to_each_other
    match = world.match_make(alice, bob, rules=("open",))
    for user, colour in ((alice, "blue"), (bob, "red"), (None, "watch")):
        got = Ear(user, colour, match, sent).heard()
        assert all(name in got for name in NAMES)


@pytest.mark.parametrize(
    ("rules", "terms"),
    [((), {}), (("sudden_death",), FREE | {"draw": "sudden_death"}), (("chaos", "sudden_death"), FREE)],
)
def test_in_a_second_round_only_what_has_lain_on_the_board_is_seen(
    rules: tuple[str, ...],
    terms: dict[str, str],
    strangers_to_each_other: tuple[User, User],
    sent: dict[str, list[str]],
) -> None:
    alice, bob = strangers_to_each_other
    match = drawn_match(alice, bob, rules, terms)
    at = standing(match)
    assert len(at.rounds) == 2 and not at.rounds[1].moves
    lain = {move.card for move in at.rounds[0].moves}
    by_key = {card["key"]: card for hand in match.setup["hands"].values() for card in hand}
    unseen = next(key for key in by_key if key not in lain)
    other = "red" if unseen[0] == "b" else "blue"
    for user, colour in ((alice, "blue"), (bob, "red"), (None, "watch")):
        got = plain(Ear(user, colour, match, sent).heard())
        for key in lain:
            assert by_key[key]["name"] in got
        assert (by_key[unseen]["name"] in got) is (colour not in (other, "watch"))


def drawn_match(alice: User, bob: User, rules: tuple[str, ...], terms: dict[str, str]) -> Match:
    """A match whose first round ended 5 to 5: nobody takes anything that cannot be taken back."""
    match = world.match_make(alice, bob, rules=rules, **terms)
    # Every rank alike: nothing is ever taken, and nine placements end 5 to 5.
    for hand in match.setup["hands"].values():
        for card in hand:
            card["ranks"] = [5, 5, 5, 5]
    match.save(update_fields=["setup"])
    for _placement in range(9):
        match.refresh_from_db()
        at = standing(match)
        assert at.round is not None
        world.placement_play(match, legal_moves(at.round)[0])
    match.refresh_from_db()
    assert Round.objects.filter(match=match).count() == 2 and Move.objects.filter(match=match).count() == 9
    return match
