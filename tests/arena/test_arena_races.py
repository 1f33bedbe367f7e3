"""What many do at once in the lobby has one effect each: real threads on PostgreSQL (FAULTS 3, 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from matches.arena import roll
from matches.arena.models import Pairing, Seek
from matches.arena.pairing import pairing_ready, pairings_settle, seek_join, seek_leave
from matches.audit import findings
from matches.models import BroughtCopy, Challenge, Match, Seat
from matches.services.challenges import challenge_accept, challenge_withdraw
from matches.services.overdue import settle_due
from tests.arena.open import open_make
from tests.conftest import Clock
from tests.matches import world
from tests.matches.races import failures, race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

PEOPLE = 20


@pytest.fixture
def crowd(clock: Clock) -> list[User]:
    """Twenty people with five cards each, here."""
    world.cards_make()
    people = [User.objects.create_user(username=f"player{number}x") for number in range(PEOPLE)]
    for user in people:
        world.copies_give(user, [f"A{number:03}" for number in range(1, 6)])
    world.seen_now(*people)
    return people


def accepting(challenge: Challenge, user: User) -> Callable[[], Any]:
    return partial(challenge_accept, challenge_id=challenge.pk, user=user, copies=world.hand_of(user))


def test_of_many_who_answer_one_open_challenge_one_plays_it(crowd: list[User]) -> None:
    maker, others = crowd[0], crowd[1:9]
    challenge = open_make(maker, trade="none")
    results = race([accepting(challenge, user) for user in others])
    made = [result for result in results if isinstance(result, Match)]
    assert len(made) == 1 and results.count("challenge_over") == 7 and not failures(results), results
    challenge.refresh_from_db()
    assert challenge.state == "accepted" and challenge.opponent == made[0].seats.get(colour="red").user
    assert BroughtCopy.objects.filter(frozen=True).count() == 10 and list(findings()) == []


def test_an_answer_against_withdrawal_and_expiry(crowd: list[User], clock: Clock) -> None:
    maker, other = crowd[:2]
    for number in range(6):
        challenge = open_make(maker, trade="none", way="invite" if number % 2 else "open")
        results = race(
            [
                partial(accepting(challenge, other), invited=True),
                partial(challenge_withdraw, challenge_id=challenge.pk, user=maker),
                partial(settle_due, limit=5),
            ]
        )
        assert results.count("challenge_over") == 1 and not failures(results), results
        match = Match.objects.filter(challenge=challenge).first()
        challenge.refresh_from_db()
        assert challenge.state == ("accepted" if match else "withdrawn")
        if match:
            Seat.objects.filter(match=match).update(busy="")
            BroughtCopy.objects.filter(match=match).update(frozen=False)


def test_two_who_answer_each_other_s_open_challenges_play_one_match(crowd: list[User]) -> None:
    one, other = crowd[:2]
    asked, asked_back = open_make(one, trade="none"), open_make(other, trade="none")
    results = race([accepting(asked, other), accepting(asked_back, one)])
    assert not failures(results), results
    assert Match.objects.count() == 1 and sum(isinstance(result, Match) for result in results) == 1
    assert Challenge.objects.filter(state="waiting").count() == 0


def test_twenty_who_look_at_once_play_ten_matches_and_nobody_twice(crowd: list[User]) -> None:
    hands = {user: world.hand_of(user) for user in crowd}
    results = race([partial(seek_join, user=user, copies=hands[user]) for user in crowd])
    assert not failures(results), results
    assert Pairing.objects.count() == PEOPLE // 2
    assert Counter(Seek.objects.values_list("pairing", flat=True)).most_common()[0][1] == 2
    # Each browser answers twice, as a double click does.
    answers = [
        partial(pairing_ready, pairing_id=seek.pairing_id, user=seek.user, addition="ab" * 16)
        for seek in Seek.objects.select_related("user")
    ]
    results = race(answers + answers)
    assert not failures(results) and set(map(type, results)) <= {Match, type(None)}, results
    assert Match.objects.count() == PEOPLE // 2 and not Seek.objects.exists() and not Pairing.objects.exists()
    busy = Seat.objects.filter(busy="people").values_list("user", flat=True)
    assert sorted(busy) == sorted(user.pk for user in crowd)
    assert list(findings()) == []


def test_joining_leaving_and_the_clock_at_once_leave_no_half_pairs(crowd: list[User], clock: Clock) -> None:
    hands = {user: world.hand_of(user) for user in crowd}
    for _time in range(4):
        calls: list[Callable[[], Any]] = [partial(seek_join, user=user, copies=hands[user]) for user in crowd[:8]]
        calls += [partial(seek_leave, user=user) for user in crowd[:8]]
        calls += [partial(pairings_settle, moment=clock.now)] * 2
        results = race(calls)
        assert not failures(results), results
        pairs = Counter(Seek.objects.exclude(pairing=None).values_list("pairing", flat=True))
        assert set(pairs.values()) <= {2} and set(pairs) == set(Pairing.objects.values_list("pk", flat=True))
        for user in crowd[:8]:
            seek_leave(user=user)
        assert not Seek.objects.exists() and not Pairing.objects.exists()


def test_an_acceptance_against_a_pairing_is_one_match(crowd: list[User]) -> None:
    one, other, third = crowd[:3]
    hands = {user: world.hand_of(user) for user in crowd}
    for user in (one, other):
        seek_join(user=user, copies=hands[user])
    pairing = Pairing.objects.get()
    pairing_ready(pairing_id=pairing.pk, user=other)
    challenge = world.challenge_make(third, one, trade="none")
    results = race(
        [accepting(challenge, one), partial(pairing_ready, pairing_id=pairing.pk, user=one, addition="ab" * 16)]
    )
    assert not failures(results), results
    assert Match.objects.count() == 1 and Seat.objects.filter(user=one, busy="people").count() == 1


def test_the_roll_called_by_several_tells_once(
    crowd: list[User], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(roll, "CALLED_EVERY", clock.now - clock.now)
    results = race([partial(roll.roll_call, moment=clock.now)] * 5)
    assert sorted(results) == [0, 0, 0, 0, PEOPLE], results
