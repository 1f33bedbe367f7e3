"""Sums, suggestions and prices of custom cards."""

from __future__ import annotations

from random import Random

import pytest

from cards.customs.numbers import SUM_RANGES, custom_price, read_rank, suggest_ranks, sum_range


def test_the_ranges_are_those_of_the_book() -> None:
    assert SUM_RANGES == (
        (10, 13), (12, 15), (14, 17), (16, 19), (18, 21), (20, 23), (22, 25), (24, 26), (24, 27), (26, 29),
    )  # fmt: skip


@pytest.mark.parametrize("level", range(1, 11))
def test_every_suggestion_fits_its_level(level: int) -> None:
    least, greatest = sum_range(level)
    random = Random(level)
    for _time in range(200):
        suggested = suggest_ranks(level=level, random=random)
        assert len(suggested) == 5
        for ranks in suggested:
            assert least <= sum(ranks) <= greatest
            assert all(1 <= rank <= 10 for rank in ranks)
        assert len({tuple(sorted(ranks)) for ranks in suggested}) == 5


def test_suggestions_are_varied_and_new_each_time() -> None:
    random = Random(8)
    seen = [ranks for _time in range(100) for ranks in suggest_ranks(level=5, random=random)]
    assert len(set(seen)) > 250
    assert {sum(ranks) for ranks in seen} == {18, 19, 20, 21}
    for place in range(4):
        assert {ranks[place] for ranks in seen} == set(range(1, 11))


@pytest.mark.parametrize(
    ("typed", "rank"),
    [("1", 1), ("9", 9), ("10", 10), ("A", 10), ("a", 10), (" 7 ", 7), ("", 0), (" ", 0)]
    + [(text, None) for text in ("0", "11", "-1", "B", "1.5", "٣", "²", "1 2", "AA", "<b>")],
)
def test_a_rank_is_typed_as_a_number_or_a(typed: str, rank: int | None) -> None:
    assert read_rank(typed) == rank


@pytest.mark.parametrize(("specific", "level", "price"), [(80, 1, 40), (80, 10, 400), (25, 1, 12), (25, 3, 37)])
def test_making_costs_half_the_listed_price(specific: int, level: int, price: int) -> None:
    assert custom_price(specific=specific, level=level) == price
