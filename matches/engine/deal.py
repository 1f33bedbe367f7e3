"""What is drawn for a match and how each draw reads its stream (RULES 2 and 3; byte layout in `draws`).

Wherever a draw goes over both colours it goes blue first. Rounds and moves count from 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from matches.engine.board import COLOURS, SIDE_NAMES, SQUARES, WALLS
from matches.engine.cards import ELEMENTS
from matches.engine.draws import Draws
from matches.engine.record import HAND, LEAST_LABEL, MOST_LABEL, SIGNS
from matches.engine.round import WallLabel

T = TypeVar("T")

LEAST_WALLS, MOST_WALLS = 2, 4
EDGES = tuple(square for square in SQUARES if WALLS[square])
SHOWN = 3
HIGH_STARS, TOP_STARS = 4, 5


@dataclass(frozen=True, slots=True)
class Limit:
    """How a house composes a random hand, and what its deck limit allows; by stars (level / 2, rounded up)."""

    high_first: int = 0
    """So many of four stars or more are drawn before the rest."""
    most_high: int = HAND
    """At most so many of four stars or more."""
    most_top: int = HAND
    """At most so many of five stars."""


NO_LIMIT = Limit()
TWO_HIGH = Limit(high_first=2)
"""FFVIII: two of four stars or more first."""
STARS = Limit(high_first=2, most_high=2, most_top=1)
"""FFXIV: the same, two at most and one of five at most."""


def first(draws: Draws) -> str:
    """Label `first`: who begins, blue for 0 and red for 1 of below(2)."""
    return draws.stream("first").choice(COLOURS)


def elements(draws: Draws, round: int) -> dict[int, str]:
    """Label `elements/<round>`: for each square from 1 to 9, below(2); for 0 it has an element, a choice of the eight.

    The eight in the order fire, ice, thunder, earth, poison, wind, water, holy.
    """
    stream = draws.stream(f"elements/{round}")
    return {square: stream.choice(ELEMENTS) for square in SQUARES if stream.below(2) == 0}


def walls(draws: Draws, round: int) -> dict[int, WallLabel]:
    """Label `walls/<round>`: 2 + below(3) squares sampled from 1 2 3 4 6 7 8 9, then, for each in drawn order,

    a choice of its walls in the order up, right, down, left; a choice of + - =; and 5 + below(11).
    """
    stream = draws.stream(f"walls/{round}")
    count = LEAST_WALLS + stream.below(MOST_WALLS - LEAST_WALLS + 1)
    labels: dict[int, WallLabel] = {}
    for square in stream.sample(EDGES, count):
        wall = SIDE_NAMES[stream.choice(WALLS[square])]
        labels[square] = (wall, stream.choice(SIGNS), LEAST_LABEL + stream.below(MOST_LABEL - LEAST_LABEL + 1))
    return labels


def chaos(draws: Draws, round: int, colour: str, keys: Sequence[T]) -> list[T]:
    """Label `chaos/<round>/<colour>`: the order in which the hand must be played, a shuffle."""
    return draws.stream(f"chaos/{round}/{colour}").shuffle(keys)


def swap(draws: Draws, hands: Mapping[str, Sequence[T]]) -> list[T]:
    """Label `swap`: a choice of blue's hand, then one of red's."""
    stream = draws.stream("swap")
    return [stream.choice(hands[colour]) for colour in COLOURS]


def shown(draws: Draws, brought: Mapping[str, Sequence[T]], swap: Sequence[T] | None = None) -> dict[str, list[T]]:
    """Label `shown`: for Three Open, three of the five that blue brought, then three of red's; in hand order.

    A card given away by Swap is among the three, and the others are sampled from the rest.
    """
    stream = draws.stream("shown")
    three: dict[str, list[T]] = {}
    for number, colour in enumerate(COLOURS):
        given = [swap[number]] if swap else []
        others = [key for key in brought[colour] if key not in given]
        chosen = [*given, *stream.sample(others, min(SHOWN - len(given), len(others)))]
        three[colour] = [key for key in brought[colour] if key in chosen]
    return three


def random_hand(draws: Draws, colour: str, pool: Sequence[tuple[T, int]], limit: Limit = NO_LIMIT) -> list[T] | None:
    """Label `random/<colour>`: five of the pool's copies, (key, level) in order, in drawn order.

    Choices out of what is left of the pool in its order: first, `limit.high_first` times, out of those of four
    stars or more that fit the limit, as long as there are any; then out of those under four stars; when these
    are used up, out of any that fit. None if the pool gives no five.
    """
    stream = draws.stream(f"random/{colour}")
    left = list(pool)
    hand: list[tuple[T, int]] = []

    def draw(entries: list[tuple[T, int]]) -> None:
        entry = stream.choice(entries)
        left.remove(entry)
        hand.append(entry)

    while len(hand) < limit.high_first and (high := [e for e in left if _is_high(e) and _fits(hand, e, limit)]):
        draw(high)
    while len(hand) < HAND:
        fitting = [entry for entry in left if _fits(hand, entry, limit)]
        others = [entry for entry in fitting if not limit.high_first or not _is_high(entry)]
        if not fitting:
            return None
        draw(others or fitting)
    return [key for key, _level in hand]


def _stars(entry: tuple[T, int]) -> int:
    return (entry[1] + 1) // 2


def _is_high(entry: tuple[T, int]) -> bool:
    return _stars(entry) >= HIGH_STARS


def _fits(hand: Sequence[tuple[T, int]], entry: tuple[T, int], limit: Limit) -> bool:
    stars = [_stars(each) for each in (*hand, entry)]
    high = sum(each >= HIGH_STARS for each in stars)
    top = sum(each >= TOP_STARS for each in stars)
    return high <= limit.most_high and top <= limit.most_top


def timeout(draws: Draws, round: int, move: int, legal: Sequence[T]) -> T:
    """Label `timeout/<round>/<move>`: a choice of the legal moves, by hand order and then square."""
    return draws.stream(f"timeout/{round}/{move}").choice(legal)


def trade(draws: Draws, keys: Sequence[T]) -> T:
    """Label `trade`: a choice of the five that the loser brought, in hand order."""
    return draws.stream("trade").choice(keys)
