"""Rules that act after the first comparison: Battle on what it left, Combo on what was taken (RULES 2)."""

from __future__ import annotations

from dataclasses import dataclass

from matches.engine.cards import Ranks
from matches.engine.rules.base import Clash, Rule


def battle(own: int, facing: int, own_ranks: Ranks, facing_ranks: Ranks) -> int:
    """Where the printed ranks are equal, the higher total of the four takes the other."""
    if own != facing:
        return 0
    mine, theirs = sum(own_ranks), sum(facing_ranks)
    return (mine > theirs) - (mine < theirs)


@dataclass(frozen=True, slots=True)
class Battle(Rule):
    """Cards that tie fight again with their totals; the placed card may be lost."""

    def clash(self) -> Clash | None:
        return battle


@dataclass(frozen=True, slots=True)
class Combo(Rule):
    """Cards taken by Same or Plus attack in turn."""

    chains = True


BATTLE = Battle("battle")
COMBO = Combo("combo")
