"""A match in every house, from the challenge to the spoils: its record proves what the site says of it (issue 3)."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from accounts.models import LedgerEntry, User
from cards.models import Copy
from matches.engine import legal_moves
from matches.houses import HOUSES
from matches.models import Match
from matches.queries.records import standing
from matches.services.challenges import challenge_accept
from matches.services.leaving import match_leave
from matches.services.overdue import settle_match
from matches.services.rematch import rematch_offer
from matches.services.robots import robot_match_start, robots_load
from tests.conftest import Clock
from tests.matches import stock, world

pytestmark = pytest.mark.django_db

#: Terms that between them have every rule, every trade rule and every draw rule, each in a house that plays it.
PLAYED: dict[str, dict[str, Any]] = {
    "deling one": {"rules": "open same same_wall plus combo elemental", "trade": "one"},
    "deling diff": {"rules": "same limitless", "trade": "diff", "bet": 7},
    "balamb training": {"rules": "open random elemental battle broken_wall same plus combo", "trade": "training"},
    "balamb random": {"rules": "random same same_wall plus plus_wall combo power_wall battle", "trade": "random"},
    "balamb four": {"rules": "power_wall broken_wall elemental", "trade": "four"},
    "ffviii direct": {"rules": "same same_wall plus elemental random three_open sudden_death", "trade": "direct"},
    "ffviii total": {"rules": "open random", "trade": "total", "bet": 100},
    "ffxiv one": {"rules": "same plus reverse ascension swap random three_open chaos sudden_death", "trade": "one"},
    "ffxiv none": {"rules": "fallen_ace descension swap open order", "trade": "none", "bet": 1},
    "tffo change": {"rules": "random open same plus elemental combo same_wall", "trade": "change"},
    "tffo direct": {"rules": "same plus", "trade": "direct"},
    "guild total": {"rules": "open same plus same_wall sudden_death", "trade": "total", "first": "opponent"},
    "guild change": {"rules": "same", "trade": "change"},
    "free two": {"rules": "three_open chaos swap ascension reverse power_wall", "trade": "two", "draw": "replay"},
    "free three": {"rules": "random order elemental battle", "trade": "three", "first": "challenger"},
    "free total": {"rules": "same plus same_wall plus_wall combo swap", "trade": "total", "draw": "sudden_death"},
}


def _begin(players: tuple[User, User], key: str) -> Match:
    alice, bob = players
    terms = {**PLAYED[key], "house": key.split()[0]}
    terms["rules"] = terms["rules"].split()
    given: dict[str, Any] = {"copies": None, "confirmed": True, "addition": "0a" * 16, **terms}
    hand = None
    if "random" not in terms["rules"]:
        given["copies"], hand = world.hand_of(alice), world.hand_of(bob)
    challenge = world.challenge_make(alice, bob, **given)
    return challenge_accept(challenge_id=challenge.pk, user=bob, copies=hand, addition="ab" * 16, confirmed=True)


@pytest.mark.parametrize("key", PLAYED)
def test_a_match_is_played_and_its_record_proves_it(
    rich: tuple[User, User],
    key: str,
    tmp_path: Path,
) -> None:
    before = Copy.objects.count()
    match = stock.play_out(_begin(rich, key), Random(3))
    assert match.state == Match.State.OVER and match.ended == "played"
    found = stock.proves_itself(match, tmp_path)
    assert ("pool" in found) == ("random" in found["rules"]) and bool(found["seed"])
    assert Copy.objects.count() >= before and not match.brought.filter(frozen=True).exists()
    if found["trade"] == "training":
        assert not LedgerEntry.objects.filter(reason="match").exists()
    assert set(found["options"].items()) == set(HOUSES[match.house].options.items())


@pytest.mark.parametrize("placements", [0, 4, 5, 8])
@pytest.mark.parametrize("key", ["deling diff", "balamb random", "ffviii direct", "ffxiv none", "guild change"])
def test_a_match_that_is_left_proves_itself_too(
    rich: tuple[User, User],
    key: str,
    placements: int,
    tmp_path: Path,
) -> None:
    match, chance = _begin(rich, key), Random(placements)
    for _placement in range(placements):
        match.refresh_from_db()
        world.placement_play(match, chance.choice(legal_moves(standing(match).round)))
    leaver = rich[placements % 2]
    world.seen_now(*rich)
    match = stock.settle(match_leave(match_id=match.pk, user=leaver))
    colour = match.seats.get(user=leaver).colour
    how = HOUSES[match.house].leaving
    assert match.ended == how and match.left == {"by": colour, "how": how}
    if how == "forfeit":
        assert match.winner and match.winner != colour
    stock.proves_itself(match, tmp_path)


def test_a_match_that_the_clock_plays_proves_itself(
    rich: tuple[User, User],
    clock: Clock,
    tmp_path: Path,
) -> None:
    match = _begin(rich, "ffxiv one")
    while match.state == Match.State.PLAYING:
        clock.advance(60)
        world.seen_now(*rich)
        settle_match(match_id=match.pk)
        match.refresh_from_db()
    found = stock.proves_itself(stock.settle(match), tmp_path)
    assert sum(len(each["clock"]) for each in found["rounds"]) == 5
    assert match.ended == "forfeit" and match.left["by"] == match.setup["first"]


@pytest.mark.parametrize("key", ["ffviii total", "free two", "guild total"])
def test_a_rematch_keeps_the_terms_and_tosses_again(rich: tuple[User, User], key: str, tmp_path: Path) -> None:
    alice, bob = rich
    last = stock.play_out(_begin(rich, key), Random(1))
    drawn = "random" in last.setup["rules"]
    hands = [None if drawn else world.hand_of(user) for user in rich]
    rematch_offer(match_id=last.pk, user=alice, copies=hands[0], confirmed=True)
    match = rematch_offer(match_id=last.pk, user=bob, copies=hands[1], confirmed=True)
    assert match is not None
    assert (match.house, match.bet) == (last.house, last.bet)
    for field in ("rules", "trade", "draw", "options"):
        assert match.setup[field] == last.setup[field]
    assert "first_named" not in match.setup
    stock.proves_itself(stock.play_out(match, Random(2)), tmp_path)


def _robots_for(key: str) -> tuple[str, ...]:
    """Sharp looks ahead and may go wrong under any rule; the others look at no more than what is legal."""
    return ("easy", "steady", "sharp") if key in ("ffxiv one", "free two") else ("sharp",)


@pytest.mark.parametrize(("robot", "key"), [(robot, key) for key in PLAYED for robot in _robots_for(key)])
def test_robots_play_every_house_to_the_end(alice: User, clock: Clock, robot: str, key: str, tmp_path: Path) -> None:
    house, rules = key.split()[0], PLAYED[key]["rules"]
    stock.cards_make()
    robots_load()
    world.copies_give(alice, [f"A{number:03}" for number in range(1, 13)])
    match = robot_match_start(user=alice, robot=robot, house=house, rules=rules.split(), lent="random" not in rules)
    chance = Random(7)
    while match.state == Match.State.PLAYING:
        if world.turn_user(match).is_robot:
            clock.advance(1)
            settle_match(match_id=match.pk)
        else:
            world.placement_play(match, chance.choice(legal_moves(standing(match).round)))
        match.refresh_from_db()
    assert match.ended == "played" and match.claim is None
    stock.proves_itself(match, tmp_path)
