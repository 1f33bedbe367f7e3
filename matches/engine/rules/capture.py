"""Rules that take on the printed ranks before anything flips: Same, Plus and their walls (RULES 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matches.engine.cards import HIGHEST
from matches.engine.rules.base import Capture, Pair, Rule


def same(pairs: Sequence[Pair], edges: Sequence[int], taken: dict[int, str]) -> None:
    """Takes the opponent's cards among two or more equal pairs; a 10 at the wall is a match too."""
    matches = [pair for pair in pairs if pair[1] == pair[2]]
    if len(matches) + edges.count(HIGHEST) < 2:
        return
    label = "same" if len(matches) > 1 else "same_wall"
    for there, _own, _facing, rival in matches:
        if rival:
            taken.setdefault(there, label)


def plus(pairs: Sequence[Pair], edges: Sequence[int], taken: dict[int, str]) -> None:
    """Takes the opponent's cards in every group of two or more with one sum; the wall counts as a 10."""
    sums = [pair[1] + pair[2] for pair in pairs]
    at_walls = [own + HIGHEST for own in edges]
    if len({*sums, *at_walls}) == len(sums) + len(at_walls):
        return
    for (there, _own, _facing, rival), total in zip(pairs, sums, strict=True):
        if not rival:
            continue
        if sums.count(total) > 1:
            taken.setdefault(there, "plus")
        elif total in at_walls:
            taken.setdefault(there, "plus_wall")


def rivals_only(capture: Capture) -> Capture:
    """The same where only opponents' cards and walls count (the house option `own_cards_count`, off)."""

    def on_rivals(pairs: Sequence[Pair], edges: Sequence[int], taken: dict[int, str]) -> None:
        capture([pair for pair in pairs if pair[3]], edges, taken)

    return on_rivals


def _without_walls(capture: Capture) -> Capture:
    def on_cards_only(pairs: Sequence[Pair], edges: Sequence[int], taken: dict[int, str]) -> None:
        capture(pairs, (), taken)

    return on_cards_only


@dataclass(frozen=True, slots=True)
class PrintedRanks(Rule):
    """Takes by `take`; the walls count where the rule named `wall` is on."""

    take: Capture
    wall: str
    captures_from = 2

    def capture(self, on: frozenset[str]) -> Capture | None:
        return self.take if self.wall in on else _without_walls(self.take)


@dataclass(frozen=True, slots=True)
class Wall(Rule):
    """Lets the walls count for the rule it needs."""

    faces_walls = True


SAME = PrintedRanks("same", same, "same_wall")
SAME_WALL = Wall("same_wall")
PLUS = PrintedRanks("plus", plus, "plus_wall")
PLUS_WALL = Wall("plus_wall")
