"""What a rule is: a small object that says where it acts on a move, and is silent elsewhere.

A new rule overrides the hooks it needs and gets a row in `rules/__init__.py`; the kernel asks every rule
that is on, in the order of the table, and knows none of them by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from matches.engine.board import Faces
from matches.engine.cards import Card, Ranks


@dataclass(frozen=True, slots=True)
class Capture:
    """What a rule takes on the printed ranks before anything flips (RULES 2, step 4).

    Each side of the placed card has a key, from its rank and the rank facing it; 0 is none. Sides with one equal
    key make a group, and a group of `least` or more takes every opponent's card in it.
    """

    key: Callable[[int, int], int]
    label: str
    """For a group in which the cards alone are enough."""
    wall_label: str
    """For a group that needs a wall."""
    walls: bool
    """Whether a side facing the wall has the key of a 10 facing it."""
    least: int = 2


Clash = Callable[[int, int, Ranks, Ranks], int]
"""(the placed card's printed rank, the one facing it, all four of each) gives 1 taken, -1 lost, 0 nothing."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of play. The plain object is a rule that changes no result (what is seen or brought)."""

    name: str

    def faces(self, faces: Faces) -> Faces:
        """Which squares touch."""
        return faces

    def takes(self, attacker: int, defender: int, taken: bool) -> bool:
        """Whether one effective rank takes another; `taken` is what the rules before this one say."""
        return taken

    deals_elements = False
    """Whether squares have elements."""

    counts_kin = False
    """Whether `bonus` depends on the cards of the same type on the board."""

    def bonus(self, card: Card, element: str | None, kin: int) -> int:
        """What is added to all four ranks on a square with this element and with so many of its type about."""
        return 0

    def capture(self, on: frozenset[str]) -> Capture | None:
        """What it takes in step 4, where these rules are on."""
        return None

    def clash(self) -> Clash | None:
        """What happens to a facing opponent's card that nothing has taken (RULES 2, step 6)."""
        return None

    chains = False
    """Whether the cards of step 4 attack in turn (RULES 2, step 8)."""

    slides = False
    """Whether the labels of the walls move rows and columns (RULES 2, step 2)."""

    swaps = False
    """Whether two cards change hands before the first move (RULES 3)."""

    draws_hand = False
    """Whether the order of each hand is drawn with every deal (RULES 3)."""

    forces = False
    """Whether a card of the hand may have to be played."""

    def forced(self, hand: Sequence[int], drawn: Sequence[int]) -> int | None:
        """The card of the hand that must be played, if one must; `drawn` is the hand's drawn order."""
        return None
