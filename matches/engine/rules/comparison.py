"""Rules that change which rank takes which, in the basic rule and in combos: Reverse, Fallen Ace (RULES 2)."""

from __future__ import annotations

from dataclasses import dataclass

from matches.engine.cards import HIGHEST, LOWEST
from matches.engine.rules.base import Rule


@dataclass(frozen=True, slots=True)
class Reverse(Rule):
    """Strictly lower takes, instead of strictly higher."""

    def takes(self, attacker: int, defender: int, taken: bool) -> bool:
        return attacker < defender


@dataclass(frozen=True, slots=True)
class FallenAce(Rule):
    """Between a 1 and a 10 either takes the other: what the comparison gives already, and its mirror."""

    def takes(self, attacker: int, defender: int, taken: bool) -> bool:
        return taken or {attacker, defender} == {LOWEST, HIGHEST}


REVERSE = Reverse("reverse")
FALLEN_ACE = FallenAce("fallen_ace")
