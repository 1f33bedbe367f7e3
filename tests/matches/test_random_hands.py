"""Random: from what the hands are drawn, how, and what is refused (RULES 3)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from accounts.models import User
from cards.models import Card, Copy, Series
from cards.services.copies import give_copy
from matches.audit import findings
from matches.engine import deal
from matches.live.sight import known_to
from matches.models import Match
from matches.queries.records import record, standing
from matches.services.challenges import challenge_accept
from matches.services.random_hands import pool_of, why_no_hand
from matches.services.rematch import rematch_offer
from matches.services.robots import robot_match_start, robots_load
from matches.services.seeds import draws_of
from matches.services.terms import read_terms
from tests.matches import stock, world
from triad.errors import GameError

pytestmark = pytest.mark.django_db

RANDOM = read_terms(house="tffo", rules=["random"], trade="one")


def begin(players: tuple[User, User], house: str = "tffo", **terms: Any) -> Match:
    given = {"house": house, "rules": ["random"], "trade": "none", "copies": None, **terms}
    challenge = world.challenge_make(*players, **given)
    return challenge_accept(challenge_id=challenge.pk, user=players[1], addition="ab" * 16)


def _unique(owner: User) -> Copy:
    Series.objects.get_or_create(code="U", defaults={"name": "Unique", "unique_cards": True})
    number = Card.objects.filter(series="U").count() + 1
    card = Card.objects.create(
        series_id="U", number=number, name=f"Sole {number}", level=1, up=1, right=1, down=1, left=1
    )
    return give_copy(card=card, taker=owner, reason="grant", cause="test")


def test_both_hands_are_drawn_at_acceptance_and_frozen(players: tuple[User, User]) -> None:
    alice, bob = players
    pools = {
        "blue": [copy.pk for copy in pool_of(user=alice, terms=RANDOM)],
        "red": [copy.pk for copy in pool_of(user=bob, terms=RANDOM)],
    }
    challenge = world.challenge_make(alice, bob, house="tffo", rules=["random"], copies=None)
    assert not challenge.hand.exists()
    match = challenge_accept(challenge_id=challenge.pk, user=bob, addition="ab" * 16)
    draws = draws_of(match)
    for colour, pool in pools.items():
        levels = dict(Copy.objects.filter(pk__in=pool).values_list("pk", "card__level"))
        drawn = deal.random_hand(draws, colour, [(pk, levels[pk]) for pk in pool])
        brought = match.brought.filter(key__startswith=colour[0]).order_by("key")
        assert [row.copy_id for row in brought] == drawn, "b1 to b5 in the order in which they were drawn"
        keyed = match.setup["pool"][colour]
        assert [level for _key, level in keyed] == [levels[pk] for pk in pool], "in the order of the copies' IDs"
        assert sorted(key for key, _level in keyed) == sorted(f"{colour[0]}{n}" for n in range(1, len(pool) + 1))
        assert [pool[[key for key, _level in keyed].index(f"{colour[0]}{n}")] for n in range(1, 6)] == drawn
    assert match.brought.filter(frozen=True).count() == 10
    assert list(findings()) == []


def test_the_hands_stay_hidden_until_the_end(players: tuple[User, User]) -> None:
    match = begin(players)
    at = standing(match)
    assert known_to("blue", at) == {"b1", "b2", "b3", "b4", "b5"} and known_to("watch", at) == frozenset()
    assert "seed" not in record(match)


def test_the_staffs_view_of_a_running_match_has_no_pool(players: tuple[User, User]) -> None:
    from matches.admin import open_record

    match = begin(players)
    assert "pool" not in open_record(match)
    assert "pool" in open_record(stock.play_out(match, Random(1)))


def test_a_hand_that_is_named_is_not_looked_at(players: tuple[User, User]) -> None:
    alice, bob = players
    challenge = world.challenge_make(alice, bob, house="tffo", rules=["random"], copies=[1, 2])
    assert not challenge.hand.exists()


def test_a_copy_that_is_not_free_is_in_no_pool(players: tuple[User, User], charlie: User) -> None:
    alice = players[0]
    world.match_make(*players)
    assert len(pool_of(user=alice, terms=RANDOM)) == 7
    assert pool_of(user=charlie, terms=RANDOM) == []


def test_unique_cards_are_drawn_only_if_their_owner_says_so(players: tuple[User, User]) -> None:
    alice = players[0]
    sole = _unique(alice)
    assert sole not in pool_of(user=alice, terms=RANDOM)
    alice.stakes_unique = True
    assert sole in pool_of(user=alice, terms=RANDOM)


def test_who_has_no_five_free_cards_neither_sends_nor_accepts(players: tuple[User, User], charlie: User) -> None:
    alice, bob = players
    world.copies_give(charlie, ["A001", "A002", "A003", "A004"])
    with pytest.raises(GameError) as error:
        world.challenge_make(charlie, alice, house="tffo", rules=["random"], trade="none", copies=None)
    assert (error.value.code, error.value.status) == ("no_random_hand", 409) and error.value.message
    assert why_no_hand(user=charlie, terms=RANDOM) == error.value.message
    challenge = world.challenge_make(alice, charlie, house="tffo", rules=["random"], trade="none", copies=None)
    with pytest.raises(GameError) as error:
        challenge_accept(challenge_id=challenge.pk, user=charlie)
    assert error.value.code == "no_random_hand"
    Copy.objects.filter(owner=alice).exclude(card__level=1).update(owner=bob, slot=9, slot_limit=9)
    world.copies_give(charlie, ["A005"])
    with pytest.raises(GameError) as error:
        challenge_accept(challenge_id=challenge.pk, user=charlie)
    assert error.value.code == "challenge_broken"
    challenge.refresh_from_db()
    assert challenge.state == "broken"


@pytest.mark.parametrize(
    ("levels", "house", "gives"),
    [
        ([10, 10, 9, 9, 8], "ffxiv", False),
        ([10, 8, 1, 1, 1], "ffxiv", True),
        ([10, 9, 1, 1, 1], "ffxiv", False),
        ([10, 9, 7, 1, 1], "ffxiv", False),
        ([10, 9, 1, 1, 1, 2], "ffxiv", True),
        ([10, 10, 9, 9, 8], "ffviii", True),
        ([1, 1, 1, 1], "ffviii", False),
    ],
)
def test_a_pool_must_give_a_hand_that_fits_the_house(alice: User, levels: list[int], house: str, gives: bool) -> None:
    world.cards_make()
    for number, level in enumerate(levels):
        world.copies_give(alice, [f"A{3 * level - number % 3:03}"])
    terms = read_terms(house=house, rules=["random"], trade="none")
    assert (why_no_hand(user=alice, terms=terms) == "") == gives


@pytest.mark.parametrize(("house", "high", "top"), [("ffviii", 2, 5), ("ffxiv", 2, 1)])
def test_two_strong_cards_come_first_where_the_house_says_so(
    rich: tuple[User, User], house: str, high: int, top: int
) -> None:
    match = begin(rich, house)
    for hand in match.setup["hands"].values():
        stars = [(card["level"] + 1) // 2 for card in hand]
        assert all(each >= 4 for each in stars[:2]) and all(each < 4 for each in stars[2:])
        assert sum(each >= 4 for each in stars) == high and sum(each == 5 for each in stars) <= top


def test_a_rematch_draws_anew(players: tuple[User, User]) -> None:
    alice, bob = players
    last = stock.play_out(begin(players), Random(1))
    assert rematch_offer(match_id=last.pk, user=alice) is None
    match = rematch_offer(match_id=last.pk, user=bob)
    assert match is not None and set(match.setup["pool"]) == {"blue", "red"}
    assert match.brought.filter(frozen=True).count() == 10
    assert list(findings()) == []


def test_a_rematch_without_a_pool_is_refused(players: tuple[User, User], charlie: User) -> None:
    alice, bob = players
    last = stock.play_out(begin(players), Random(1))
    Copy.objects.filter(owner=alice).update(owner=charlie)
    for user, code in ((alice, "no_random_hand"), (bob, "opponent_no_random_hand")):
        with pytest.raises(GameError) as error:
            rematch_offer(match_id=last.pk, user=user)
        assert error.value.code == code


@pytest.mark.parametrize(("lent", "colours"), [(False, {"blue"}), (True, set())])
def test_against_a_robot_the_hand_is_drawn_from_ones_own_or_lent(
    players: tuple[User, User], lent: bool, colours: set[str]
) -> None:
    robots_load()
    match = robot_match_start(user=players[0], robot="easy", house="tffo", rules=["random"], lent=lent)
    assert set(match.setup.get("pool", {})) == colours
    assert match.brought.count() == 5 * len(colours) and not match.brought.filter(frozen=True).exists()


def test_who_owns_too_little_plays_a_robot_with_a_lent_hand(players: tuple[User, User], charlie: User) -> None:
    robots_load()
    match = robot_match_start(user=charlie, robot="easy", house="tffo", rules=["random"])
    assert "pool" not in match.setup and len(match.setup["hands"]["blue"]) == 5
