"""Lent hands suit the house in which they are played (RULES 7)."""

from __future__ import annotations

from random import Random

import pytest

from accounts.models import User
from cards.models import Card
from matches.houses import HOUSES
from matches.services.lending import lacks_cards_for, lent_hand, lent_total
from matches.services.robots import robot_match_start, robots_load
from matches.services.terms import read_terms
from tests.conftest import Clock
from tests.matches import stock, world
from triad.errors import GameError

pytestmark = pytest.mark.django_db


def lend(house: str, rules: str, chance: int) -> list[Card]:
    terms = read_terms(house=house, rules=rules.split(), trade="none")
    hand = lent_hand(total=lent_total(terms), terms=terms, random=Random(chance))
    return [Card.objects.get(pk=card["id"]) for card in hand]


@pytest.mark.parametrize("chance", range(5))
def test_types_are_lent_where_they_count_and_the_deck_is_legal(db: None, chance: int) -> None:
    stock.cards_make()
    for house, rules in (("ffxiv", "ascension"), ("ffxiv", "same"), ("free", "descension")):
        hand = lend(house, rules, chance)
        assert sum(bool(card.type) for card in hand) >= 4
        if house == "ffxiv":
            assert sum(card.stars >= 4 for card in hand) <= 2 and sum(card.stars == 5 for card in hand) <= 1


@pytest.mark.parametrize("chance", range(5))
def test_elements_are_lent_for_elemental_within_the_level_limit(db: None, chance: int) -> None:
    stock.cards_make()
    hand = lend("deling", "elemental", chance)
    assert sum(bool(card.element) for card in hand) >= 4 and sum(card.level for card in hand) <= 20
    assert len({card.pk for card in hand}) == 5


def test_without_such_cards_common_ones_are_lent(db: None) -> None:
    world.cards_make()
    for house, rules in (("ffxiv", "ascension"), ("deling", "elemental"), ("tffo", "same")):
        assert {card.series_id for card in lend(house, rules, 1)} == {"A"}


def test_who_lacks_typed_cards_is_offered_a_lent_deck(alice: User, clock: Clock) -> None:
    stock.cards_make()
    world.copies_give(alice, ["X001", "X001", "X002", "X003", "A001"])
    assert "FFXIV" in lacks_cards_for(alice, HOUSES["ffxiv"])
    assert all(not lacks_cards_for(alice, house) for key, house in HOUSES.items() if key != "ffxiv")
    world.copies_give(alice, ["X004"])
    assert lacks_cards_for(alice, HOUSES["ffxiv"]) == ""


@pytest.mark.parametrize(
    ("trade", "house", "code"), [("one", "deling", "robot_stakes"), ("training", "deling", "trade_not_in_house")]
)
def test_nothing_is_at_stake_against_a_robot(alice: User, clock: Clock, trade: str, house: str, code: str) -> None:
    stock.cards_make()
    robots_load()
    with pytest.raises(GameError) as error:
        robot_match_start(user=alice, robot="easy", house=house, rules=["same"], trade=trade)
    assert error.value.code == code
    assert (
        robot_match_start(user=alice, robot="easy", house="free", trade="training", draw="replay").setup["draw"]
        == "replay"
    )
