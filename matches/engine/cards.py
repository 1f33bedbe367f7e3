"""Cards as the rules see them (RULES 1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

LOWEST, HIGHEST = 1, 10
ELEMENTS = ("fire", "ice", "thunder", "earth", "poison", "wind", "water", "holy")
TYPES = ("primal", "scion", "beastman", "garlean")

Ranks = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a match: `key` is its own within the record, `ranks` are up, right, down, left."""

    key: str
    ranks: Ranks
    name: str = ""
    level: int | None = None
    element: str | None = None
    type: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def power(self) -> int:
        """Half the sum of the four printed ranks, rounded up."""
        return (sum(self.ranks) + 1) // 2

    @property
    def stars(self) -> int | None:
        """Half the level, rounded up; None for a card without a level."""
        return None if self.level is None else (self.level + 1) // 2

    def to_data(self) -> dict[str, Any]:
        """The card as a record carries it (RECORDS, CARD)."""
        return {
            **self.extra,
            "key": self.key,
            "name": self.name,
            "level": self.level,
            "ranks": list(self.ranks),
            "element": self.element,
            "type": self.type,
        }


def clamp(rank: int) -> int:
    """An effective rank is never under 1 or over 10."""
    return LOWEST if rank < LOWEST else HIGHEST if rank > HIGHEST else rank
