"""Nobody learns a draw before it happens: what leaves the server does not depend on what is still secret (RULES 3).

Everything that every audience can get is recorded twice at each moment of a match: as it is, and with other secrets
in the database. Where a byte differs, it tells something of the seed, of a pool, or of an order that Chaos has drawn.
"""

from __future__ import annotations

import copy
import random
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.notices.models import Notice
from matches import notices
from matches.engine import COLOURS, fold, legal_moves
from matches.live import announce
from matches.live.sight import Audience, known_to
from matches.models import Match, Round, Seed
from matches.queries.records import record, standing
from matches.services.challenges import challenge_accept
from matches.services.leaving import match_leave
from tests.conftest import Clock
from tests.live.test_hidden_cards import Ear, plain, sent
from tests.matches import world

__all__ = ["sent"]

pytestmark = pytest.mark.django_db(transaction=True)

RULES = ("chaos", "elemental", "swap", "three_open", "random", "same", "plus", "power_wall")


#: After so many placements all is compared: at the beginning, in the middle, before the last one of the first round,
#: when the second round was dealt, and in it.
LOOKED_AT = (0, 5, 8, 9, 11)


@pytest.fixture
def drawn(alice: User, bob: User, charlie: User, clock: Clock) -> Match:
    """A match in which everything is drawn that can be."""
    world.cards_make()
    for user in (alice, bob):
        world.copies_give(user, [f"A{number:03}" for number in range(1, 25)])
    world.seen_now(alice, bob, charlie)
    challenge = world.challenge_make(
        alice, bob, house="free", rules=RULES, trade="none", draw="replay", copies=None, addition="cd" * 16
    )
    return challenge_accept(challenge_id=challenge.pk, user=bob, addition="ab" * 16)


class Watcher(Ear):
    """An audience that also asks for the pages of the proof, and is pushed the match as it stands."""

    def all_bytes(self, *, everywhere: bool = True) -> str:
        """Everything that this audience can get now; pages besides those of the match with `everywhere`."""
        # What is told once only must be in neither of two looks.
        notices.match_changed(self.match.pk)
        Notice.objects.update(read_at=F("at"))
        for topic in self.topics:
            self.sent[topic] = []
        announce.match_changed(self.match.pk)
        base = f"/matches/{self.match.pk}/"
        asked = [
            self.client.get(base + page).content.decode()
            for page in ("proof/", "proof.json", "record.json", "regions/")
        ]
        return same_for_all("\n".join([self.heard(everywhere=everywhere), *asked]))


class Staff:
    """Somebody of the staff who looks at everything that the admin shows of the match, the logged look included."""

    def __init__(self, match: Match) -> None:
        self.user = User.objects.create_superuser(username="boss", password="eight-squares")
        self.client = Client()
        self.client.force_login(self.user, backend="django.contrib.auth.backends.ModelBackend")
        self.places = [
            reverse("admin:matches_match_change", args=[match.pk]),
            reverse("admin:matches_match_changelist"),
            reverse("admin:matches_seed_change", args=[match.seed_id]),
            reverse("admin:matches_seed_changelist"),
            reverse("admin:matches_challenge_change", args=[match.challenge_id]),
        ]
        self.look = reverse("admin:matches_match_look", args=[match.pk])

    def all_bytes(self, *, everywhere: bool = True) -> str:
        """Everything that the admin shows of the match."""
        pages = [self.client.get(place).content.decode() for place in self.places]
        looked = self.client.post(self.look, {"reason": "test"}).content.decode()
        self.user.logentry_set.all().delete()
        Match.objects.get(pk=self.look.split("/")[-3]).looks.all().delete()
        return same_for_all("\n".join([*pages, looked]))


def same_for_all(text: str) -> str:
    """Without what differs from answer to answer for other reasons: tokens, and seeds made for forms."""
    text = re.sub(r'(csrfmiddlewaretoken" value=|"X-CSRFToken": )"[^"]*"', "", plain(text))
    kept = Match.objects.filter(next_seed__isnull=False).values("next_seed")
    for seed in Seed.objects.filter(used_at=None).exclude(pk__in=kept):
        text = text.replace(f'name="seed_id" value="{seed.pk}"', "").replace(seed.commitment, "")
        seed.delete()
    return text


