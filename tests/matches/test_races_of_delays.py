"""The end of a delay against whatever else can happen at that moment: it counts once, and the books are right."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.audit import findings as wallet_findings
from accounts.models import LedgerEntry, User
from cards.models import Transfer
from matches.audit import findings
from matches.models import Match, Seat
from matches.queries.records import seats
from matches.services.challenges import challenge_accept
from matches.services.delays import match_show
from matches.services.leaving import match_leave
from matches.services.overdue import settle_due, settle_match
from matches.services.spoils import spoils_choose
from tests.conftest import Clock
from tests.matches import world
from tests.matches.delayed import DELAY, choose, match_delayed, names_give, pass_time, play_out
from tests.matches.races import failures, race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def two(alice: User, bob: User, clock: Clock) -> tuple[User, User]:
    names_give(alice, bob)
    return alice, bob


def _books_are_right() -> bool:
    return not [*findings(), *wallet_findings()]


def test_the_end_is_shown_once_whoever_comes_first(two: tuple[User, User], clock: Clock) -> None:
    match = match_delayed(*two)
    play_out(match, clock)
    taken = choose(match)
    clock.advance(DELAY)
    calls = [partial(settle_match, match_id=match.pk)] * 4 + [settle_due, partial(match_show, match_id=match.pk)]
    assert not failures(results := race(calls)), results
    match.refresh_from_db()
    assert (match.state, match.chosen) == (Match.State.OVER, taken)
    assert LedgerEntry.objects.filter(reason="match").count() == 2
    assert Transfer.objects.filter(reason="spoils").count() == len(taken)
    assert _books_are_right()


def test_a_choice_at_the_last_moment_and_the_clocks_are_one(two: tuple[User, User], clock: Clock) -> None:
    match = match_delayed(*two)
    play_out(match, clock)
    match.refresh_from_db()
    assert match.state == Match.State.CHOOSING
    winner, key = seats(match)[match.claim["by"]].user, match.claim["of"][0]
    clock.advance(60)
    calls = [
        partial(spoils_choose, match_id=match.pk, user=winner, keys=[key]),
        partial(settle_match, match_id=match.pk),
    ]
    assert not failures(results := race(calls)), results
    match.refresh_from_db()
    assert match.state == Match.State.HELD and match.due_at == clock.now + match.delay_time
    pass_time(clock, DELAY)
    assert Transfer.objects.filter(reason="spoils").count() == 1 and _books_are_right()


def test_held_copies_are_brought_into_the_next_match_after_the_end_or_not(two: tuple[User, User], clock: Clock) -> None:
    alice, bob = two
    match = match_delayed(alice, bob, trade="none", rules=["same", "limitless"])
    play_out(match, clock)
    colour = match.seats.get(user=bob).colour[0]
    held = list(match.brought.filter(key__startswith=colour).values_list("copy", flat=True))
    challenge = world.challenge_make(alice, bob, trade="none", rules=["same", "limitless"])
    clock.advance(DELAY)
    accept = partial(challenge_accept, challenge_id=challenge.pk, user=bob, copies=held)
    results = race([partial(settle_match, match_id=match.pk), accept])
    assert not failures(results), results
    match.refresh_from_db()
    assert match.state == Match.State.OVER
    began = isinstance(results[1], Match)
    assert began == Seat.objects.exclude(busy="").exists(), results
    if began:
        match_leave(match_id=results[1].pk, user=bob)
    assert _books_are_right()
