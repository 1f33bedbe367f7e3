"""What a deal leaves fixed, laid out for the kernel: the rules that are on, asked once and written into tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from matches.engine.board import SIDES, SQUARES, WALLED_FACES, Faces, line_away_from
from matches.engine.cards import HIGHEST, Card, Ranks, clamp
from matches.engine.rules import RULES
from matches.engine.rules.base import Capture, Rule

Label = tuple[int, str, int]
"""A wall label: (side of the wall it belongs to, sign, number)."""

Attack = tuple[int, tuple[bool, ...], tuple[int, ...], tuple[int, ...]]
"""One side of a card on a square: the square it faces; by effective rank, whether it takes it; by cell there, the
effective rank of an opponent's card, else 0; by cell there, the marks of the side.

Marks are bits, one for each key of each capture. Two sides that share a mark may be a group; no others can."""

Keys = tuple[int, ...]
Group = tuple[Capture, tuple[tuple[int, Keys], ...]]
"""One capture for a card on a square: for each side the square it faces and, by cell there, the key of the side.
A wall that counts is a side that faces square 0, which is always empty."""

Slide = tuple[tuple[int, int, int], frozenset[int]]
"""(the line of a labelled square from its wall on, the cards that move it)."""

METS = {"+": int.__gt__, "-": int.__lt__, "=": int.__eq__}


class Table:
    """Everything of a round that no move changes. Read it, never write it."""

    __slots__ = (
        "_groups",
        "_keys",
        "_kin",
        "_kinds",
        "_marks",
        "_marks_of",
        "_rules",
        "_seen",
        "_strengths",
        "_takes",
        "_under",
        "_wall_marks",
        "attacks",
        "captures",
        "cards",
        "chains",
        "clashes",
        "counts_kin",
        "elements",
        "faces",
        "is_plain",
        "own_cards_count",
        "ranks",
        "slides",
        "takes_singly",
        "wall_marks",
    )

    def __init__(
        self,
        cards: Sequence[Card],
        on: frozenset[str] = frozenset(),
        *,
        own_cards_count: bool = True,
        elements: Mapping[int, str] | None = None,
        walls: Mapping[int, Label] | None = None,
    ) -> None:
        """Lays out the table of a round in which `cards` are numbered from 1."""
        rules = [rule for name, rule in RULES.items() if name in on]
        self._rules = rules
        self.cards = tuple(cards)
        self.elements = dict(elements or {})
        self.faces: Faces = WALLED_FACES
        for rule in rules:
            self.faces = rule.faces(self.faces)
        self.ranks: tuple[Ranks, ...] = ((0, 0, 0, 0), *(card.ranks for card in cards))
        self.captures = tuple(capture for rule in rules if (capture := rule.capture(on)))
        self.own_cards_count = own_cards_count
        #: Whether one side alone may be a group.
        self.takes_singly = any(capture.least < 2 for capture in self.captures)
        self.clashes = tuple(clash for rule in rules if (clash := rule.clash()))
        self.chains = any(rule.chains for rule in rules)
        self.slides = _slides(cards, walls or {}) if any(rule.slides for rule in rules) else {}
        self.counts_kin = any(rule.counts_kin for rule in rules)
        self.is_plain = not (self.captures or self.clashes or self.slides or self.counts_kin)
        self._takes = _comparison(tuple(rules))
        types = sorted({card.type for card in cards if card.type})
        self._kinds = (0, *(types.index(card.type) + 1 if card.type else 0 for card in cards))
        self._kin: tuple[int, ...] = (0,) * (len(types) + 1)
        self._under: dict[tuple[int, ...], Table] = {}
        self._marks_of, self._wall_marks = _marks(self.captures)
        self._marks: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self._groups: dict[tuple[int, int], tuple[Group, ...]] = {}
        self._keys: dict[tuple[Capture, int, int, int], Keys] = {}
        #: wall_marks[cell][square]: the marks of the sides that face a wall, worked out with `attacks`.
        self.wall_marks = [[0] * (len(SQUARES) + 1) for _cell in range(2 * len(self.ranks))]
        self._forget_strengths()

    def _forget_strengths(self) -> None:
        #: attacks[cell][square]: what `attack` gave for it, None until it was asked.
        self.attacks: list[list[tuple[Attack, ...] | None]] = [
            [None] * (len(SQUARES) + 1) for _cell in range(2 * len(self.ranks))
        ]
        self._strengths: dict[str | None, tuple[Ranks, ...]] = {}
        self._seen: dict[tuple[str | None, int, int], tuple[int, ...]] = {}

    def attack(self, cell: int, square: int) -> tuple[Attack, ...]:
        """What this cell does on this square, side by side; worked out once and kept in `attacks`."""
        own, colour = cell >> 1, cell & 1
        strength, printed = self.strength(own, square), self.ranks[own]
        sides: list[Attack] = []
        for side, there, back in self.faces[square]:
            seen_key = (self.elements.get(there), colour, back)
            marks_key = (printed[side], colour, back)
            seen = self._seen.get(seen_key) or self._seen_by(*seen_key)
            marks = self._marks.get(marks_key) or self._marks_by(*marks_key)
            sides.append((there, self._takes[strength[side]], seen, marks))
        if any(self._wall_marks):
            for side in self._walls(square):
                self.wall_marks[cell][square] |= self._wall_marks[printed[side]]
        self.attacks[cell][square] = attacks = tuple(sides)
        return attacks

    def groups(self, cell: int, square: int) -> tuple[Group, ...]:
        """The sides of this cell on this square with their keys, for each capture; worked out once."""
        found = self._groups.get((cell, square))
        if found is None:
            found = self._groups[cell, square] = tuple(self._group(each, cell, square) for each in self.captures)
        return found

    def _group(self, capture: Capture, cell: int, square: int) -> Group:
        printed, colour = self.ranks[cell >> 1], cell & 1
        sides: list[tuple[int, Keys]] = []
        for side, there, back in self.faces[square]:
            keys_key = (capture, printed[side], colour, back)
            sides.append((there, self._keys.get(keys_key) or self._keys_by(*keys_key)))
        if capture.walls:
            sides += [(0, (capture.key(printed[side], HIGHEST),)) for side in self._walls(square)]
        return capture, tuple(sides)

    def _walls(self, square: int) -> list[int]:
        """The sides of this square that face a wall."""
        faced = [side for side, _there, _back in self.faces[square]]
        return [side for side in SIDES if side not in faced]

    def _marks_by(self, rank: int, colour: int, back: int) -> tuple[int, ...]:
        """By cell: the marks of this rank of this colour, that side of the cell facing it."""
        facing = self._marks_of[rank]
        marks: list[int] = []
        for ranks in self.ranks:
            mark = facing[ranks[back]]
            own = mark if self.own_cards_count else 0
            marks += (mark, own) if colour else (own, mark)
        self._marks[rank, colour, back] = found = tuple(marks)
        return found

    def _keys_by(self, capture: Capture, rank: int, colour: int, back: int) -> Keys:
        """By cell: the key of this rank of this colour, that side of the cell facing it."""
        keys = [0, 0]
        for ranks in self.ranks[1:]:
            key = capture.key(rank, ranks[back])
            own = key if self.own_cards_count else 0
            keys += (key, own) if colour else (own, key)
        self._keys[capture, rank, colour, back] = found = tuple(keys)
        return found

    def _seen_by(self, element: str | None, colour: int, back: int) -> tuple[int, ...]:
        """By cell on this element: the effective rank on that side if this colour may take it, else 0."""
        seen: list[int] = []
        for ranks in self._on_element(element):
            seen += (ranks[back], 0) if colour else (0, ranks[back])
        self._seen[element, colour, back] = found = tuple(seen)
        return found

    def strength(self, card: int, square: int) -> Ranks:
        """The effective ranks of a card on a square."""
        return self._on_element(self.elements.get(square))[card]

    def _on_element(self, element: str | None) -> tuple[Ranks, ...]:
        """The effective ranks of every card on a square with this element."""
        strengths = self._strengths.get(element)
        if strengths is None:
            numbers = range(1, len(self.ranks))
            strengths = ((0, 0, 0, 0), *[self._effective(card, element) for card in numbers])
            self._strengths[element] = strengths
        return strengths

    def _effective(self, card: int, element: str | None) -> Ranks:
        kin = self._kin[self._kinds[card]]
        bonus = 0
        for rule in self._rules:
            bonus += rule.bonus(self.cards[card - 1], element, kin)
        up, right, down, left = self.ranks[card]
        if not bonus:
            return up, right, down, left
        return clamp(up + bonus), clamp(right + bonus), clamp(down + bonus), clamp(left + bonus)

    def under(self, cells: Sequence[int]) -> Table:
        """This table with the types counted that lie on the board; itself where they count for nothing."""
        if not self.counts_kin:
            return self
        kinds = self._kinds
        lying = [kinds[cell >> 1] for cell in cells if cell]
        kin = (0, *[lying.count(kind) for kind in range(1, len(self._kin))])
        found = self._under.get(kin)
        if found is None:
            found = self._under[kin] = Table.__new__(Table)
            for name in Table.__slots__:
                setattr(found, name, getattr(self, name, None))
            found._kin = kin
            found._forget_strengths()
        return found


@cache
def _comparison(rules: tuple[Rule, ...]) -> tuple[tuple[bool, ...], ...]:
    """By effective rank: whether the attacker takes the defender; 0, which is no card, is never taken."""
    ranks = range(HIGHEST + 1)

    def takes(attacker: int, defender: int) -> bool:
        if not defender:
            return False
        taken = attacker > defender
        for rule in rules:
            taken = rule.takes(attacker, defender, taken)
        return taken

    return tuple(tuple(takes(attacker, defender) for defender in ranks) for attacker in ranks)


@cache
def _marks(captures: tuple[Capture, ...]) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """By own rank and rank facing it, the marks of such a side; by own rank, those of a side at the wall."""

    def mark(number: int, key: int) -> int:
        return 1 << key * len(captures) + number if key else 0

    def marks(own: int, facing: int, walls_only: bool) -> int:
        if not own or not facing:
            return 0
        numbered = [each for each in enumerate(captures) if each[1].walls or not walls_only]
        return sum(mark(number, capture.key(own, facing)) for number, capture in numbered)

    ranks = range(HIGHEST + 1)
    return (
        tuple(tuple(marks(own, facing, False) for facing in ranks) for own in ranks),
        tuple(marks(own, HIGHEST, True) for own in ranks),
    )


def _slides(cards: Sequence[Card], walls: Mapping[int, Label]) -> dict[int, Slide]:
    return {
        square: (
            line_away_from(wall, square),
            frozenset(number for number, card in enumerate(cards, 1) if METS[sign](card.power, limit)),
        )
        for square, (wall, sign, limit) in walls.items()
    }
