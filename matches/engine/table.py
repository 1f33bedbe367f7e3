"""What a deal leaves fixed, laid out for the kernel: the rules that are on, asked once and written into tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matches.engine.board import SQUARES, WALLED_FACES, WALLS, Faces, line_away_from
from matches.engine.cards import HIGHEST, Card, Ranks, clamp
from matches.engine.rules import RULES
from matches.engine.rules.base import Rule
from matches.engine.rules.capture import rivals_only

Label = tuple[int, str, int]
"""A wall label: (side of the wall it belongs to, sign, number)."""

Attack = tuple[int, tuple[bool, ...], tuple[int, ...], int, tuple[int, ...]]
"""One side of a card on a square: (the square it faces; by effective rank, whether it takes it; by cell there,
the effective rank of an opponent's card, else 0; its printed rank; by cell there, the printed rank, else 0)."""

Slide = tuple[tuple[int, int, int], frozenset[int]]
"""(the line of a labelled square from its wall on, the cards that move it)."""

METS = {"+": int.__gt__, "-": int.__lt__, "=": int.__eq__}


class Table:
    """Everything of a round that no move changes. Read it, never write it."""

    __slots__ = (
        "_kin",
        "_kinds",
        "_rules",
        "_seen",
        "_strengths",
        "_takes",
        "_under",
        "attacks",
        "captures",
        "captures_from",
        "cards",
        "chains",
        "clashes",
        "counts_kin",
        "edges",
        "elements",
        "faces",
        "is_plain",
        "ranks",
        "shown",
        "slides",
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
        #: shown[side][cell]: the printed rank on that side, 0 for an empty square.
        self.shown = tuple(tuple(ranks[side] for ranks in self.ranks for _colour in range(2)) for side in range(4))
        captures = tuple(capture for rule in rules if (capture := rule.capture(on)))
        self.captures = captures if own_cards_count else tuple(rivals_only(capture) for capture in captures)
        self.captures_from = min((rule.captures_from for rule in rules if rule.capture(on)), default=0)
        self.clashes = tuple(clash for rule in rules if (clash := rule.clash()))
        self.chains = any(rule.chains for rule in rules)
        #: The sides of each square that face a wall, where walls count for a capture.
        self.edges = WALLS if any(rule.faces_walls for rule in rules) else ((),) * len(WALLS)
        self.slides = _slides(cards, walls or {}) if any(rule.slides for rule in rules) else {}
        self.counts_kin = any(rule.counts_kin for rule in rules)
        self.is_plain = not (self.captures or self.clashes or self.slides or self.counts_kin)
        self._takes = _comparison(rules)
        types = sorted({card.type for card in cards if card.type})
        self._kinds = (0, *(types.index(card.type) + 1 if card.type else 0 for card in cards))
        self._kin: tuple[int, ...] = (0,) * (len(types) + 1)
        self._under: dict[tuple[int, ...], Table] = {}
        self._clear()

    def _clear(self) -> None:
        #: attacks[cell][square]: what `attack` gave for it, None until it was asked.
        self.attacks: list[list[tuple[Attack, ...] | None]] = [
            [None] * (len(SQUARES) + 1) for _cell in range(2 * len(self.ranks))
        ]
        self._strengths: dict[str | None, tuple[Ranks, ...]] = {}
        self._seen: dict[tuple[str | None, int, int], tuple[int, ...]] = {}

    def attack(self, cell: int, square: int) -> tuple[Attack, ...]:
        """What this cell does on this square, side by side; worked out once and kept in `attacks`."""
        own, colour = cell >> 1, cell & 1
        strength, printed, elements = self.strength(own, square), self.ranks[own], self.elements
        takes, shown, seen = self._takes, self.shown, self._seen
        rows = []
        for side, there, back in self.faces[square]:
            key = (elements.get(there), colour, back)
            rivals = seen.get(key) or self._seen_by(*key)
            rows.append((there, takes[strength[side]], rivals, printed[side], shown[back]))
        self.attacks[cell][square] = attacks = tuple(rows)
        return attacks

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
            found._clear()
        return found


def _comparison(rules: Sequence[Rule]) -> tuple[tuple[bool, ...], ...]:
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


def _slides(cards: Sequence[Card], walls: Mapping[int, Label]) -> dict[int, Slide]:
    return {
        square: (
            line_away_from(wall, square),
            frozenset(number for number, card in enumerate(cards, 1) if METS[sign](card.power, limit)),
        )
        for square, (wall, sign, limit) in walls.items()
    }
