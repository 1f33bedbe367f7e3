"""Mog Steady takes what it can get now, with the weakest card that gets it."""

from __future__ import annotations

from random import Random

from matches.engine import Move
from matches.robots.sight import Sight


def choose(sight: Sight, random: Random) -> Move:
    """The move after which it leads by most; of equal ones one with the least power, by chance."""

    def worth(move: Move) -> tuple[int, int]:
        return sight.lead(sight.after(move)), -sight.power(move)

    worths = {move: worth(move) for move in sight.moves}
    best = max(worths.values())
    return random.choice([move for move in sight.moves if worths[move] == best])
