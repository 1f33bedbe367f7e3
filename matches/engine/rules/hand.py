"""Rules about which card is played from the hand: Order, Chaos, Swap (RULES 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matches.engine.rules.base import Rule


@dataclass(frozen=True, slots=True)
class Order(Rule):
    """The first card left in the hand must be played."""

    forces = True

    def forced(self, hand: Sequence[int], drawn: Sequence[int]) -> int | None:
        return hand[0] if hand else None


@dataclass(frozen=True, slots=True)
class Chaos(Rule):
    """The first card left of the drawn order must be played."""

    draws_hand = True
    forces = True

    def forced(self, hand: Sequence[int], drawn: Sequence[int]) -> int | None:
        return next((card for card in drawn if card in hand), None)


@dataclass(frozen=True, slots=True)
class Swap(Rule):
    """One card of each hand changes hands before the first move."""

    swaps = True


ORDER = Order("order")
CHAOS = Chaos("chaos")
SWAP = Swap("swap")
