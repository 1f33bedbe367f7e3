"""What the shop draws: evenly within a level, levels by weight; over 20,000 draws (RULES 8)."""

from __future__ import annotations

from collections import Counter
from random import Random
from secrets import SystemRandom
from typing import Any

import pytest

from cards.models import Card, Series
from cards.services.loading import DATA, load_cards
from cards.services.packs import LEVEL_WEIGHTS
from shop.orders import Order
from shop.quotes import Quote, pack_odds, pack_price, quote_of
from shop.services import buying
from tests.shop.conftest import drawn, pack
from triad.clock import now
from triad.errors import Conflict

DRAWS = 20_000


@pytest.fixture
def loaded(db: None) -> None:
    load_cards(folder=DATA)


def quote(order: Order) -> Quote:
    """What a visitor would be quoted: there is room for everything."""
    return quote_of(order=order, buyer=None, moment=now())


def test_packs_cost_what_the_rules_say(loaded: None) -> None:
    assert {code: quote(pack(code)).price for code in "AX"} == {"A": 146, "X": 237}


@pytest.mark.parametrize(
    ("price", "levels", "expected"),
    [(10, range(1, 11), 146), (15, (2, 4, 6, 8, 10), 237), (1, (1,), 4), (3, (10,), 120)],
)
def test_the_price_of_a_pack_follows_its_levels(price: int, levels: Any, expected: int) -> None:
    assert pack_price(random_price=price, levels=levels) == expected


def test_the_odds_are_the_weights_of_the_levels_that_can_come() -> None:
    assert pack_odds(levels=range(1, 11)) == [(level, weight) for level, weight in enumerate(LEVEL_WEIGHTS, start=1)]
    assert pack_odds(levels=[10, 9]) == [(9, 75.0), (10, 25.0)]


def test_packs_of_20_000_cards_have_levels_by_weight_and_cards_evenly(loaded: None) -> None:
    offered, random = quote(pack()), Random(20)
    cards = Counter(card for _ in range(DRAWS // 5) for card in offered.draw(random))
    levels = Counter[int]()
    for card, count in cards.items():
        levels[card.level] += count
    assert sum(levels.values()) == DRAWS
    for level, weight in enumerate(LEVEL_WEIGHTS, start=1):
        # Four standard deviations, and what the holding limits take from the highest levels.
        assert levels[level] == pytest.approx(DRAWS * weight / 100, abs=4 * (DRAWS * weight / 100) ** 0.5)
        on_level = [cards[card] for card in offered.cards if card.level == level]
        assert sum((count - levels[level] / 11) ** 2 for count in on_level) / (levels[level] / 11) < 35


def test_20_000_random_buys_draw_each_card_of_the_level_evenly(loaded: None) -> None:
    offered, random = quote(drawn("A", 7)), Random(21)
    cards = Counter(card.pk for _ in range(DRAWS) for card in offered.draw(random))
    assert len(cards) == 11
    assert sum((count - DRAWS / 11) ** 2 for count in cards.values()) / (DRAWS / 11) < 30


def test_a_card_without_room_is_never_drawn_and_the_others_evenly(stocked: None) -> None:
    offered, random = quote(drawn("A", 1)), Random(22)
    offered.room["A002"] = 0
    cards = Counter(card.pk for _ in range(DRAWS) for card in offered.draw(random))
    assert set(cards) == {"A001", "A003"}
    assert cards["A001"] == pytest.approx(DRAWS / 2, abs=300)


def test_a_draw_leaves_the_quote_as_it_was(stocked: None) -> None:
    offered = quote(pack("X"))
    before = dict(offered.room)
    offered.draw(Random(1))
    assert offered.room == before


def test_the_shop_draws_by_the_operating_systems_generator() -> None:
    assert isinstance(buying._SYSTEM_RANDOM, SystemRandom)
    assert buying.buy.__wrapped__.__kwdefaults__["random"] is buying._SYSTEM_RANDOM


def test_a_series_without_cards_sells_no_pack(stocked: None) -> None:
    Card.objects.filter(series="X").delete()
    with pytest.raises(Conflict):
        quote(Order(kind="pack", series=Series.objects.get(pk="X")))
