"""Time: the server places for who does not, an outage is nobody's loss, and settling twice changes nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from matches.audit import findings
from matches.engine import legal_moves
from matches.models import Challenge, Heartbeat, Match, Move, Seed
from matches.queries.records import record, seats, standing
from matches.services.moves import move_play
from matches.services.overdue import beat, settle_due, settle_match
from matches.services.seeds import seed_make, seeds_sweep
from tests.conftest import Clock
from tests.matches import world
from triad.errors import GameError

pytestmark = pytest.mark.django_db


def test_before_its_time_nothing_is_settled(match: Match, clock: Clock) -> None:
    clock.advance(59.9)
    settle_match(match_id=match.pk)
    assert not settle_due()
    assert not Move.objects.exists()


def test_the_clock_places_the_drawn_move_when_nobody_is_connected(match: Match, clock: Clock) -> None:
    from matches.engine import deal
    from matches.services.seeds import draws_of

    at = standing(match)
    drawn = deal.timeout(draws_of(match), 0, 0, legal_moves(at.round))
    clock.advance(60)
    settle_due()
    move = Move.objects.get()
    assert (move.card, move.square, move.by_clock) == (drawn.card, drawn.square, True)
    match.refresh_from_db()
    assert match.version == 2 and (match.due_at - clock.now).total_seconds() == 60
    assert record(match)["rounds"][0]["clock"] == [0]


def test_settling_twice_places_once(match: Match, clock: Clock) -> None:
    clock.advance(60)
    settle_match(match_id=match.pk)
    settle_match(match_id=match.pk)
    settle_due()
    assert Move.objects.count() == 1


def test_a_placement_that_comes_too_late_is_refused(match: Match, clock: Clock) -> None:
    user, version = world.turn_user(match), match.version
    clock.advance(60)
    with pytest.raises(GameError) as error:
        move_play(match_id=match.pk, user=user, card=f"{match.turn[0]}1", square=1, version=version)
    assert error.value.code == "stale_version"
    assert list(Move.objects.values_list("by_clock", flat=True)) == [True]


def _time_out(match: Match, clock: Clock, *here: User) -> None:
    """The player on turn does not place; these players are here meanwhile."""
    clock.advance(match.move_time)
    world.seen_now(*here)
    settle_due()
    match.refresh_from_db()


def _until_gone(match: Match, clock: Clock, away: User, *here: User) -> Match:
    """The one player never places, the other always does."""
    for _turn in range(9):
        if match.state != Match.State.PLAYING:
            return match
        if world.turn_user(match) == away:
            _time_out(match, clock, *here)
        else:
            world.placement_play(match)
            match.refresh_from_db()
    raise AssertionError("nobody left")


def test_who_does_not_move_three_times_in_a_row_has_left(
    match: Match, clock: Clock, players: tuple[User, User]
) -> None:
    alice, bob = players
    match = _until_gone(match, clock, alice, bob)
    assert (match.state, match.ended, match.winner) == ("over", "did_not_finish", "")
    assert match.left == {"by": "blue", "how": "did_not_finish"}
    assert match.moves.filter(by_clock=True).count() == 3
    assert {seat.user: seat.did_not_finish for seat in match.seats.all()} == {alice: True, bob: False}
    assert list(findings()) == []


def test_where_both_are_gone_neither_gets_an_entry(match: Match, clock: Clock, players: tuple[User, User]) -> None:
    for _turn in range(9):
        if match.state == Match.State.PLAYING:
            _time_out(match, clock)
    assert (match.ended, match.moves.count()) == ("did_not_finish", 5)
    assert set(match.seats.values_list("did_not_finish", "outcome", "points", "experience")) == {(False, "", 0, 0)}
    assert not match.brought.filter(frozen=True).exists()


def test_three_times_but_not_in_a_row_is_no_leaving(match: Match, clock: Clock, players: tuple[User, User]) -> None:
    alice, bob = players
    for number in range(9):
        match.refresh_from_db()
        if match.state != Match.State.PLAYING:
            break
        if world.turn_user(match) == alice and number // 2 != 2:
            _time_out(match, clock, alice, bob)
        else:
            world.placement_play(match)
    match.refresh_from_db()
    assert match.ended != "did_not_finish"
    match = world.match_play(match)
    assert match.ended == "played"
    assert match.seats.get(user=alice).points == 0, "for whom the clock placed two or more cards, nothing is paid"
    assert match.seats.get(user=bob).points > 0


def test_the_spoils_go_by_themselves_after_sixty_seconds(match: Match, clock: Clock) -> None:
    match = world.match_play(match)
    assert (match.due_at - clock.now).total_seconds() == 60
    clock.advance(60)
    settle_due()
    settle_due()
    match.refresh_from_db()
    loser = "red" if match.winner == "blue" else "blue"
    best = max(match.setup["hands"][loser], key=lambda card: (card["level"], sum(card["ranks"]) + 1 >> 1))
    assert match.state == "over" and match.chosen == [best["key"]]
    assert list(findings()) == []


def test_an_outage_moves_every_deadline_by_its_length_once(
    match: Match, clock: Clock, players: tuple[User, User], charlie: User
) -> None:
    world.copies_give(charlie, [f"A{number:03}" for number in range(1, 6)])
    challenge = world.challenge_make(charlie, players[0])
    due, expires = match.due_at, challenge.expires_at
    clock.advance(3600, beating=False)
    settle_match(match_id=match.pk)
    settle_due()
    beat()
    match.refresh_from_db()
    challenge.refresh_from_db()
    assert match.due_at == due + timedelta(hours=1) and challenge.expires_at == expires + timedelta(hours=1)
    assert not Move.objects.exists() and challenge.state == Challenge.State.WAITING
    assert Heartbeat.objects.get().at == clock.now


def test_five_seconds_without_a_beat_are_no_outage(match: Match, clock: Clock) -> None:
    due = match.due_at
    clock.advance(5, beating=False)
    beat()
    match.refresh_from_db()
    assert match.due_at == due


def test_what_was_overdue_before_the_outage_stays_overdue(match: Match, clock: Clock) -> None:
    clock.advance(61)
    clock.advance(600, beating=False)
    settle_match(match_id=match.pk)
    assert Move.objects.get().by_clock


def test_the_first_beat_of_all_is_no_outage(match: Match, clock: Clock) -> None:
    Heartbeat.objects.all().delete()
    due = match.due_at
    beat()
    match.refresh_from_db()
    assert match.due_at == due and Heartbeat.objects.count() == 1


def test_a_deadline_that_is_set_after_an_outage_is_not_moved_by_it(players: tuple[User, User], clock: Clock) -> None:
    clock.advance(3600, beating=False)
    match = world.match_make(*players)
    beat()
    match.refresh_from_db()
    assert (match.due_at - clock.now).total_seconds() == 60


def test_one_match_that_cannot_be_settled_stops_no_other(
    match: Match, clock: Clock, charlie: User, caplog: pytest.LogCaptureFixture
) -> None:
    dave = User.objects.create_user(username="dave", password="x")
    for user in (charlie, dave):
        world.copies_give(user, [f"A{number:03}" for number in range(1, 6)])
    other = world.match_make(charlie, dave)
    Match.objects.filter(pk=match.pk).update(setup={"trade": "one"})
    clock.advance(60)
    settle_due()
    assert other.moves.count() == 1
    match.refresh_from_db()
    assert match.due_at > clock.now and "could not be settled" in caplog.text


def test_unused_seeds_are_swept_after_a_day(match: Match, clock: Clock, alice: User) -> None:
    seed_make(owner=alice)
    young = seed_make(owner=alice)
    Seed.objects.filter(pk=young.pk).update(made_at=clock.now + timedelta(hours=1))
    clock.advance(24 * 3600 + 1)
    assert seeds_sweep(moment=clock.now) == 1
    assert set(Seed.objects.all()) == {young, match.seed}


def test_the_seats_of_a_settled_match_are_free(match: Match, clock: Clock) -> None:
    match = world.match_play(match)
    clock.advance(60)
    settle_match(match_id=match.pk)
    assert all(not seat.busy for seat in seats(match).values())
