"""What is due at the end of a match: the trade rules and the claim (RULES 5, RECORDS: claim)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from matches.engine.board import COLOURS
from matches.engine.cards import Card
from matches.engine.round import Round

MOST = 5
EARLY_PLACEMENTS = 5
"""Who leaves before this placement of the round loses 6 to 4."""
FORFEIT_SCORE = (6, 4)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ended, as the stakes look at it."""

    round: Round
    winner: str
    """A colour, or `draw`."""
    score: tuple[int, int]
    """The score that counts: (winner's, loser's)."""
    total_victory: bool
    """Whether the winner has all nine squares and the house lets that take all five."""
    brought: Mapping[str, tuple[Card, ...]]
    left: str | None = None
    """Who left, if the match was forfeited."""
    late: bool = False
    """Whether that was after the round's fifth placement."""

    @property
    def loser(self) -> str:
        """The colour that lost."""
        return other(self.winner)


Claim = dict[str, Any]
Trade = Callable[[Ending], Claim | None]


def other(colour: str) -> str:
    """The other colour."""
    return COLOURS[1 - COLOURS.index(colour)]


def choose(ending: Ending, count: int) -> Claim | None:
    """The winner's choice of so many of the loser's cards, of all that were brought at most."""
    of = [card.key for card in ending.brought[ending.loser]]
    count = min(count, MOST, len(of))
    return {"by": ending.winner, "choose": count, "of": of} if count > 0 else None


def nothing(ending: Ending) -> Claim | None:
    """No cards."""
    return None


def _count(count: int) -> Trade:
    return lambda ending: choose(ending, count)


def diff(ending: Ending) -> Claim | None:
    """As many as the winning score less 5."""
    return choose(ending, ending.score[0] - MOST)


def change(ending: Ending) -> Claim | None:
    """As many as the winning score less the losing score."""
    return choose(ending, ending.score[0] - ending.score[1])


def at_random(ending: Ending) -> Claim | None:
    """One of all that the loser brought, to be drawn."""
    of = [card.key for card in ending.brought[ending.loser]]
    return {"by": ending.winner, "random": 1, "of": of} if of else None


def direct(ending: Ending) -> Claim | None:
    """Each player keeps the opponent's own cards that lie in their colour; who left keeps nothing."""
    keep = {colour: [] if colour == ending.left else _lying(ending, colour) for colour in COLOURS}
    return {"keep": keep} if any(keep.values()) else None


def _lying(ending: Ending, colour: str) -> list[str]:
    """The opponent's own cards in this colour: on the board by square, then in the hand."""
    theirs = {card.key for card in ending.brought[other(colour)]}
    hands = ending.round.hands
    cards = [lying.card for lying in ending.round.board.values() if lying.colour == colour]
    cards += hands[colour]
    if ending.left and ending.late:
        cards += hands[ending.left]
    return [card.key for card in cards if card.key in theirs]


TRADES: dict[str, Trade] = {
    "training": nothing,
    "none": nothing,
    "one": _count(1),
    "two": _count(2),
    "three": _count(3),
    "four": _count(4),
    "total": _count(MOST),
    "diff": diff,
    "change": change,
    "direct": direct,
    "random": at_random,
}
"""Every trade rule by name."""

ON_A_DRAW = frozenset({direct})


def claim(trade: str, ending: Ending) -> Claim | None:
    """What is due under this trade rule, None if nothing is."""
    rule = TRADES[trade]
    if rule is nothing:
        return None
    if ending.winner == "draw":
        return rule(ending) if rule in ON_A_DRAW else None
    if ending.total_victory:
        return choose(ending, MOST)
    return rule(ending)


def forfeit(round: Round, placements: int, left: str) -> tuple[tuple[int, int], bool, bool]:
    """The score that counts when `left` leaves (who stayed first), whether all squares count, whether it is late.

    RULES 7: before the fifth placement 6 to 4; from then on every empty square and every card in hand counts
    for who stayed, at least 6 to 4.
    """
    if placements < EARLY_PLACEMENTS:
        return FORFEIT_SCORE, False, False
    theirs = sum(lying.colour == left for lying in round.board.values())
    most, least = FORFEIT_SCORE
    return (max(most, sum(round.score) - theirs), min(least, theirs)), not theirs, True
