"""Everything that two can do at once has one effect: real threads on PostgreSQL (FAULTS 3, 4, 5)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial

import pytest

from accounts.audit import findings as wallet_findings
from accounts.models import LedgerEntry, User
from cards.models import Copy, Transfer
from matches.audit import findings
from matches.models import BroughtCopy, Challenge, Match, Move, Seat
from matches.queries.records import seats, standing
from matches.services.challenges import challenge_accept, challenge_refuse, challenge_withdraw
from matches.services.leaving import match_leave
from matches.services.moves import move_play
from matches.services.options import option_set
from matches.services.overdue import beat, settle_due, settle_match
from matches.services.rematch import rematch_offer
from matches.services.robots import robot_match_start, robots_load
from matches.services.spoils import spoils_choose
from tests.conftest import Clock
from tests.matches import world
from tests.matches.races import failures, race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

#: How often each race is run; TRIAD_RACES says otherwise.
TIMES = int(os.environ.get("TRIAD_RACES", "6"))


@pytest.fixture(autouse=True)
def clean(players: tuple[User, User]) -> Iterator[None]:
    """After every race the books are right, and every copy that was there is there."""
    before = Copy.objects.count()
    yield
    assert list(findings()) == [] and list(wallet_findings()) == []
    given = Transfer.objects.filter(giver=None).count()
    assert Copy.objects.count() == given >= before


def _end(match: Match) -> None:
    """Frees the players for the next race."""
    match.refresh_from_db()
    if match.state == Match.State.PLAYING:
        match_leave(match_id=match.pk, user=match.seats.first().user)
    elif match.state == Match.State.CHOOSING:
        spoils_choose(match_id=match.pk, user=seats(match)[match.winner].user, keys=[])


def test_ten_accepts_make_one_match(players: tuple[User, User]) -> None:
    alice, bob = players
    for _time in range(TIMES):
        challenge, hand = world.challenge_make(alice, bob, trade="none"), world.hand_of(bob)
        results = race([partial(challenge_accept, challenge_id=challenge.pk, user=bob, copies=hand)] * 10)
        made = [result for result in results if isinstance(result, Match)]
        assert len(made) == 1 and not failures(results), results
        assert results.count("challenge_over") == 9
        assert BroughtCopy.objects.filter(frozen=True).count() == 10
        _end(made[0])
    assert Match.objects.count() == TIMES


def test_accept_against_withdraw_against_refuse(players: tuple[User, User]) -> None:
    alice, bob = players
    for _time in range(TIMES):
        challenge, hand = world.challenge_make(alice, bob, trade="none"), world.hand_of(bob)
        results = race(
            [
                partial(challenge_accept, challenge_id=challenge.pk, user=bob, copies=hand),
                partial(challenge_withdraw, challenge_id=challenge.pk, user=alice),
                partial(challenge_refuse, challenge_id=challenge.pk, user=bob),
            ]
        )
        assert results.count("challenge_over") == 2 and not failures(results), results
        challenge.refresh_from_db()
        matches = Match.objects.filter(challenge=challenge)
        assert matches.count() == (challenge.state == "accepted")
        for match in matches:
            _end(match)


def test_a_invites_b_while_b_invites_a_and_both_accept(players: tuple[User, User]) -> None:
    alice, bob = players
    for _time in range(TIMES):
        one, other = world.challenge_make(alice, bob, trade="none"), world.challenge_make(bob, alice, trade="none")
        hands = world.hand_of(alice, 10)[5:], world.hand_of(bob, 10)[5:]
        results = race(
            [
                partial(challenge_accept, challenge_id=one.pk, user=bob, copies=hands[1]),
                partial(challenge_accept, challenge_id=other.pk, user=alice, copies=hands[0]),
            ]
        )
        made = [result for result in results if isinstance(result, Match)]
        assert len(made) == 1 and not failures(results), results
        assert set(Challenge.objects.filter(pk__in=[one.pk, other.pk]).values_list("state", flat=True)) == {
            "accepted",
            "withdrawn",
        }
        _end(made[0])


def test_the_same_challenge_sent_ten_times(players: tuple[User, User]) -> None:
    alice, bob = players
    for _time in range(TIMES):
        hand = world.hand_of(alice)
        results = race([partial(world.challenge_make, alice, bob, copies=hand, trade="none")] * 10)
        made = [result for result in results if isinstance(result, Challenge)]
        assert len(made) == 1 and not failures(results), results
        challenge_withdraw(challenge_id=made[0].pk, user=alice)


def test_one_player_accepted_by_two_plays_one(players: tuple[User, User], charlie: User) -> None:
    alice, bob = players
    world.copies_give(charlie, [f"A{number:03}" for number in range(1, 6)])
    for _time in range(TIMES):
        to_bob, to_charlie = (world.challenge_make(alice, each, trade="none") for each in (bob, charlie))
        hands = world.hand_of(bob), world.hand_of(charlie)
        results = race(
            [
                partial(challenge_accept, challenge_id=to_bob.pk, user=bob, copies=hands[0]),
                partial(challenge_accept, challenge_id=to_charlie.pk, user=charlie, copies=hands[1]),
            ]
        )
        made = [result for result in results if isinstance(result, Match)]
        assert len(made) == 1 and not failures(results), results
        assert Seat.objects.filter(user=alice, busy="people").count() == 1
        _end(made[0])


def test_two_placements_of_one_turn(players: tuple[User, User]) -> None:
    match = world.match_make(*players, trade="none")
    for number in range(9):
        at, version, user = standing(match), match.version, world.turn_user(match)
        hand, squares = at.round.hands[match.turn], [n for n in range(1, 10) if n not in at.round.board]
        results = race(
            [
                partial(move_play, match_id=match.pk, user=user, card=card.key, square=square, version=version)
                for card in hand
                for square in squares[:2]
            ]
        )
        assert sum(isinstance(result, Match) for result in results) == 1 and not failures(results), results
        assert Move.objects.filter(match=match).count() == number + 1
        match.refresh_from_db()


def test_two_choices_of_spoils(players: tuple[User, User]) -> None:
    for _time in range(max(3, TIMES // 4)):
        match = world.match_play(world.match_make(*players))
        winner, of = seats(match)[match.winner].user, match.claim["of"]
        results = race([partial(spoils_choose, match_id=match.pk, user=winner, keys=[key]) for key in of * 2])
        assert sum(isinstance(result, Match) for result in results) == 1 and not failures(results), results
        assert Transfer.objects.filter(reason="spoils", cause=f"match:{match.pk}").count() == 1


def test_a_choice_against_the_default(players: tuple[User, User], clock: Clock) -> None:
    for _time in range(max(3, TIMES // 4)):
        match = world.match_play(world.match_make(*players))
        winner, key = seats(match)[match.winner].user, match.claim["of"][-1]
        clock.advance(60)
        results = race(
            [
                partial(spoils_choose, match_id=match.pk, user=winner, keys=[key]),
                settle_due,
                partial(settle_match, match_id=match.pk),
            ]
        )
        assert not failures(results), results
        assert Transfer.objects.filter(reason="spoils", cause=f"match:{match.pk}").count() == 1


def test_the_clock_fired_by_everybody_at_once_against_a_placement(players: tuple[User, User], clock: Clock) -> None:
    match = world.match_make(*players, trade="none")
    for number in range(8):
        match.refresh_from_db()
        if match.state != Match.State.PLAYING:
            break
        user, version, at = world.turn_user(match), match.version, standing(match)
        card = at.round.hands[match.turn][0].key
        square = next(square for square in range(1, 10) if square not in at.round.board)
        clock.advance(60)
        world.seen_now(*players)
        results = race(
            [
                settle_due,
                partial(settle_match, match_id=match.pk),
                partial(move_play, match_id=match.pk, user=user, card=card, square=square, version=version),
                settle_due,
            ]
        )
        assert not failures(results), results
        assert Move.objects.filter(match=match).count() == number + 1
    assert all(Move.objects.filter(match=match).values_list("by_clock", flat=True))


def test_the_last_placement_against_the_clock_pays_once(players: tuple[User, User], clock: Clock) -> None:
    for _time in range(max(3, TIMES // 4)):
        match = world.match_make(*players, trade="none")
        for _placement in range(8):
            world.placement_play(match)
        match.refresh_from_db()
        user, version, at = world.turn_user(match), match.version, standing(match)
        card = at.round.hands[match.turn][0].key
        square = next(square for square in range(1, 10) if square not in at.round.board)
        results = race(
            [partial(move_play, match_id=match.pk, user=user, card=card, square=square, version=version)] * 4
            + [partial(match_leave, match_id=match.pk, user=user)] * 2
        )
        assert not failures(results), results
        assert LedgerEntry.objects.filter(cause=f"match:{match.pk}").values("user").distinct().count() <= 2
        _end(match)


def test_a_rematch_from_both_at_once_is_one_match(players: tuple[User, User]) -> None:
    alice, bob = players
    match = world.match_play(world.match_make(alice, bob, trade="none"))
    for _time in range(TIMES):
        results = race([partial(rematch_offer, match_id=match.pk, user=each) for each in (alice, bob, alice, bob)])
        made = {result for result in results if isinstance(result, Match)}
        assert len(made) == 1 and not failures(results), results
        (match,) = made
        assert Match.objects.filter(rematch_of=match.rematch_of).count() == 1
        match_leave(match_id=match.pk, user=alice)


def test_an_outage_is_healed_once_by_many(players: tuple[User, User], clock: Clock) -> None:
    match = world.match_make(*players, trade="none")
    for _time in range(TIMES):
        match.refresh_from_db()
        due = match.due_at
        clock.advance(100, beating=False)
        results = race([beat, settle_due, partial(settle_match, match_id=match.pk), beat, settle_due])
        assert not failures(results), results
        match.refresh_from_db()
        assert (match.due_at - due).total_seconds() == 100 and not match.moves.exists()


def test_a_robot_places_once_however_many_settle(players: tuple[User, User], clock: Clock) -> None:
    robots_load()
    match = robot_match_start(user=players[0], robot="easy", rules=["same"])
    for _turn in range(9):
        match.refresh_from_db()
        if match.state != Match.State.PLAYING or match.rounds.count() > 1:
            break
        before = match.moves.count()
        if world.turn_user(match).is_robot:
            clock.advance(1)
            results = race([settle_due, partial(settle_match, match_id=match.pk), settle_due])
            assert not failures(results), results
        else:
            world.placement_play(match)
        assert match.moves.count() == before + 1
    _end(match)


def test_ten_clicks_on_a_robot_begin_one_match(players: tuple[User, User]) -> None:
    robots_load()
    for _time in range(TIMES):
        results = race([partial(robot_match_start, user=players[0], robot="steady", rules=["same"])] * 10)
        made = [result for result in results if isinstance(result, Match)]
        assert len(made) == 1 and not failures(results), results
        match_leave(match_id=made[0].pk, user=players[0])


def test_accepting_while_the_robot_match_goes_on(players: tuple[User, User], clock: Clock) -> None:
    alice, bob = players
    robots_load()
    for _time in range(TIMES):
        against_robot = robot_match_start(user=bob, robot="easy", rules=["same"])
        challenge, hand = world.challenge_make(alice, bob, trade="none"), world.hand_of(bob)
        clock.advance(1)
        calls = [
            partial(challenge_accept, challenge_id=challenge.pk, user=bob, copies=hand),
            settle_due,
            partial(match_leave, match_id=against_robot.pk, user=bob),
        ]
        results = race(calls)
        assert not failures(results) and isinstance(results[0], Match), results
        against_robot.refresh_from_db()
        assert against_robot.ended == "did_not_finish"
        _end(results[0])


def test_both_change_the_option_while_one_places(players: tuple[User, User]) -> None:
    alice, bob = players
    match = world.match_make(alice, bob, trade="none")
    for _time in range(TIMES):
        results = race([partial(option_set, match_id=match.pk, user=each, option="broadcast") for each in (alice, bob)])
        assert not failures(results), results
        match.refresh_from_db()
        assert match.option == "broadcast" and not match.seats.exclude(wants_option="").exists()
        option_set(match_id=match.pk, user=alice, option="private")
        race([partial(option_set, match_id=match.pk, user=each, option="open") for each in (alice, bob)])
        match.refresh_from_db()
        assert match.option == "open"
