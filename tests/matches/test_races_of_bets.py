"""Bets and drawn hands where two do something at once: real threads on PostgreSQL (FAULTS 3, 4, 5)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial

import pytest

from accounts.audit import findings as wallet_findings
from accounts.models import LedgerEntry, User, Wallet
from accounts.services.wallet import pay
from matches.audit import findings
from matches.models import BroughtCopy, Challenge, Match
from matches.queries.records import standing
from matches.services.challenges import challenge_accept
from matches.services.leaving import match_leave
from matches.services.moves import move_play
from matches.services.overdue import settle_due, settle_match
from matches.services.rematch import rematch_offer
from tests.conftest import Clock
from tests.matches import world
from tests.matches.races import failures, race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

#: How often each race is run; TRIAD_RACES says otherwise.
TIMES = int(os.environ.get("TRIAD_RACES", "4"))
START = 1000


@pytest.fixture(autouse=True)
def betting(players: tuple[User, User], charlie: User, bets_open: None) -> Iterator[tuple[User, User, User]]:
    """Three who have cards and a thousand points; afterwards no point is lost and none is made but by pay."""
    world.copies_give(charlie, [f"A{number:03}" for number in range(1, 13)])
    world.seen_now(charlie)
    three = (*players, charlie)
    for user in three:
        pay(user=user, points=START, reason="grant", cause="start")
    yield three
    assert [*findings(), *wallet_findings()] == []
    live = Match.objects.filter(state=Match.State.PLAYING)
    paid = sum(LedgerEntry.objects.filter(reason="match").values_list("points", flat=True))
    held = sum(2 * match.bet for match in live)
    assert sum(Wallet.objects.values_list("points", flat=True)) + held == 3 * START + paid


def _leave(match: Match) -> None:
    match.refresh_from_db()
    if match.state == Match.State.PLAYING:
        match_leave(match_id=match.pk, user=match.seats.order_by("colour").first().user)


def test_a_bet_is_held_once_under_ten_accepts(betting: tuple[User, User, User]) -> None:
    alice, bob, _charlie = betting
    for _time in range(TIMES):
        challenge, hand = world.challenge_make(alice, bob, trade="none", bet=10), world.hand_of(bob)
        results = race([partial(challenge_accept, challenge_id=challenge.pk, user=bob, copies=hand)] * 10)
        (match,) = [result for result in results if isinstance(result, Match)]
        assert not failures(results), results
        assert LedgerEntry.objects.filter(cause=f"match:{match.pk}:bet").count() == 2
        _leave(match)


def test_one_wallet_holds_one_bet_where_two_accept(betting: tuple[User, User, User]) -> None:
    alice, bob, charlie = betting
    for _time in range(TIMES):
        asked = [world.challenge_make(alice, each, trade="none", bet=20) for each in (bob, charlie)]
        hands = [world.hand_of(each) for each in (bob, charlie)]
        results = race(
            [
                partial(challenge_accept, challenge_id=asked[0].pk, user=bob, copies=hands[0]),
                partial(challenge_accept, challenge_id=asked[1].pk, user=charlie, copies=hands[1]),
            ]
        )
        made = [result for result in results if isinstance(result, Match)]
        assert len(made) == 1 and not failures(results), results
        _leave(made[0])
        Challenge.objects.filter(state="waiting").update(state="withdrawn")


def test_the_last_placement_against_leaving_against_the_clock_gives_the_bet_once(
    betting: tuple[User, User, User], clock: Clock
) -> None:
    alice, bob, _charlie = betting
    for _time in range(TIMES):
        match = world.match_make(alice, bob, house="tffo", rules=["open"], trade="none", bet=10)
        for _placement in range(8):
            world.placement_play(match)
        match.refresh_from_db()
        user, version, at = world.turn_user(match), match.version, standing(match)
        card = at.round.hands[match.turn][0].key
        square = next(square for square in range(1, 10) if square not in at.round.board)
        clock.advance(60)
        world.seen_now(alice, bob)
        results = race(
            [
                partial(move_play, match_id=match.pk, user=user, card=card, square=square, version=version),
                partial(match_leave, match_id=match.pk, user=alice),
                partial(match_leave, match_id=match.pk, user=bob),
                settle_due,
                partial(settle_match, match_id=match.pk),
            ]
        )
        assert not failures(results), results
        settled = LedgerEntry.objects.filter(cause=f"match:{match.pk}:bet:settled")
        assert sum(settled.values_list("points", flat=True)) == 20


def test_two_wishes_for_a_rematch_hold_the_bet_once(betting: tuple[User, User, User]) -> None:
    alice, bob, _charlie = betting
    for _time in range(TIMES):
        last = world.match_make(alice, bob, trade="none", bet=10)
        match_leave(match_id=last.pk, user=alice)
        results = race([partial(rematch_offer, match_id=last.pk, user=each) for each in (alice, bob) * 3])
        assert not failures(results), results
        match = Match.objects.get(rematch_of=last)
        assert LedgerEntry.objects.filter(cause=f"match:{match.pk}:bet").count() == 2
        _leave(match)


def test_ten_accepts_draw_one_pair_of_hands(betting: tuple[User, User, User]) -> None:
    alice, bob, _charlie = betting
    for _time in range(TIMES):
        challenge = world.challenge_make(alice, bob, house="tffo", rules=["random"], trade="none", copies=None)
        results = race([partial(challenge_accept, challenge_id=challenge.pk, user=bob)] * 10)
        made = [result for result in results if isinstance(result, Match)]
        assert len(made) == 1 and not failures(results), results
        assert BroughtCopy.objects.filter(frozen=True).count() == 10
        _leave(made[0])
