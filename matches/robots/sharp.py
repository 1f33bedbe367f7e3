"""Mog Sharp looks two plies ahead: its move, and the best answer as far as it knows the other hand."""

from __future__ import annotations

from random import Random

from matches.engine import Move, kernel
from matches.robots.sight import Sight


def choose(sight: Sight, random: Random) -> Move:
    """The move whose worst answer costs least; of equal ones one with the least power, by chance."""

    def worth(move: Move) -> tuple[int, int, int]:
        after = sight.after(move)
        return _after_answer(sight, after), sight.lead(after), -sight.power(move)

    worths = {move: worth(move) for move in sight.moves}
    best = max(worths.values())
    return random.choice([move for move in sight.moves if worths[move] == best])


def _after_answer(sight: Sight, position: kernel.Position) -> int:
    """By how much the robot leads after the answer that is worst for it."""
    if kernel.is_over(position):
        return sight.lead(position)
    # The cards that it supposes are all alike: one of them stands for all.
    spare = {number for number, _square in sight.answers(position) if number in sight.supposed}
    spare.discard(min(spare, default=0))
    return min(
        sight.lead(sight.play(position, number, square))
        for number, square in sight.answers(position)
        if number not in spare
    )
