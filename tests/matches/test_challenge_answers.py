"""Accepting, refusing, withdrawing and expiring: one effect each, and a sentence for everything else."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from accounts.services.players import player_deactivate
from cards.models import Copy
from matches.audit import findings
from matches.models import BroughtCopy, Challenge, Match, Seat
from matches.services.challenges import challenge_accept, challenge_refuse, challenge_withdraw
from matches.services.overdue import settle_due
from matches.services.robots import robot_match_start, robots_load
from tests.conftest import Clock
from tests.matches import world
from triad.errors import GameError

pytestmark = pytest.mark.django_db


def accept(challenge: Challenge, user: User, **given: Any) -> Match:
    return challenge_accept(challenge_id=challenge.pk, user=user, **{"copies": world.hand_of(user), **given})


def code_of(call: Any) -> tuple[str, int]:
    with pytest.raises(GameError) as error:
        call()
    return error.value.code, error.value.status


def test_accepting_makes_a_match_with_both_additions(players: tuple[User, User]) -> None:
    alice, bob = players
    challenge = world.challenge_make(alice, bob, addition="AB" * 16)
    match = accept(challenge, bob, addition="cd" * 16)
    challenge.refresh_from_db()
    assert challenge.state == "accepted" and match.challenge == challenge and match.seed == challenge.seed
    assert match.additions == {"blue": "ab" * 16, "red": "cd" * 16}
    assert {seat.colour: seat.user for seat in match.seats.all()} == {"blue": alice, "red": bob}
    assert list(findings()) == []


def test_accepting_twice_makes_one_match(players: tuple[User, User]) -> None:
    challenge = world.challenge_make(*players)
    accept(challenge, players[1])
    assert code_of(lambda: accept(challenge, players[1])) == ("challenge_over", 409)
    assert Match.objects.count() == 1


def test_only_the_right_one_answers(players: tuple[User, User], charlie: User) -> None:
    alice, bob = players
    challenge = world.challenge_make(alice, bob)
    assert code_of(lambda: accept(challenge, charlie)) == ("no_challenge", 404)
    assert code_of(lambda: challenge_refuse(challenge_id=challenge.pk, user=charlie)) == ("no_challenge", 404)
    assert code_of(lambda: challenge_withdraw(challenge_id=challenge.pk, user=charlie)) == ("no_challenge", 404)
    assert code_of(lambda: accept(challenge, alice)) == ("not_for_you", 403)
    assert code_of(lambda: challenge_refuse(challenge_id=challenge.pk, user=alice)) == ("not_for_you", 403)
    assert code_of(lambda: challenge_withdraw(challenge_id=challenge.pk, user=bob)) == ("not_yours", 403)
    challenge.refresh_from_db()
    assert challenge.state == "waiting"


def test_refusing_keeps_the_reason(players: tuple[User, User]) -> None:
    challenge = world.challenge_make(*players)
    assert code_of(lambda: challenge_refuse(challenge_id=challenge.pk, user=players[1], reason="x" * 10_000)) == (
        "reason_too_long",
        400,
    )
    refused = challenge_refuse(challenge_id=challenge.pk, user=players[1], reason=" too \n late ")
    assert (refused.state, refused.reason) == ("refused", "too late")
    assert code_of(lambda: challenge_refuse(challenge_id=challenge.pk, user=players[1])) == ("challenge_over", 409)


def test_a_withdrawn_challenge_cannot_be_accepted(players: tuple[User, User]) -> None:
    challenge = world.challenge_make(*players)
    challenge_withdraw(challenge_id=challenge.pk, user=players[0])
    assert code_of(lambda: accept(challenge, players[1])) == ("challenge_over", 409)


def test_a_challenge_ends_by_itself_after_ten_minutes(players: tuple[User, User], clock: Clock) -> None:
    challenge = world.challenge_make(*players)
    clock.advance(599)
    settle_due()
    challenge.refresh_from_db()
    assert challenge.state == "waiting"
    clock.advance(1)
    settle_due()
    challenge.refresh_from_db()
    assert challenge.state == "expired"


def test_an_expired_challenge_is_not_accepted_whoever_settles_it(players: tuple[User, User], clock: Clock) -> None:
    challenge = world.challenge_make(*players)
    clock.advance(600)
    assert code_of(lambda: accept(challenge, players[1])) == ("challenge_over", 409)
    challenge.refresh_from_db()
    assert challenge.state == "expired"


def test_a_challenge_whose_card_is_gone_ends_with_a_sentence(players: tuple[User, User], charlie: User) -> None:
    alice, bob = players
    challenge = world.challenge_make(alice, bob)
    Copy.objects.filter(pk=challenge.hand.first().copy_id).update(owner=charlie)
    assert code_of(lambda: accept(challenge, bob)) == ("challenge_broken", 409)
    challenge.refresh_from_db()
    assert challenge.state == "broken" and "is gone" in challenge.reason
    assert not Match.objects.exists()


def test_the_accepters_hand_is_checked_too(players: tuple[User, User]) -> None:
    alice, bob = players
    challenge = world.challenge_make(alice, bob)
    assert code_of(lambda: accept(challenge, bob, copies=None)) == ("no_hand", 400)
    assert code_of(lambda: accept(challenge, bob, copies=world.hand_of(alice))) == ("no_copy", 404)
    heavy = [copy.pk for copy in world.copies_give(bob, ["A016", "A017", "A018", "A019", "A020"])]
    assert code_of(lambda: accept(challenge, bob, copies=heavy)) == ("hand_illegal", 400)
    precious = [copy.pk for copy in world.copies_give(bob, ["A022"])] + world.hand_of(bob)[:4]
    assert code_of(lambda: accept(challenge, bob, copies=precious)) == ("confirm_stake", 409)
    accept(challenge, bob, copies=precious, confirmed=True)


def test_beginning_a_match_withdraws_the_players_other_challenges(players: tuple[User, User], charlie: User) -> None:
    alice, bob = players
    world.copies_give(charlie, [f"A{number:03}" for number in range(1, 6)])
    other = world.challenge_make(bob, charlie)
    from_charlie = world.challenge_make(charlie, alice)
    accept(world.challenge_make(alice, bob), bob)
    other.refresh_from_db()
    from_charlie.refresh_from_db()
    assert (other.state, from_charlie.state) == ("withdrawn", "waiting")
    assert code_of(lambda: accept(from_charlie, alice)) == ("in_a_match", 409)


def test_a_challenge_waits_while_its_challenger_plays(players: tuple[User, User], charlie: User) -> None:
    alice, bob = players
    world.copies_give(charlie, [f"A{number:03}" for number in range(1, 6)])
    crossing = world.challenge_make(charlie, bob)
    accept(world.challenge_make(alice, charlie), charlie)
    crossing.refresh_from_db()
    assert crossing.state == "withdrawn"


def test_a_match_against_a_robot_is_dropped_without_result(players: tuple[User, User]) -> None:
    alice, bob = players
    robots_load()
    against_robot = robot_match_start(user=alice, robot="easy", rules=["same"])
    match = accept(world.challenge_make(alice, bob), bob)
    against_robot.refresh_from_db()
    assert (against_robot.state, against_robot.ended, against_robot.winner) == ("over", "did_not_finish", "")
    assert not Seat.objects.filter(match=against_robot).exclude(busy="", outcome="", did_not_finish=False).exists()
    assert Seat.objects.get(user=alice, busy="people").match == match
    assert list(findings()) == []


def test_the_ten_copies_of_a_live_match_cannot_be_brought_again(match: Match, players: tuple[User, User]) -> None:
    frozen = set(BroughtCopy.objects.filter(match=match, frozen=True).values_list("copy", flat=True))
    assert len(frozen) == 10 and not frozen & set(world.hand_of(players[0], 20))


def test_a_closed_account_begins_no_match_any_more(players: tuple[User, User]) -> None:
    alice, bob = players
    challenge = world.challenge_make(alice, bob)
    player_deactivate(user=alice)
    assert code_of(lambda: accept(challenge, bob)) == ("opponent_closed", 409)
    assert not Match.objects.exists()
