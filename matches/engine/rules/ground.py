"""Rules about the ground the cards lie on: Broken Wall, Power Wall (RULES 2)."""

from __future__ import annotations

from dataclasses import dataclass

from matches.engine.board import WRAPPED_FACES, Faces
from matches.engine.rules.base import Rule


@dataclass(frozen=True, slots=True)
class BrokenWall(Rule):
    """The board wraps left to right and top to bottom."""

    def faces(self, faces: Faces) -> Faces:
        return WRAPPED_FACES


@dataclass(frozen=True, slots=True)
class PowerWall(Rule):
    """A card of the right power on a labelled square moves its row or column away from the wall."""

    slides = True


BROKEN_WALL = BrokenWall("broken_wall")
POWER_WALL = PowerWall("power_wall")
