"""Mog Easy plays anything that is legal, each as likely."""

from __future__ import annotations

from random import Random

from matches.engine import Move
from matches.robots.sight import Sight


def choose(sight: Sight, random: Random) -> Move:
    """A legal move by chance."""
    return random.choice(sight.moves)
