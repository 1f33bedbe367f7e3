"""Whatever two players do, in whatever order: books, copies and records agree (FAULTS 9, 10)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.audit import findings as wallet_findings
from accounts.models import User
from cards.models import Copy, Transfer
from matches.audit import findings
from matches.engine import legal_moves
from matches.models import Challenge, Match
from matches.queries.records import standing
from matches.services.challenges import challenge_accept, challenge_refuse, challenge_withdraw
from matches.services.leaving import match_leave
from matches.services.moves import move_play
from matches.services.options import option_set
from matches.services.overdue import settle_due
from matches.services.rematch import rematch_decline, rematch_offer
from matches.services.spoils import spoils_choose
from tests.conftest import Clock
from tests.matches import world
from triad.errors import GameError

pytestmark = pytest.mark.django_db


def _match() -> int:
    return Match.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def _challenge() -> int:
    return Challenge.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def _send(me: User, other: User, number: int) -> object:
    return world.challenge_make(me, other, trade=("one", "none")[number % 2])


def _accept(me: User, other: User, number: int) -> object:
    return challenge_accept(challenge_id=_challenge(), user=me, copies=world.hand_of(me))


def _place(me: User, other: User, number: int) -> object:
    match = Match.objects.get(pk=_match())
    round = standing(match).round
    assert round is not None
    legal = legal_moves(round)
    move = legal[number % len(legal)] if legal else None
    card, square = (move.card, move.square) if move and number % 7 else (f"b{number % 6}", number % 11)
    return move_play(match_id=match.pk, user=me, card=card, square=square, version=match.version - (number % 11 == 3))


def _choose(me: User, other: User, number: int) -> object:
    claim = Match.objects.get(pk=_match()).claim or {"of": []}
    return spoils_choose(match_id=_match(), user=me, keys=claim["of"][: number % 3])


ACTIONS: dict[str, Callable[[User, User, int], object]] = {
    "send": _send,
    "accept": _accept,
    "refuse": lambda me, other, number: challenge_refuse(challenge_id=_challenge(), user=me),
    "withdraw": lambda me, other, number: challenge_withdraw(challenge_id=_challenge(), user=me),
    "place": _place,
    "place more": _place,
    "leave": lambda me, other, number: match_leave(match_id=_match(), user=me),
    "choose": _choose,
    "rematch": lambda me, other, number: rematch_offer(match_id=_match(), user=me),
    "decline": lambda me, other, number: rematch_decline(match_id=_match(), user=me),
    "private": lambda me, other, number: option_set(match_id=_match(), user=me, option="private"),
}

STEPS = st.tuples(st.sampled_from([*ACTIONS, "wait", "outage"]), st.booleans(), st.integers(0, 120))


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(steps=st.lists(STEPS, min_size=10, max_size=40))
def test_books_copies_and_records_agree(
    players: tuple[User, User], clock: Clock, steps: list[tuple[str, bool, int]]
) -> None:
    for name, first, number in [("send", True, 1), ("accept", False, 0), *steps]:
        me, other = players if first else players[::-1]
        if name in ("wait", "outage"):
            clock.advance(number, beating=name == "wait")
            settle_due()
            continue
        with suppress(GameError, Match.DoesNotExist):
            ACTIONS[name](me, other, number)
    assert list(findings()) == [] and list(wallet_findings()) == []
    assert Copy.objects.count() == Transfer.objects.filter(giver=None).count()
