"""Each draw is as likely as RULES say, over fixed seeds: chi-square against bounds that only a real bias passes."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from itertools import permutations, product
from typing import Any

import pytest

from matches.engine import COLOURS, ELEMENTS, Draws, deal
from matches.engine.board import SIDE_NAMES, SQUARES, WALLS

KEYS = {colour: [f"{colour[0]}{place}" for place in range(1, 6)] for colour in COLOURS}
EDGES = [square for square in SQUARES if square != 5]
CORNERS = [1, 3, 7, 9]


def seeds(count: int, tag: str) -> list[Draws]:
    """So many fixed seeds with fixed additions, as real matches have them."""
    blocks = [hashlib.sha512(f"{tag} {number}".encode()).digest() for number in range(count)]
    return [Draws(block[:32], block[32:48], block[48:]) for block in blocks]


def evenly(drawn: Iterable[Any], choices: Iterable[Any]) -> None:
    """Nothing but the choices was drawn, and each as often as chance lets it be: chi-square, 5 sigma over its mean."""
    counts, wanted = Counter(drawn), list(choices)
    assert set(counts) <= set(wanted)
    share = counts.total() / len(wanted)
    assert share >= 40, "too few draws to tell"
    freedom = len(wanted) - 1
    chi_square = sum((counts[choice] - share) ** 2 / share for choice in wanted)
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5 + 5, (chi_square, counts)


def test_the_measure_finds_a_bias_of_a_tenth() -> None:
    with pytest.raises(AssertionError):
        evenly([0] * 5_500 + [1] * 4_500, [0, 1])


def test_who_begins_is_a_fair_coin() -> None:
    blue = sum(deal.first(draws) == "blue" for draws in seeds(10_000, "first"))
    assert 4_800 <= blue <= 5_200


def test_every_other_square_has_an_element_each_of_the_eight_as_likely() -> None:
    deals = [deal.elements(draws, number % 25) for number, draws in enumerate(seeds(2_500, "elements"))]
    evenly([square in dealt for dealt in deals for square in SQUARES], [True, False])
    evenly([square for dealt in deals for square in dealt], SQUARES)
    evenly([element for dealt in deals for element in dealt.values()], ELEMENTS)
    # Nor does an element lean on its square, nor a square on its neighbour.
    evenly([pair for dealt in deals for pair in dealt.items()], product(SQUARES, ELEMENTS))
    evenly([(1 in dealt, 2 in dealt) for dealt in deals], product([True, False], repeat=2))


def test_two_to_four_walls_on_any_edge_squares_with_any_label() -> None:
    deals = [deal.walls(draws, number % 25) for number, draws in enumerate(seeds(4_000, "walls"))]
    evenly([len(dealt) for dealt in deals], [2, 3, 4])
    evenly([square for dealt in deals for square in dealt], EDGES)
    labels = [(square, *label) for dealt in deals for square, label in dealt.items()]
    evenly([sign for _square, _wall, sign, _number in labels], "+-=")
    evenly([number for _square, _wall, _sign, number in labels], range(5, 16))
    corners = [(square, SIDE_NAMES[wall]) for square in CORNERS for wall in WALLS[square]]
    assert len(corners) == 8
    evenly([(square, wall) for square, wall, _sign, _number in labels if square in CORNERS], corners)
    sides = {(square, wall) for square, wall, _sign, _number in labels if square not in CORNERS}
    assert sides == {(2, "up"), (4, "left"), (6, "right"), (8, "down")}


def test_swap_takes_any_card_of_each_hand() -> None:
    swaps = [tuple(deal.swap(draws, KEYS)) for draws in seeds(3_000, "swap")]
    evenly(swaps, product(KEYS["blue"], KEYS["red"]))


def test_any_three_of_five_are_shown_and_with_swap_any_two_beside_the_card_given() -> None:
    every = seeds(2_000, "shown")
    threes = [key for key in permutations(range(5), 3) if list(key) == sorted(key)]
    for colour in COLOURS:
        places = [tuple(KEYS[colour].index(key) for key in deal.shown(draws, KEYS)[colour]) for draws in every]
        evenly(places, threes)
    beside = []
    for draws in every:
        swap = deal.swap(draws, KEYS)
        shown = deal.shown(draws, KEYS, swap)
        assert all(len(shown[colour]) == 3 for colour in COLOURS)
        assert swap[0] in shown["blue"] and swap[1] in shown["red"]
        if swap[0] == "b3":
            beside += [key for key in shown["blue"] if key != "b3"]
    evenly(beside, ["b1", "b2", "b4", "b5"])


def test_chaos_draws_each_of_the_120_orders_for_both_colours() -> None:
    for colour in COLOURS:
        orders = [tuple(deal.chaos(draws, 3, colour, KEYS[colour])) for draws in seeds(6_000, "chaos")]
        evenly(orders, permutations(KEYS[colour]))


#: House, its limit, and the levels of a pool; of each, how the levels of a hand must be.
POOL = [1, 2, 3, 4, 5, 6, 6, 7, 8, 8, 9, 10, 10]


def hands(limit: deal.Limit, pool: list[tuple[str, int]], count: int = 3_000) -> list[list[int]]:
    """Hands drawn from the pool, as places in it."""
    found = []
    for draws in seeds(count, "random"):
        hand = deal.random_hand(draws, "red", pool, limit)
        assert hand is not None and len(set(hand)) == 5
        found.append([int(key[1:]) for key in hand])
    return found


def a_pool(levels: list[int]) -> list[tuple[str, int]]:
    return [(f"c{place}", level) for place, level in enumerate(levels)]


def is_high(place: int) -> bool:
    return POOL[place] >= 7


def is_top(place: int) -> bool:
    return POOL[place] >= 9


def test_without_a_limit_every_copy_is_as_likely_at_every_place() -> None:
    drawn = hands(deal.NO_LIMIT, a_pool(POOL))
    for place in range(5):
        evenly([hand[place] for hand in drawn], range(len(POOL)))


def test_two_of_four_stars_or_more_come_first_then_three_of_the_others() -> None:
    drawn = hands(deal.TWO_HIGH, a_pool(POOL))
    high, low = (tuple(place for place in range(len(POOL)) if is_high(place) is wanted) for wanted in (True, False))
    for place in range(5):
        evenly([hand[place] for hand in drawn], high if place < 2 else low)


def test_of_two_high_ones_one_at_most_has_five_stars() -> None:
    drawn = hands(deal.STARS, a_pool(POOL))
    assert all(sum(map(is_high, hand)) == 2 and sum(map(is_top, hand)) <= 1 for hand in drawn)
    high = [place for place in range(len(POOL)) if is_high(place)]
    evenly([hand[0] for hand in drawn], high)
    # After one of five stars only those of four are left to choose from, after one of four any other.
    after_top = [hand[1] for hand in drawn if is_top(hand[0])]
    evenly(after_top, [place for place in high if not is_top(place)])
    evenly([hand[1] for hand in drawn if hand[0] == 7], [place for place in high if place != 7])
    low = [place for place in range(len(POOL)) if not is_high(place)]
    evenly([place for hand in drawn for place in hand[2:]], low)


@pytest.mark.parametrize(
    ("limit", "levels", "highs", "tops"),
    [
        (deal.TWO_HIGH, [1, 2, 3, 4, 9], 1, 1),
        (deal.TWO_HIGH, [1, 2, 7, 8, 9, 10], 3, None),
        (deal.TWO_HIGH, [1, 2, 3, 4, 5, 6], 0, 0),
        (deal.STARS, [1, 2, 3, 9, 10, 7], 2, 1),
        (deal.STARS, [1, 2, 3, 4, 9, 10], 1, 1),
    ],
)
def test_scarce_pools_give_what_the_limit_lets_them(
    limit: deal.Limit, levels: list[int], highs: int, tops: int | None
) -> None:
    for hand in hands(limit, a_pool(levels), 200):
        drawn = [levels[place] for place in hand]
        assert sum(level >= 7 for level in drawn) == highs
        assert tops is None or sum(level >= 9 for level in drawn) == tops


def test_equal_copies_are_each_as_likely() -> None:
    """Of two copies of one card, an entry each, neither is preferred."""
    drawn = hands(deal.NO_LIMIT, a_pool([5] * 8))
    evenly([place for hand in drawn for place in hand], range(8))


def test_the_clock_may_make_any_legal_placement() -> None:
    legal = [[key, square] for key in KEYS["red"] for square in (1, 3, 5, 6, 8, 9)]
    drawn = [tuple(deal.timeout(draws, 1, 3, legal)) for draws in seeds(3_000, "timeout")]
    evenly(drawn, [tuple(each) for each in legal])


def test_the_trade_rule_takes_any_of_the_five() -> None:
    evenly([deal.trade(draws, KEYS["blue"]) for draws in seeds(2_000, "trade")], KEYS["blue"])


def test_draws_of_one_match_do_not_lean_on_each_other() -> None:
    pairs = [
        (deal.first(draws), deal.trade(draws, KEYS["red"]), deal.swap(draws, KEYS)[0])
        for draws in seeds(3_000, "together")
    ]
    evenly(pairs, product(COLOURS, KEYS["red"], KEYS["blue"]))
