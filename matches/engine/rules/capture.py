"""Rules that take on the printed ranks before anything flips: Same, Plus and their walls (RULES 2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from matches.engine.rules.base import Capture, Rule


def equal(own: int, facing: int) -> int:
    """Same: every side that equals the rank facing it is in one group."""
    return int(own == facing)


def total(own: int, facing: int) -> int:
    """Plus: sides go together by their sum."""
    return own + facing


@dataclass(frozen=True, slots=True)
class PrintedRanks(Rule):
    """Takes groups by `key`; the walls count where the rule named `wall` is on."""

    key: Callable[[int, int], int]
    wall: str

    def capture(self, on: frozenset[str]) -> Capture | None:
        return Capture(self.key, self.name, self.wall, self.wall in on)


SAME = PrintedRanks("same", equal, "same_wall")
SAME_WALL = Rule("same_wall")
PLUS = PrintedRanks("plus", total, "plus_wall")
PLUS_WALL = Rule("plus_wall")
