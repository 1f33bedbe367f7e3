"""Challenges under the terms of the houses: decks, who begins, and what is checked again at acceptance (RULES 5, 7)."""

from __future__ import annotations

import pytest

from accounts.models import User
from cards.models import Card
from matches.models import Match
from matches.queries.records import record, standing
from matches.services.challenges import challenge_accept
from tests.matches import stock, world
from triad.errors import GameError

pytestmark = pytest.mark.django_db


@pytest.fixture
def strong(players: tuple[User, User]) -> list[int]:
    """Five of Alice's copies: two of five stars, one of four, two of one."""
    return [copy.pk for copy in world.copies_give(players[0], ["A028", "A025", "A019", "A001", "A002"])]


def test_a_deck_over_the_stars_is_refused_with_what_is_too_much(players: tuple[User, User], strong: list[int]) -> None:
    with pytest.raises(GameError) as error:
        world.challenge_make(*players, house="ffxiv", rules=["same"], trade="none", copies=strong)
    assert (error.value.code, error.value.status) == ("hand_illegal", 400)
    assert "3 cards have four stars" in error.value.message and "2 cards have five stars" in error.value.message


def test_the_accepters_deck_is_held_to_the_stars(players: tuple[User, User], strong: list[int]) -> None:
    alice, bob = players
    challenge = world.challenge_make(bob, alice, house="ffxiv", rules=["same"], trade="none")
    with pytest.raises(GameError) as error:
        challenge_accept(challenge_id=challenge.pk, user=alice, copies=strong)
    assert error.value.code == "hand_illegal" and not Match.objects.exists()


@pytest.mark.parametrize("house", ["balamb", "ffviii", "tffo", "guild", "free"])
def test_elsewhere_a_deck_may_be_as_strong_as_one_owns(
    players: tuple[User, User], strong: list[int], house: str
) -> None:
    world.challenge_make(*players, house=house, rules=["same"], trade="none", copies=strong)


def test_the_challengers_deck_is_checked_again_at_acceptance(players: tuple[User, User]) -> None:
    alice, bob = players
    challenge = world.challenge_make(alice, bob, house="ffxiv", rules=["same"], trade="none")
    brought = [row.copy.card_id for row in challenge.hand.select_related("copy")]
    Card.objects.filter(pk__in=brought[:2]).update(level=10)
    with pytest.raises(GameError) as error:
        challenge_accept(challenge_id=challenge.pk, user=bob, copies=world.hand_of(bob))
    assert error.value.code == "challenge_broken"


@pytest.mark.parametrize(("first", "colour"), [("challenger", "blue"), ("opponent", "red")])
def test_who_is_named_begins_and_the_record_says_so(players: tuple[User, User], first: str, colour: str) -> None:
    alice, bob = players
    for _time in range(3):
        challenge = world.challenge_make(alice, bob, house="guild", rules=["same"], trade="none", first=first)
        assert challenge.first == first
        match = challenge_accept(challenge_id=challenge.pk, user=bob, copies=world.hand_of(bob))
        assert match.turn == match.setup["first"] == colour and record(match)["first_named"] is True
        stock.play_out(match, world.Random(1))


def test_a_toss_names_nobody(match: Match) -> None:
    assert "first_named" not in match.setup


def test_swap_and_three_open_are_drawn_at_the_start(players: tuple[User, User]) -> None:
    rules = ["swap", "three_open", "chaos"]
    match = world.match_make(*players, house="ffxiv", rules=rules, trade="none")
    blue, red = match.setup["swap"]
    assert blue in match.setup["shown"]["blue"] and red in match.setup["shown"]["red"]
    at = standing(match)
    assert red in [card.key for card in at.round.hands["blue"]] and blue in [card.key for card in at.round.hands["red"]]
    assert set(at.round.chaos["blue"]) == {card.key for card in at.round.hands["blue"]}
    assert match.brought.get(key=blue).copy.owner == players[0], "who owns it has not changed"
