"""The byte layout of the draws, and how a random hand is composed; how likely each is: test_distributions."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.engine import COLOURS, Draws, commitment, deal

SEED = bytes(range(32))
BLUE, RED = b"b" * 16, b"r" * 16

KNOWN = [602, 897, 917, 599, 380, 191]
KNOWN_ELEMENTS = {1: "wind", 3: "wind", 5: "ice", 6: "thunder", 7: "fire", 9: "earth"}
KNOWN_WALLS = {2: ("up", "-", 5), 6: ("right", "+", 13)}


def seeds(count: int, tag: str) -> list[Draws]:
    return [Draws(hashlib.sha256(f"{tag} {n}".encode()).digest()) for n in range(count)]


def test_the_layout_is_the_documented_one() -> None:
    message = b"triad/1" + b"\x10" + BLUE + b"\x10" + RED + b"\x05first" + b"\x00\x00\x00\x00"
    block = hmac.new(SEED, message, hashlib.sha256).digest()
    second = hmac.new(SEED, message[:-1] + b"\x01", hashlib.sha256).digest()
    words = [int.from_bytes((block + second)[at : at + 8], "big") for at in range(0, 64, 8)]
    stream = Draws(SEED, BLUE, RED).stream("first")
    assert [stream.below(1 << 64) for _ in words] == words


def test_known_answers() -> None:
    stream = Draws(SEED).stream("elements/0")
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert [stream.below(1000) for _ in range(6)] == KNOWN
    assert deal.elements(Draws(SEED, BLUE, RED), 0) == KNOWN_ELEMENTS
    assert deal.walls(Draws(SEED, BLUE, RED), 0) == KNOWN_WALLS


def test_every_part_changes_the_numbers() -> None:
    draws = [Draws(SEED), Draws(SEED, BLUE), Draws(SEED, b"", BLUE), Draws(SEED, BLUE, RED), Draws(SEED[::-1])]
    numbers = [each.stream("first").below(1 << 64) for each in draws]
    numbers += [draws[0].stream("swap").below(1 << 64)]
    assert len(set(numbers)) == len(numbers)


def test_a_word_over_the_last_whole_multiple_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    words = iter([(1 << 64) - 1, 8])
    stream = Draws(SEED).stream("first")
    monkeypatch.setattr(stream, "_word", lambda: next(words))
    assert stream.below(3) == 2


@pytest.mark.parametrize("bad", [b"", b"x" * 31, b"x" * 33])
def test_a_seed_has_32_bytes(bad: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Draws(bad)


def test_an_addition_has_16_bytes_or_none() -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        Draws(SEED, b"short")


def test_nothing_is_below_nothing() -> None:
    with pytest.raises(ValueError, match="below 0"):
        Draws(SEED).stream("first").choice([])


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(), max_size=12))
def test_a_shuffle_keeps_every_entry(seed: bytes, entries: list[int]) -> None:
    assert sorted(Draws(seed).stream("x").shuffle(entries)) == sorted(entries)


def test_chaos_differs_by_colour_and_round() -> None:
    draws, keys = Draws(SEED), list(range(20))
    orders = {tuple(deal.chaos(draws, number, colour, keys)) for number in range(3) for colour in COLOURS}
    assert len(orders) == 6


def pool(*levels: int) -> list[tuple[str, int]]:
    return [(f"c{number}", level) for number, level in enumerate(levels)]


def levels_of(hand: list[str] | None, copies: list[tuple[str, int]]) -> list[int]:
    assert hand is not None
    return [dict(copies)[key] for key in hand]


RANDOM_HANDS: list[tuple[str, deal.Limit, list[int], Callable[[list[int]], bool]]] = [
    (
        "two high first",
        deal.TWO_HIGH,
        [1, 1, 1, 1, 7, 8, 9, 10],
        lambda drawn: min(drawn[:2]) >= 7 and max(drawn[2:]) < 7,
    ),
    ("one high if one is owned", deal.TWO_HIGH, [1, 1, 1, 1, 7], lambda drawn: drawn[0] == 7),
    ("high ones fill up", deal.TWO_HIGH, [1, 7, 7, 8, 9, 10], lambda drawn: drawn.count(1) == 1 and len(drawn) == 5),
    ("one of five stars", deal.STARS, [1, 1, 1, 1, 7, 9, 10], lambda drawn: sum(x >= 9 for x in drawn) <= 1),
    ("only fives: one", deal.STARS, [1, 1, 1, 1, 9, 10], lambda drawn: sum(x >= 9 for x in drawn) == 1),
    ("all levels, none first", deal.NO_LIMIT, [7, 7, 8, 9, 10, 10], lambda drawn: min(drawn) >= 7),
]


@pytest.mark.parametrize(
    ("limit", "levels", "fits"), [case[1:] for case in RANDOM_HANDS], ids=[c[0] for c in RANDOM_HANDS]
)
def test_a_random_hand_follows_the_house(
    limit: deal.Limit, levels: list[int], fits: Callable[[list[int]], bool]
) -> None:
    copies = pool(*levels)
    for draws in seeds(100, "house"):
        assert fits(levels_of(deal.random_hand(draws, "blue", copies, limit), copies))


@pytest.mark.parametrize(("limit", "levels"), [(deal.NO_LIMIT, [1] * 4), (deal.STARS, [1, 1, 7, 7, 9, 9, 10])])
def test_a_pool_that_gives_no_hand_gives_none(limit: deal.Limit, levels: list[int]) -> None:
    assert deal.random_hand(Draws(SEED), "blue", pool(*levels), limit) is None
