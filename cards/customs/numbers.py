"""The numbers of a custom card: the range of its ranks' sum, ranks to suggest, and its price."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import product
from random import Random

Ranks = tuple[int, int, int, int]

#: Least and greatest sum of the four ranks, by level 1 to 10 (document 000).
SUM_RANGES = ((10, 13), (12, 15), (14, 17), (16, 19), (18, 21), (20, 23), (22, 25), (24, 26), (24, 27), (26, 29))
#: How many ranks are suggested at a time.
SUGGESTIONS = 5


def sum_range(level: int) -> tuple[int, int]:
    """The least and the greatest sum of the ranks of a card of this level, 1 to 10."""
    return SUM_RANGES[level - 1]


def custom_price(*, specific: int, level: int) -> int:
    """What making a card costs: half the specific price of its series times its level, rounded down (RULES 8)."""
    return specific * level // 2


def suggest_ranks(*, level: int, random: Random, count: int = SUGGESTIONS) -> list[Ranks]:
    """Different ranks for a level, up right down left: a sum of its range evenly, then four ranks that make it.

    No two of them have the same four ranks in another order.
    """
    least, greatest = sum_range(level)
    suggested: dict[tuple[int, ...], Ranks] = {}
    while len(suggested) < count:
        ranks = random.choice(_by_sum()[random.randint(least, greatest)])
        suggested.setdefault(tuple(sorted(ranks)), ranks)
    return list(suggested.values())


@cache
def _by_sum() -> dict[int, list[Ranks]]:
    """All ranks that a card may have, by their sum."""
    found: dict[int, list[Ranks]] = defaultdict(list)
    for up, right, down, left in product(range(1, 11), repeat=4):
        found[up + right + down + left].append((up, right, down, left))
    return found


def read_rank(text: str) -> int | None:
    """A rank as it is typed, 1 to 10 or A; 0 for none typed, None for what is no rank."""
    text = text.strip().upper()
    if text in ("", "A", "10"):
        return {"": 0, "A": 10, "10": 10}[text]
    return int(text) if len(text) == 1 and text in "123456789" else None
