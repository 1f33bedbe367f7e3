"""What a match pays, and what stops it (RULES 8)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import LedgerEntry, User
from matches.houses import HOUSES
from matches.models import Match, Seat
from matches.services.leaving import match_leave
from matches.services.pay import Pay, pay_of, why_unpaid
from matches.services.robots import robots_load
from matches.services.seeds import seed_make
from tests.conftest import Clock
from tests.matches import world
from triad.clock import now

pytestmark = pytest.mark.django_db


def _ended(user: User, other: User, count: int, *, points: int = 5, hours_ago: float = 0) -> None:
    for _number in range(count):
        match = Match.objects.create(
            house="deling", with_people=not other.is_robot, setup={"trade": "none"}, seed=seed_make(), state="over",
            ended="played", winner="draw", ended_at=now() - timedelta(hours=hours_ago),
        )  # fmt: skip
        Seat.objects.create(match=match, colour="blue", user=user, outcome="drawn", points=points)
        Seat.objects.create(match=match, colour="red", user=other, outcome="drawn", points=points)


def test_winner_and_loser_are_paid_once_with_a_ledger_entry_each(match: Match) -> None:
    match = world.match_play(match)
    won, lost = match.seats.get(outcome="won"), match.seats.get(outcome="lost")
    assert (won.points, won.experience, lost.points, lost.experience) == (10, 50, 5, 20)
    for seat in (won, lost):
        entry = LedgerEntry.objects.get(user=seat.user, cause=f"match:{match.pk}")
        assert (entry.points, entry.experience) == (seat.points, seat.experience)
        assert (seat.user.wallet.points, seat.user.wallet.experience) == (seat.points, seat.experience)


def test_training_pays_nothing(match: Match) -> None:
    match.setup = {**match.setup, "trade": "training"}
    match.save()
    match = world.match_play(match)
    assert match.state == "over" and not LedgerEntry.objects.exists()


def test_the_first_ten_matches_of_a_pair_in_a_day_pay(players: tuple[User, User], clock: Clock) -> None:
    alice, bob = players
    _ended(alice, bob, 9)
    _ended(alice, bob, 5, hours_ago=12.01)
    assert why_unpaid(user=alice, opponent=bob, moment=clock.now) == ""
    _ended(bob, alice, 1)
    assert why_unpaid(user=alice, opponent=bob, moment=clock.now) == "pair_limit"
    match = world.match_play(world.match_make(alice, bob, trade="none"))
    assert match.state == "over" and not LedgerEntry.objects.exists()


def test_twenty_matches_with_people_pay_a_day(players: tuple[User, User], charlie: User, clock: Clock) -> None:
    alice, bob = players
    dave = User.objects.create_user(username="dave", password="x")
    _ended(alice, charlie, 10)
    _ended(alice, dave, 9)
    _ended(alice, dave, 1, points=0)
    assert why_unpaid(user=alice, opponent=bob, moment=clock.now) == ""
    eve = User.objects.create_user(username="eve", password="x")
    _ended(alice, eve, 1)
    assert why_unpaid(user=alice, opponent=bob, moment=clock.now) == "day_limit"
    assert why_unpaid(user=bob, opponent=alice, moment=clock.now) == ""


def test_each_robot_pays_once_a_day_and_five_robots_in_all(players: tuple[User, User], clock: Clock) -> None:
    alice = players[0]
    robots_load()
    robots = list(User.objects.filter(kind="robot"))
    robots += [User.objects.create_user(username=f"Mog-{n}", password=None, kind="robot") for n in range(3)]
    _ended(alice, robots[0], 1, points=0)
    assert why_unpaid(user=alice, opponent=robots[0], moment=clock.now) == ""
    for robot in robots[:4]:
        _ended(alice, robot, 1)
    assert why_unpaid(user=alice, opponent=robots[0], moment=clock.now) == "robot_paid"
    assert why_unpaid(user=alice, opponent=robots[4], moment=clock.now) == ""
    _ended(alice, robots[4], 1)
    assert why_unpaid(user=alice, opponent=robots[5], moment=clock.now) == "robots_limit"
    clock.advance(12 * 3600)
    assert why_unpaid(user=alice, opponent=robots[0], moment=clock.now) == ""


def test_the_welcome_pack_comes_after_the_first_match_with_a_person(match: Match, players: tuple[User, User]) -> None:
    match = world.match_play(match)
    for user in players:
        pack = user.packs.get(source="welcome")
        assert pack.contents.count() == 5
    match.state = "over"
    match.seats.update(busy="")
    match.brought.update(frozen=False)
    match.save()
    world.match_play(world.match_make(*players, trade="none"))
    assert all(user.packs.count() == 1 for user in players)


@pytest.mark.parametrize("key", list(HOUSES))
def test_what_each_house_pays(key: str) -> None:
    points = {"lost": 1, "drawn": 2, "won": 3} if key == "tffo" else {"lost": 5, "drawn": 5, "won": 10}
    for outcome, experience in {"lost": 20, "drawn": 30, "won": 50}.items():
        assert pay_of(outcome, house=HOUSES[key]) == Pay(points[outcome], experience)
        assert pay_of(outcome, house=HOUSES[key], against_robot=True) == Pay(points[outcome], experience // 2)


def test_a_match_pays_as_its_house_does(players: tuple[User, User]) -> None:
    match = world.match_play(world.match_make(*players, house="tffo", rules=["same"], trade="none"))
    paid = {seat.outcome: (seat.points, seat.experience) for seat in match.seats.all()}
    assert paid in ({"won": (3, 50), "lost": (1, 20)}, {"drawn": (2, 30)})


@pytest.mark.parametrize(("placements", "won"), [(4, (0, 0)), (5, (3, 50))])
def test_a_forfeit_pays_the_winner_as_a_win_and_the_leaver_nothing(
    players: tuple[User, User], placements: int, won: tuple[int, int]
) -> None:
    match = world.match_make(*players, house="tffo", rules=["same"], trade="none")
    for _placement in range(placements):
        world.placement_play(match)
    match = match_leave(match_id=match.pk, user=players[0])
    stayed, left = match.seats.get(user=players[1]), match.seats.get(user=players[0])
    assert (stayed.points, stayed.experience) == won and (left.points, left.experience) == (0, 0)


def test_training_in_its_own_house_pays_nothing(players: tuple[User, User]) -> None:
    match = world.match_play(world.match_make(*players, house="balamb", rules=["same"], trade="training"))
    assert match.state == "over" and not LedgerEntry.objects.exists()
