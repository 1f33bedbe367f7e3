"""A player's statistics: a draw is a draw, by house, people and robots apart."""

from __future__ import annotations

import pytest

from accounts.models import User
from matches.models import Match
from matches.queries.history import Tally, history, live_match, statistics
from matches.services.leaving import match_leave
from tests.matches import world

pytestmark = pytest.mark.django_db


def test_a_player_without_matches_has_zeros(alice: User) -> None:
    assert statistics(alice).total == Tally() and not statistics(alice).by_house


def test_a_win_and_a_loss(match: Match) -> None:
    match = world.match_play(match)
    won, lost = match.seats.get(outcome="won").user, match.seats.get(outcome="lost").user
    assert statistics(won).by_house == {"deling": Tally(won=1, points=10)}
    assert statistics(lost).total == Tally(lost=1, points=5)


def test_a_did_not_finish_counts_for_the_leaver_only(match: Match, players: tuple[User, User]) -> None:
    alice, bob = players
    assert statistics(alice).total == Tally()
    match_leave(match_id=match.pk, user=alice)
    assert statistics(alice).total == Tally(did_not_finish=1)
    assert statistics(bob).total == Tally()


def test_the_history_is_newest_first_and_without_what_runs(players: tuple[User, User]) -> None:
    alice, bob = players
    first = match_leave(match_id=world.match_make(alice, bob, trade="none").pk, user=bob)
    second = match_leave(match_id=world.match_make(bob, alice, trade="none").pk, user=bob)
    running = world.match_make(alice, bob, trade="none")
    assert [seat.match for seat in history(alice)] == [second, first]
    assert live_match(alice) == live_match(bob) == running
