"""What a move makes happen, in the order in which it happens. Drives animation, sounds and the spoken line."""

from __future__ import annotations

from dataclasses import dataclass

from matches.engine.cards import Card


@dataclass(frozen=True, slots=True)
class Move:
    """A card, by key, on a square, 1 to 9."""

    card: str
    square: int


@dataclass(frozen=True, slots=True)
class Placed:
    """The card lies on the square in the mover's colour."""

    card: Card
    square: int
    colour: str


@dataclass(frozen=True, slots=True)
class Slid:
    """A Power Wall label moved its line: what lay on squares[0] lies on squares[1], and so on round."""

    wall: str
    squares: tuple[int, int, int]
    end: int
    """The square on which the placed card ends."""


@dataclass(frozen=True, slots=True)
class Flipped:
    """A card turned to a colour. Wave 0 turns with the placement, combos in waves from 1, `lost` last."""

    square: int
    card: Card
    colour: str
    label: str
    by: int
    wave: int


@dataclass(frozen=True, slots=True)
class RoundOver:
    """The round is over with this score (blue, red); the winner is a colour, or None for an equal score."""

    score: tuple[int, int]
    winner: str | None


Event = Placed | Slid | Flipped | RoundOver
