"""Quick pairing: who is near whom, what begins the match, and what ends the looking."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.blocks import block_set
from accounts.departures import account_leave
from accounts.models import User
from matches.arena.models import Pairing, Seek
from matches.arena.nearness import is_near, nearest_pair
from matches.arena.pairing import _pair, pair_up, pairing_ready, pairings_settle, seek_join, seek_leave
from matches.audit import findings
from matches.models import Match
from matches.ratings.models import Rating
from matches.services.heart import heal
from tests.accounts.conftest import PASSWORD
from tests.conftest import Clock
from tests.matches import world
from triad.errors import GameError

Players = tuple[User, User]


def join(user: User, **given: Any) -> Seek:
    return seek_join(user=user, **{"copies": world.hand_of(user), **given})


def code_of(call: Any, *args: Any, **given: Any) -> str:
    with pytest.raises(GameError) as refused:
        call(*args, **given)
    return refused.value.code


@pytest.fixture
def third(charlie: User, players: Players) -> User:
    world.copies_give(charlie, [f"A{number:03}" for number in range(1, 13)])
    world.seen_now(charlie)
    return charlie


def test_two_who_look_are_paired_and_play_once_both_have_answered(players: Players, clock: Clock) -> None:
    alice, bob = players
    join(alice)
    clock.advance(1)
    join(bob)
    pairing = Pairing.objects.get()
    commitment = pairing.seed.commitment
    assert not Match.objects.exists() and pairing.seed.used_at is None
    assert pairing_ready(pairing_id=pairing.pk, user=bob, addition="bb" * 16) is None
    assert pairing_ready(pairing_id=pairing.pk, user=bob, addition="cc" * 16) is None
    match = pairing_ready(pairing_id=pairing.pk, user=alice, addition="aa" * 16)
    assert match is not None and match.seed.commitment == commitment
    assert match.additions == {"blue": "aa" * 16, "red": "bb" * 16}
    assert match.seats.get(colour="blue").user == alice
    assert (match.house, match.setup["trade"]) == ("deling", "none")
    assert not Seek.objects.exists() and not Pairing.objects.exists()
    assert pairing_ready(pairing_id=pairing.pk, user=bob) == match
    assert list(findings()) == []


def test_who_did_not_answer_in_time_looks_no_longer_and_the_other_looks_on(
    players: Players, third: User, clock: Clock
) -> None:
    alice, bob = players
    first = join(alice)
    join(bob)
    pairing = Pairing.objects.get()
    pairing_ready(pairing_id=pairing.pk, user=alice, addition="aa" * 16)
    clock.advance(15)
    world.seen_now(alice, bob)
    assert code_of(pairing_ready, pairing_id=pairing.pk, user=bob) == "pairing_over"
    pairings_settle(moment=clock.now)
    assert [(seek.user, seek.joined_at, seek.ready) for seek in Seek.objects.all()] == [(alice, first.joined_at, False)]
    join(third)
    assert Pairing.objects.get().pk != pairing.pk
    assert code_of(pairing_ready, pairing_id=pairing.pk, user=bob) == "pairing_over"


def test_an_outage_takes_nobody_the_time_to_answer(players: Players, clock: Clock) -> None:
    alice, bob = players
    join(alice)
    join(bob)
    pairing = Pairing.objects.get()
    clock.advance(40, beating=False)
    world.seen_now(alice, bob)
    pairings_settle(moment=heal())
    for user in (bob, alice):
        match = pairing_ready(pairing_id=pairing.pk, user=user)
    assert match is not None


def test_the_looking_ends_when_the_person_leaves(players: Players, third: User, clock: Clock) -> None:
    alice, bob = players
    join(alice)
    clock.advance(61)
    world.seen_now(bob)
    join(bob)
    assert not Pairing.objects.exists()
    pairings_settle(moment=clock.now)
    assert Seek.objects.get().user == bob
    seek_leave(user=bob)
    seek_leave(user=bob)
    assert not Seek.objects.exists()


def test_leaving_a_pairing_lets_the_other_look_on(players: Players) -> None:
    alice, bob = players
    join(alice)
    join(bob)
    seek_leave(user=alice)
    seek = Seek.objects.get()
    assert (seek.user, seek.pairing, seek.colour) == (bob, None, "") and not Pairing.objects.exists()


def test_another_match_ends_the_looking(players: Players, third: User) -> None:
    alice, bob = players
    join(alice)
    join(third)
    assert Pairing.objects.exists()
    world.match_make(alice, bob)
    assert [seek.user for seek in Seek.objects.all()] == [third] and not Pairing.objects.exists()
    assert code_of(join, alice) == "in_a_match"


def test_a_card_that_is_gone_ends_ones_own_looking_only(players: Players, third: User) -> None:
    alice, bob = players
    seek = join(alice)
    join(bob)
    pairing = Pairing.objects.get()
    pairing_ready(pairing_id=pairing.pk, user=bob)
    from cards.models import Copy

    User.objects.create_user(username="dora")
    Copy.objects.filter(pk=seek.copies[0]).update(owner=User.objects.get(username="dora"))
    assert code_of(pairing_ready, pairing_id=pairing.pk, user=alice) == "pairing_broken"
    assert [each.user for each in Seek.objects.all()] == [bob] and not Match.objects.exists()


def test_those_who_keep_apart_are_not_paired(players: Players, third: User) -> None:
    alice, bob = players
    block_set(blocker=alice, blocked=bob, on=True)
    join(alice)
    join(bob)
    assert not Pairing.objects.exists()
    join(third)
    assert {seek.user for seek in Seek.objects.filter(pairing=None)} == {bob}


def test_a_block_parts_two_who_were_found_for_each_other(players: Players) -> None:
    alice, bob = players
    join(alice)
    join(bob)
    pairing = Pairing.objects.get()
    pairing_ready(pairing_id=pairing.pk, user=alice)
    block_set(blocker=bob, blocked=alice, on=True)
    assert code_of(pairing_ready, pairing_id=pairing.pk, user=bob) == "pairing_over"
    assert Seek.objects.filter(pairing=None).count() == 2 and not Match.objects.exists()


def test_a_block_made_while_two_are_found_keeps_them_apart(players: Players, clock: Clock) -> None:
    alice, bob = players
    join(alice)
    join(bob)
    Seek.objects.update(pairing=None, colour="")
    seeks = list(Seek.objects.all())
    block_set(blocker=bob, blocked=alice, on=True)
    assert not _pair(seeks[0], seeks[1], clock.now)


def test_who_leaves_the_site_leaves_the_pairing_and_the_other_looks_on(players: Players) -> None:
    alice, bob = players
    alice.set_password(PASSWORD)
    alice.save(update_fields=["password"])
    join(alice)
    join(bob)
    pairing = Pairing.objects.get()
    account_leave(player=alice, password=PASSWORD)
    assert not Pairing.objects.exists() and Seek.objects.get().user == bob
    assert code_of(pairing_ready, pairing_id=pairing.pk, user=bob) == "pairing_over"


def test_one_who_is_left_alone_in_a_pairing_is_told_so(players: Players) -> None:
    alice, bob = players
    seek = join(alice)
    join(bob)
    pairing = Pairing.objects.get()
    seek.delete()
    assert code_of(pairing_ready, pairing_id=pairing.pk, user=bob) == "pairing_over"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"trade": "total"}, "trade_unknown"),
        ({"house": "nowhere"}, "house_unknown"),
        ({"house": "free", "trade": "one"}, "inexperienced"),
        ({"copies": [1, 2]}, "hand_size"),
        ({"copies": None}, "no_hand"),
    ],
)
def test_what_cannot_be_played_is_refused(players: Players, given: dict[str, Any], code: str) -> None:
    assert code_of(join, players[0], **given) == code and not Seek.objects.exists()


def test_who_looks_anew_again_and_again_is_told_to_wait(players: Players, clock: Clock, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "challenge": (2, 60)}
    join(players[0])
    join(players[0])
    assert code_of(join, players[0]) == "too_often"
    clock.advance(61)
    world.seen_now(*players)
    assert join(players[0])


def test_guests_sign_up_first(players: Players) -> None:
    guest = User.objects.create_user(username="Guest-77777", kind="guest")
    assert code_of(seek_join, user=guest) == "needs_account"


def test_looking_twice_is_looking_anew_and_other_houses_do_not_meet(players: Players) -> None:
    alice, bob = players
    join(alice)
    join(alice, house="guild")
    assert Seek.objects.get().house == "guild"
    join(bob)
    assert not Pairing.objects.exists()
    join(bob, house="guild", trade="none")
    assert Pairing.objects.exists()
    assert code_of(join, bob) == "pairing_found"


def test_the_reach_widens_with_time(players: Players, clock: Clock) -> None:
    alice, bob = players
    Rating.objects.create(user=bob, house="deling", mu=2000, sigma=60, rated=20, at=clock.now)
    Rating.objects.create(user=alice, house="deling", mu=1500, sigma=60, rated=20, at=clock.now)
    join(alice)
    join(bob)
    assert not Pairing.objects.exists()
    for seconds in (20, 4):
        clock.advance(seconds)
        world.seen_now(alice, bob)
        pairings_settle(moment=clock.now)
        assert Pairing.objects.exists() == (seconds == 4)


@pytest.mark.parametrize(
    ("rating", "value", "seconds", "near"),
    [
        (150, 1, 0, True), (151, 1, 0, False), (300, 1, 10, True), (301, 1, 10, False), (5000, 900, 60, True),
        (0, 2, 0, True), (0, 2.1, 0, False), (0, 4, 10, True), (0, 4.1, 10, False),
    ],
)  # fmt: skip
def test_nearness(clock: Clock, rating: int, value: float, seconds: int, near: bool) -> None:
    one = Seek(house="deling", trade="none", rating=1500, value=1000, joined_at=clock.now - timedelta(seconds=seconds))
    other = Seek(
        house="deling", trade="none", rating=1500 + rating, value=int(1000 * value), joined_at=clock.now
    )  # fmt: skip
    assert is_near(one, other, clock.now) == is_near(other, one, clock.now) == near


def test_who_waits_longest_gets_the_nearest(clock: Clock) -> None:
    seeks = [
        Seek(pk=place, house="deling", trade="none", rating=rating, value=100, joined_at=clock.now)
        for place, rating in enumerate((1500, 1600, 1510, 1505))
    ]
    found = nearest_pair(seeks, clock.now, apart=lambda one, other: False)
    assert found is not None and [seek.pk for seek in found] == [0, 3]
    kept = nearest_pair(seeks, clock.now, apart=lambda one, other: 3 in (one.pk, other.pk))
    assert kept is not None and [seek.pk for seek in kept] == [0, 2]
    assert nearest_pair(seeks[:1], clock.now, apart=lambda one, other: False) is None


def test_pairing_when_nobody_looks_does_nothing(players: Players, clock: Clock) -> None:
    assert pair_up(moment=clock.now) == 0
    pairings_settle(moment=clock.now)
