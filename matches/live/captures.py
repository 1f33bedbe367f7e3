"""What a placement took and by which ranks: the numbers behind what is shown and said (RULES 2).

Read from the fold's events and positions; nothing is judged again.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from cards.faces import SIDES
from matches.engine import Flipped, Placed, Played, Round, Slid
from matches.engine.board import WALLED_FACES, WALLS, WRAPPED_FACES, Faces
from matches.engine.cards import HIGHEST

MOST_STEPS = 7
SAMES, PLUSES = ("same", "same_wall"), ("plus", "plus_wall")
FIRST = (*SAMES, *PLUSES)


@dataclass(frozen=True, slots=True)
class Turned:
    """A card that turns: about which axis (y: its captor lies beside it), and when (RULES 2, step and place in it)."""

    square: int
    name: str
    label: str
    by: int
    axis: str
    step: int
    order: int


@dataclass(frozen=True, slots=True)
class Side:
    """A side of the placed card that made Same or Plus; `facing` is None where it faces the wall."""

    side: int
    own: int
    facing: int | None


@dataclass(frozen=True, slots=True)
class Group:
    """The sides of one Same, or of one sum of Plus, and what they took."""

    label: str
    total: int | None
    sides: tuple[Side, ...]
    taken: tuple[Turned, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two effective ranks that met, the attacker's first, each with the printed one."""

    mine: int
    theirs: int
    mine_printed: int
    theirs_printed: int


@dataclass(frozen=True, slots=True)
class Captures:
    """One placement with the position before it, and what turned in the order in which it turns."""

    played: Played
    before: Round
    turned: tuple[Turned, ...]

    @classmethod
    def of(cls, played: Played, before: Round) -> Captures:
        return cls(played, before, _turned(played))

    @property
    def placed(self) -> Placed:
        return next(event for event in self.played.events if isinstance(event, Placed))

    @property
    def slid(self) -> Slid | None:
        return next((event for event in self.played.events if isinstance(event, Slid)), None)

    @property
    def faces(self) -> Faces:
        return WRAPPED_FACES if "broken_wall" in self.played.after.rules else WALLED_FACES

    def side_between(self, square: int, other: int) -> tuple[int, int] | None:
        """The side of a square that faces another, and the side there that faces back."""
        return next(((side, back) for side, there, back in self.faces[square] if there == other), None)

    def across_the_edge(self, square: int, other: int) -> bool:
        """Whether two squares touch only because the board has no walls."""
        found = self.side_between(square, other)
        return found is not None and found[0] in WALLS[square]

    def comparison(self, each: Turned) -> Comparison | None:
        """The effective ranks of a basic capture or a combo, as they stood when the move began."""
        sides = self.side_between(each.by, each.square)
        if sides is None:
            return None
        board = self.played.after.board
        mine, theirs = board[each.by].card, board[each.square].card
        return Comparison(
            self.before.effective_there(mine, each.by)[sides[0]],
            self.before.effective_there(theirs, each.square)[sides[1]],
            mine.ranks[sides[0]],
            theirs.ranks[sides[1]],
        )

    def groups(self) -> tuple[Group, ...]:
        """Same, then each sum of Plus, of those that took something."""
        same = tuple(each for each in self.turned if each.label in SAMES)
        found = []
        if same:
            found.append(Group(same[0].label, None, self._same_sides(same[0].label), same))
        sums: dict[int, list[Turned]] = {}
        for each in self.turned:
            sides = self.side_between(self.played.square, each.square) if each.label in PLUSES else None
            if sides:
                total = self._own(sides[0]) + self.played.after.board[each.square].card.ranks[sides[1]]
                sums.setdefault(total, []).append(each)
        for total, taken in sorted(sums.items()):
            label = taken[0].label
            found.append(Group(label, total, self._plus_sides(label, total), tuple(taken)))
        return tuple(found)

    def signs(self) -> dict[int, str]:
        """By side of the placed card: what stands at its edge, a sum or the equals sign."""
        found: dict[int, str] = {}
        for group in self.groups():
            for each in group.sides:
                found.setdefault(each.side, "=" if group.total is None else str(group.total))
        return found

    def hits(self) -> dict[int, frozenset[str]]:
        """The sides whose ranks made a capture of the placed card, by square."""
        taken = {each.square for each in self.turned if each.label not in ("combo", "lost")}
        matched = self.signs()
        square = self.played.square
        hits: dict[int, set[str]] = {square: {SIDES[side] for side in matched}}
        for side, facing, back in self.faces[square]:
            if facing in taken:
                hits[square].add(SIDES[side])
            if facing in taken or (side in matched and facing in self.played.after.board):
                hits.setdefault(facing, set()).add(SIDES[back])
        return {square: frozenset(sides) for square, sides in hits.items() if sides}

    def _own(self, side: int) -> int:
        return self.placed.card.ranks[side]

    def _facing(self) -> list[Side]:
        """The sides that face a card which counts for Same and Plus."""
        after, was = self.played.after, {each.card.key: each.colour for each in self.before.board.values()}
        return [
            Side(side, self._own(side), after.board[there].card.ranks[back])
            for side, there, back in self.faces[self.played.square]
            if there in after.board
            and (after.deal.own_cards_count or was.get(after.board[there].card.key) != self.played.colour)
        ]

    def _walls(self) -> list[Side]:
        faced = [side for side, _there, _back in self.faces[self.played.square]]
        return [Side(side, self._own(side), None) for side in WALLS[self.played.square] if side not in faced]

    def _same_sides(self, label: str) -> tuple[Side, ...]:
        walls = [each for each in self._walls() if each.own == HIGHEST] if label == "same_wall" else []
        return (*(each for each in self._facing() if each.own == each.facing), *walls)

    def _plus_sides(self, label: str, total: int) -> tuple[Side, ...]:
        sides = [*self._facing(), *(self._walls() if label == "plus_wall" else [])]
        return tuple(each for each in sides if each.own + (each.facing or HIGHEST) == total)


def _turned(played: Played) -> tuple[Turned, ...]:
    flips = [event for event in played.events if isinstance(event, Flipped)]
    base = 1 if any(flip.label in FIRST for flip in flips) else 0
    last = base + max((flip.wave for flip in flips), default=0) + 1
    counted: Counter[int] = Counter()
    turned = []
    for flip in sorted(flips, key=lambda flip: (flip.label == "lost", flip.wave)):
        step = min(last if flip.label == "lost" else base + flip.wave, MOST_STEPS)
        axis = "y" if (flip.by - 1) // 3 == (flip.square - 1) // 3 else "x"
        turned.append(Turned(flip.square, flip.card.name, flip.label, flip.by, axis, step, counted[step]))
        counted[step] += 1
    return tuple(turned)
