"""Rules that change effective ranks: Elemental, Ascension, Descension (RULES 2)."""

from __future__ import annotations

from dataclasses import dataclass

from matches.engine.cards import Card
from matches.engine.rules.base import Rule


@dataclass(frozen=True, slots=True)
class Elemental(Rule):
    """+1 on a square of the card's own element, -1 on any other element's."""

    deals_elements = True

    def bonus(self, card: Card, element: str | None, kin: int) -> int:
        if element is None:
            return 0
        return 1 if card.element == element else -1


@dataclass(frozen=True, slots=True)
class Kinship(Rule):
    """`each` for every card of the same type that was on the board when the move began."""

    each: int
    counts_kin = True

    def bonus(self, card: Card, element: str | None, kin: int) -> int:
        return self.each * kin


ELEMENTAL = Elemental("elemental")
ASCENSION = Kinship("ascension", +1)
DESCENSION = Kinship("descension", -1)