@contextmanager
def other_secrets(match: Match, colour: str) -> Iterator[None]:
    """As if the seed, the pools and what Chaos drew for later were others, as far as this audience may not know."""
    seed, setup = match.seed.secret, copy.deepcopy(match.setup)
    last = match.rounds.order_by("number").last()
    assert last is not None
    chaos = copy.deepcopy(last.draws)
    known = known_to(colour, standing(match)) if colour in (*COLOURS, "watch") else frozenset()  # type: ignore[arg-type]
    try:
        match.seed.secret = secrets.token_hex(32)
        match.seed.save()
        match.setup = {**setup, "pool": {each: [["x9", 10]] * 7 for each in COLOURS}}
        match.save(update_fields=["setup"])
        last.draws = {**chaos, "chaos": {each: _later(match, each, known, chaos["chaos"][each]) for each in COLOURS}}
        last.save()
        yield
    finally:
        match.seed.secret, match.setup, last.draws = seed, setup, chaos
        match.seed.save()
        match.save(update_fields=["setup"])
        last.save()


def _later(match: Match, colour: str, known: frozenset[str], order: list[str]) -> list[str]:
    """Another order: what was played stays, and so does the card to play now where the audience may know it."""
    at = standing(match)
    assert at.round is not None
    left = [key for key in order if key in {card.key for card in at.round.hands[colour]}]
    gone = [key for key in order if key not in left]
    if at.turn != colour or len(left) < 2:
        return gone + left[::-1]
    now, later = left[0], left[1:]
    hidden = [key for key in later if key not in known]
    if now not in known and hidden:
        now, later = hidden[-1], [left[0], *(key for key in later if key != hidden[-1])]
    return [*gone, now, *later[::-1]]


def first_round_to_a_draw(match: Match) -> list[tuple[str, int]]:
    """Placements that end the first round 5 to 5, found by the engine."""
    start, chance = record(match, complete=False), random.Random(1)
    for _try in range(3000):
        moves: list[list[Any]] = []
        trial = {**start, "rounds": [{**start["rounds"][0], "moves": moves}]}
        while (at := fold(trial)).round is not None and len(at.rounds) == 1 and not at.ended:
            move = chance.choice(legal_moves(at.round))
            moves.append([move.card, move.square])
        if len(at.rounds) == 2:
            return [(card, square) for card, square in moves]
    raise AssertionError("no line to a draw was found")


def test_no_byte_tells_a_draw_before_it_happens(drawn: Match, sent: dict[str, list[str]]) -> None:
    match = drawn
    assert set(match.setup["pool"]) == set(COLOURS) and match.setup["swap"] and match.setup["shown"]
    players = {seat.colour: seat.user for seat in match.seats.select_related("user")}
    ears: dict[str, Any] = {colour: Watcher(players[colour], colour, match, sent) for colour in COLOURS}
    ears["watch"] = Watcher(None, "watch", match, sent)
    ears["staff"] = Staff(match)
    line = first_round_to_a_draw(match)
    compared = 0
    for turn in range(12):
        match.refresh_from_db()
        for colour, ear in ears.items() if turn in LOOKED_AT else ():
            everywhere = turn == 9
            as_it_is = ear.all_bytes(everywhere=everywhere)
            assert match.seed.secret not in as_it_is and '"pool"' not in as_it_is and "&quot;pool" not in as_it_is
            with other_secrets(match, colour):
                assert ear.all_bytes(everywhere=everywhere) == as_it_is, (colour, turn)
            compared += len(as_it_is)
        at = standing(match)
        assert at.round is not None
        placement = legal_moves(at.round)[0]
        if turn < len(line):
            placement = type(placement)(*line[turn])
        match = world.placement_play(match, placement)
    assert Round.objects.filter(match=match).count() == 2 and compared > 100_000
    match_leave(match_id=match.pk, user=players["red"])
    match.refresh_from_db()
    # The comparison is real: once the match is over, all of it is shown, and another seed shows.
    for colour, ear in ears.items():
        as_it_is = ear.all_bytes(everywhere=False)
        assert match.seed.secret in as_it_is and "pool" in as_it_is
        with other_secrets(match, colour):
            assert ear.all_bytes(everywhere=False) != as_it_is


def test_the_card_to_play_is_told_to_the_player_on_turn(drawn: Match, sent: dict[str, list[str]]) -> None:
    at = standing(drawn)
    assert at.round is not None and at.round.forced is not None and at.turn is not None
    forced = at.round.forced.key
    others: list[Audience] = ["red" if at.turn == "blue" else "blue", "watch"]
    audiences: list[Audience] = [at.turn, *others]  # type: ignore[list-item]
    for audience in audiences:
        user = drawn.seats.get(colour=audience).user if audience != "watch" else None
        ear = Ear(user, audience, drawn, sent)
        found = ear.client.get(f"/matches/{drawn.pk}/", headers={"Accept": "application/json"}).json()
        assert found["must_play"] == (forced if forced in known_to(audience, at) else None)
        assert (found["must_play"] is not None) or audience != at.turn
