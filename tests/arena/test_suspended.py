"""What a suspension ends in the lobby: nobody waits for, or is matched with, who cannot play."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.civility.models import Sanction
from accounts.civility.sanctions import sanction_lay
from accounts.models import User
from accounts.queries import is_connected, people_here
from matches.arena.models import Pairing, Seek
from matches.arena.pairing import pairing_ready, seek_join
from matches.arena.showing import open_views
from matches.models import Challenge, Match
from matches.services.challenges import challenge_accept
from tests.arena.open import answer, open_make
from tests.conftest import Clock
from tests.matches import world
from triad.errors import GameError

Players = tuple[User, User]


def suspend(player: User, clock: Clock, kind: str = Sanction.Kind.SUSPEND) -> None:
    by = User.objects.create_superuser(username="marshal", password="x")
    sanction_lay(player=player, kind=kind, until=clock.now + timedelta(hours=1), reason="Insults", by=by)


def test_a_suspension_takes_ones_challenges_back(players: Players, clock: Clock) -> None:
    alice, bob = players
    stands, named = open_make(alice), world.challenge_make(alice, bob)
    suspend(alice, clock)
    states = Challenge.objects.values_list("state", flat=True)
    assert set(states) == {Challenge.State.WITHDRAWN} and open_views(bob) == []
    for challenge in (stands, named):
        with pytest.raises(GameError) as refused:
            answer(challenge, bob)
        assert refused.value.code == "challenge_over"
    assert not Match.objects.exists()


def test_a_mute_takes_no_challenge_back(players: Players, clock: Clock) -> None:
    alice, bob = players
    open_make(alice)
    suspend(alice, clock, Sanction.Kind.MUTE)
    assert [view.name for view in open_views(bob)] == ["alice"] and is_connected(alice)


def test_a_suspension_ends_the_looking_and_lets_the_other_look_on(players: Players, clock: Clock) -> None:
    alice, bob = players
    for user in players:
        seek_join(user=user, copies=world.hand_of(user))
    pairing = Pairing.objects.get()
    suspend(alice, clock)
    assert Seek.objects.get().user == bob and not Pairing.objects.exists()
    with pytest.raises(GameError):
        pairing_ready(pairing_id=pairing.pk, user=bob)


def test_who_is_suspended_is_not_here_and_begins_nothing(players: Players, clock: Clock) -> None:
    alice, bob = players
    asked = world.challenge_make(bob, alice)
    User.objects.filter(pk=alice.pk).update(suspended_until=clock.now + timedelta(hours=1))
    assert not is_connected(alice) and list(people_here()) == [bob]
    # The rows as requests loaded them before the suspension say nothing of it.
    for call in (
        lambda: open_make(alice),
        lambda: seek_join(user=alice, copies=world.hand_of(alice)),
        lambda: challenge_accept(challenge_id=asked.pk, user=alice, copies=world.hand_of(alice)),
    ):
        with pytest.raises(GameError) as refused:
            call()
        assert refused.value.code == "suspended"
    clock.advance(3601)
    world.seen_now(alice)
    assert is_connected(alice) and open_make(alice).state == Challenge.State.WAITING


def test_who_is_suspended_is_not_challenged(players: Players, clock: Clock) -> None:
    alice, bob = players
    suspend(alice, clock)
    with pytest.raises(GameError) as refused:
        world.challenge_make(bob, User.objects.get(pk=alice.pk))
    assert refused.value.code == "not_challengeable"
