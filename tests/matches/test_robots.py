"""Robots: at once, with own or lent cards, for people and guests, with what they may know and no more."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.guests import GUEST_KEY, adopt
from accounts.models import LedgerEntry, User
from accounts.services.guests import guest_make
from accounts.services.sessions import sessions_sweep
from matches.audit import findings
from matches.engine import Card, Round
from matches.models import Match, Seat
from matches.queries.history import history, live_match, statistics
from matches.queries.records import seats
from matches.robots import ROBOTS
from matches.robots.sight import see
from matches.services.overdue import settle_due, settle_match
from matches.services.rematch import rematch_offer
from matches.services.robots import demo_begin, robot_match_start, robots_load
from tests.conftest import Clock
from tests.matches import world
from triad.errors import GameError

pytestmark = pytest.mark.django_db


@pytest.fixture
def robots(clock: Clock) -> None:
    """The three robots, and cards to lend."""
    world.cards_make(each=10)
    robots_load()


def _play_out(match: Match, clock: Clock) -> Match:
    for _step in range(600):
        match.refresh_from_db()
        if match.state != Match.State.PLAYING:
            return match
        if world.turn_user(match).is_robot:
            clock.advance(1)
            settle_match(match_id=match.pk)
        else:
            world.placement_play(match)
    raise AssertionError("the match did not end")


def test_robots_are_loaded_once(clock: Clock) -> None:
    assert robots_load() == 3 and robots_load() == 0
    assert set(User.objects.filter(kind="robot").values_list("username", flat=True)) == {
        "Mog-Easy", "Mog-Steady", "Mog-Sharp",
    }  # fmt: skip
    assert not any(user.has_usable_password() for user in User.objects.filter(kind="robot"))


@pytest.mark.parametrize("key", list(ROBOTS))
def test_a_guest_plays_each_robot_to_the_end_with_lent_cards(robots: None, clock: Clock, key: str) -> None:
    guest = guest_make()
    match = robot_match_start(user=guest, robot=key, rules=["same", "plus", "combo", "elemental"])
    assert match.setup["trade"] == "none" and not match.brought.exists()
    totals = [sum(card["level"] for card in match.setup["hands"][colour]) for colour in ("blue", "red")]
    assert abs(totals[0] - 18) <= 2 and abs(totals[0] - totals[1]) <= 2
    match = _play_out(match, clock)
    assert match.state == "over" and match.ended == "played" and match.claim is None
    assert not LedgerEntry.objects.exists(), "guests and robots earn nothing"
    assert list(findings()) == []


def test_a_person_is_paid_in_points_in_full_and_half_the_experience(
    robots: None, players_with_cards: User, clock: Clock
) -> None:
    alice = players_with_cards
    match = robot_match_start(user=alice, robot="easy", rules=["same"], copies=world.hand_of(alice))
    match = _play_out(match, clock)
    seat = match.seats.get(user=alice)
    assert (seat.points, seat.experience) == {"won": (10, 25), "lost": (5, 10), "drawn": (5, 15)}[seat.outcome]
    again = robot_match_start(user=alice, robot="easy", rules=["same"], copies=world.hand_of(alice))
    again = _play_out(again, clock)
    assert again.seats.get(user=alice).points == 0, "once for each robot and day"
    assert list(findings()) == []


@pytest.fixture
def players_with_cards(alice: User, robots: None) -> User:
    world.copies_give(alice, [f"A{number:03}" for number in range(1, 13)])
    return alice


def test_own_cards_against_a_robot_are_not_frozen(players_with_cards: User) -> None:
    match = robot_match_start(
        user=players_with_cards, robot="steady", rules=["same"], copies=world.hand_of(players_with_cards)
    )
    assert match.brought.count() == 5 and not match.brought.filter(frozen=True).exists()
    assert len(world.hand_of(players_with_cards, 20)) == 12


def test_a_robot_moves_about_a_second_later_and_once(robots: None, clock: Clock) -> None:
    guest = guest_make()
    match = robot_match_start(user=guest, robot="easy", rules=["same"])
    if world.turn_user(match) == guest:
        world.placement_play(match)
        match.refresh_from_db()
    before = match.moves.count()
    assert match.due_at is None and (match.robot_at - clock.now).total_seconds() == 1
    settle_due()
    assert match.moves.count() == before
    clock.advance(1)
    settle_due()
    settle_match(match_id=match.pk)
    assert match.moves.count() == before + 1
    match.refresh_from_db()
    assert match.robot_at is None and (match.due_at - clock.now).total_seconds() == 60


@pytest.mark.parametrize(
    ("given", "code", "status"),
    [
        ({"robot": "nobody"}, "no_robot", 404),
        ({"rules": ["frobnicate"]}, "rule_unknown", 400),
        ({"rules": ["combo"]}, "rule_needs", 400),
        ({"copies": [1, 2, 3]}, "hand_size", 400),
        ({"addition": "x"}, "bad_addition", 400),
        ({"seed_id": 10_000_000}, "seed_used", 409),
    ],
)
def test_what_cannot_be_begun(robots: None, alice: User, given: dict[str, Any], code: str, status: int) -> None:
    with pytest.raises(GameError) as error:
        robot_match_start(**{"user": alice, "robot": "easy", "rules": ["same"], **given})
    assert (error.value.code, error.value.status) == (code, status)


def test_one_robot_match_at_a_time(robots: None, alice: User) -> None:
    robot_match_start(user=alice, robot="easy", rules=["same"])
    with pytest.raises(GameError) as error:
        robot_match_start(user=alice, robot="sharp", rules=["same"])
    assert error.value.code == "in_a_robot_match"


def test_a_visitor_who_wanders_off_has_left_without_an_entry(robots: None, clock: Clock) -> None:
    guest = guest_make()
    match = robot_match_start(user=guest, robot="steady", rules=["same"])
    for _step in range(20):
        clock.advance(60)
        settle_due()
    match.refresh_from_db()
    assert (match.state, match.ended, match.left["by"]) == ("over", "did_not_finish", "blue")
    assert not match.seats.filter(did_not_finish=True).exists()


def test_a_guest_who_signs_up_keeps_the_match_in_the_history(robots: None, alice: User, clock: Clock) -> None:
    guest = guest_make()
    done = _play_out(robot_match_start(user=guest, robot="easy", rules=["same"]), clock)
    running = robot_match_start(user=guest, robot="easy", rules=["same"])
    adopt(guest=guest, user=alice)
    assert [seat.match for seat in history(alice)] == [done]
    assert live_match(alice) == running and live_match(guest) is None
    assert statistics(alice).against_robots.played == 1 and statistics(alice).total.played == 0
    match = _play_out(running, clock)
    assert match.seats.get(user=alice).points >= 5


def test_a_rematch_with_a_robot_takes_one_click(robots: None, clock: Clock) -> None:
    guest = guest_make()
    match = _play_out(robot_match_start(user=guest, robot="easy", rules=["same"]), clock)
    again = rematch_offer(match_id=match.pk, user=guest, addition="0f" * 16)
    assert again is not None and seats(again)["red"].user == guest
    assert again.additions == {"blue": "", "red": "0f" * 16}


def test_two_robots_play_each_other_for_ever(robots: None, clock: Clock) -> None:
    first = demo_begin()
    assert first is not None and demo_begin() is None
    for _step in range(400):
        clock.advance(4)
        settle_due()
        if Match.objects.count() == 2:
            break
    second = Match.objects.latest("pk")
    assert second.rematch_of == first and second.is_demo
    assert seats(second)["blue"].user == seats(first)["red"].user
    assert not Seat.objects.exclude(busy="").exists() and not LedgerEntry.objects.exists()


def _round(first_hand: int = 5) -> Round:
    weak, strong = (1, 1, 1, 1), (9, 9, 9, 9)
    hands = {
        "blue": [Card(f"b{n}", (n, n, n, n)) for n in range(1, 6)],
        "red": [Card(f"r{n}", weak if n < 5 else strong) for n in range(1, 6)],
    }
    return Round.begin(hands=hands, board={5: (Card("x", (3, 3, 3, 3)), "red")})


def test_a_hidden_card_is_not_in_what_a_robot_sees() -> None:
    sight = see(_round(), known={"b1", "b2", "b3", "b4", "b5", "r1"})
    keys = [card.key for card in sight.round.deal.cards]
    assert "r1" in keys and not {"r2", "r3", "r4", "r5"} & set(keys)
    assert {card.ranks for card in sight.round.deal.cards if card.key.startswith("?")} == {(6, 6, 6, 6)}


def test_steady_takes_with_the_weakest_card_that_takes() -> None:
    sight = see(_round(), known=set())
    for chance in range(10):
        move = ROBOTS["steady"].choose(sight, Random(chance))
        assert move.card == "b4" and move.square in (2, 4, 6, 8)


def test_sharp_beats_easy_more_often_than_not() -> None:
    chance = Random(5)
    wins = {"sharp": 0, "easy": 0}
    for number in range(30):
        ranks = [[tuple(chance.randint(1, 8) for _side in range(4)) for _card in range(5)] for _hand in range(2)]
        hands = {
            colour: [Card(f"{colour[0]}{place}", each) for place, each in enumerate(ranks[side], 1)]  # type: ignore[arg-type]
            for side, colour in enumerate(("blue", "red"))
        }
        from matches.engine import play

        round = Round.begin(hands=hands, rules=["same", "plus", "combo"], first=("blue", "red")[number % 2])
        while not round.is_over:
            robot = ROBOTS["sharp" if round.mover == "blue" else "easy"]
            round, _events = play(
                round, robot.choose(see(round, {f"{round.mover[0]}{n}" for n in range(1, 6)}), chance)
            )
        blue, red = round.score
        wins["sharp" if blue > red else "easy"] += blue != red
    assert wins["sharp"] > 2 * wins["easy"], wins


def test_a_visitor_who_only_looks_at_the_robots_leaves_a_session_for_a_day_and_a_guest_keeps_it(
    client: Client, robots: None, clock: Clock
) -> None:
    client.get("/robots/")
    assert client.session.get_expiry_age() == 24 * 3600
    looked = Session.objects.get()
    assert sessions_sweep(moment=looked.expire_date - timedelta(seconds=1)) == 0
    assert sessions_sweep(moment=looked.expire_date + timedelta(seconds=1)) == 1
    client.get("/robots/")
    client.post("/robots/", {"robot": "easy", "hand": "lent", "rules": "open"})
    assert client.session[GUEST_KEY] and client.session.get_expiry_age() == settings.SESSION_COOKIE_AGE
