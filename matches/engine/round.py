"""A position of a round as a frozen value (RULES 1 to 3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from matches.engine import kernel
from matches.engine.board import COLOURS, SIDE_NAMES, SQUARES
from matches.engine.cards import Card, Ranks
from matches.engine.rules import RULES, check_rules
from matches.engine.rules.base import Rule
from matches.engine.table import Table

if TYPE_CHECKING:
    from typing import Self

WallLabel = tuple[str, str, int]
"""(the wall: up, right, down or left; the sign: + - or =; a number from 5 to 15)."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the board and the colour it counts for now."""

    card: Card
    colour: str


@dataclass(frozen=True, slots=True)
class Deal:
    """What no move of a round changes: the rules that are on, the cards, and every draw made before."""

    rules: frozenset[str]
    own_cards_count: bool
    cards: tuple[Card, ...]
    """Blue's hand, red's hand, then the cards of a start position by square."""
    elements: Mapping[int, str] = field(hash=False)
    walls: Mapping[int, WallLabel] = field(hash=False)
    chaos: Mapping[str, tuple[str, ...]] = field(hash=False)
    """By colour: the drawn order of the hand, as keys."""
    numbers: Mapping[str, int] = field(repr=False, compare=False)
    """The kernel's number of each card, by key."""
    table: Table = field(repr=False, compare=False)
    forcing: tuple[Rule, ...] = field(repr=False, compare=False)
    """The rules that may force a card."""
    drawn: tuple[tuple[int, ...], tuple[int, ...]] = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Round:
    """A position: where every card lies, whose turn it is, and under which deal.

    Begin one with `Round.begin`; change it with `play`, which gives a new one.
    """

    deal: Deal
    position: kernel.Position = field(repr=False)
    """The position as the kernel has it."""

    @classmethod
    def begin(
        cls,
        *,
        hands: Mapping[str, Sequence[Card]],
        rules: Iterable[str] = (),
        first: str = "blue",
        board: Mapping[int, tuple[Card, str]] | None = None,
        elements: Mapping[int, str] | None = None,
        walls: Mapping[int, WallLabel] | None = None,
        chaos: Mapping[str, Sequence[str]] | None = None,
        own_cards_count: bool = True,
    ) -> Self:
        """A round before its first move; draws whose rule is not on are dropped.

        `first` is on turn, `board` maps a square to a card and its colour, `chaos` a colour to keys in drawn
        order. Raises RuleError if the rules do not go together, ValueError for two cards with one key.
        """
        on = frozenset(rules)
        check_rules(on)
        blue, red = (tuple(hands.get(colour, ())) for colour in COLOURS)
        lying = sorted((board or {}).items())
        cards = (*blue, *red, *(card for _square, (card, _colour) in lying))
        numbers = {card.key: number for number, card in enumerate(cards, 1)}
        if len(numbers) < len(cards):
            raise ValueError("two cards have one key")
        cells = [0] * (len(SQUARES) + 1)
        for square, (card, colour) in lying:
            cells[square] = 2 * numbers[card.key] + COLOURS.index(colour)
        blue_hand, red_hand = (kernel.hand_of(numbers[card.key] for card in hand) for hand in (blue, red))
        turn = COLOURS.index(first)
        hand, waiting = (red_hand, blue_hand) if turn else (blue_hand, red_hand)
        if not any(RULES[name].draws_hand for name in on):
            chaos = None
        order = {colour: tuple((chaos or {}).get(colour, ())) for colour in COLOURS if (chaos or {}).get(colour)}
        elements = dict(elements or {}) if any(RULES[name].deals_elements for name in on) else {}
        walls = dict(walls or {}) if any(RULES[name].slides for name in on) else {}
        blue_order, red_order = (
            tuple(numbers[key] for key in order.get(colour, ()) if key in numbers) for colour in COLOURS
        )
        sides = {square: (SIDE_NAMES.index(wall), sign, number) for square, (wall, sign, number) in walls.items()}
        table = Table(cards, on, own_cards_count=own_cards_count, elements=elements, walls=sides)
        deal = Deal(
            rules=on,
            own_cards_count=own_cards_count,
            cards=cards,
            elements=elements,
            walls=walls,
            chaos=order,
            numbers=numbers,
            table=table,
            forcing=tuple(rule for rule in map(RULES.__getitem__, sorted(on)) if rule.forces),
            drawn=(blue_order, red_order),
        )
        return cls(deal, (tuple(cells), hand, waiting, turn))

    def at(self, position: kernel.Position) -> Self:
        """The same deal at another position of the kernel."""
        return replace(self, position=position)

    @property
    def rules(self) -> frozenset[str]:
        """The names of the rules that are on."""
        return self.deal.rules

    @property
    def elements(self) -> Mapping[int, str]:
        """The elements of the squares that have one."""
        return self.deal.elements

    @property
    def walls(self) -> Mapping[int, WallLabel]:
        """The wall labels by square."""
        return self.deal.walls

    @property
    def chaos(self) -> Mapping[str, tuple[str, ...]]:
        """By colour: the drawn order of the hand, as keys; the cards already played are still named."""
        return self.deal.chaos

    @property
    def mover(self) -> str:
        """The colour whose move would be next, also where the round is over."""
        return COLOURS[self.position[3]]

    @property
    def turn(self) -> str | None:
        """The colour on turn, None when the round is over."""
        return None if self.is_over else self.mover

    @property
    def is_over(self) -> bool:
        """Whether the board is full or the player on turn has no card left."""
        return kernel.is_over(self.position)

    @property
    def board(self) -> dict[int, Lying]:
        """What lies on the taken squares, by square in order."""
        cards = self.deal.cards
        return {
            square: Lying(cards[(cell >> 1) - 1], COLOURS[cell & 1])
            for square, cell in enumerate(self.position[0])
            if cell
        }

    @property
    def hands(self) -> dict[str, tuple[Card, ...]]:
        """The cards left in each hand, blue first, in hand order."""
        _cells, own, waiting, turn = self.position
        pair = (waiting, own) if turn else (own, waiting)
        return {
            colour: tuple(self.deal.cards[number - 1] for number in kernel.cards_of(hand))
            for colour, hand in zip(COLOURS, pair, strict=True)
        }

    @property
    def score(self) -> tuple[int, int]:
        """(blue, red): cards of the colour on the board and in that hand."""
        return kernel.score(self.position)

    @property
    def total_victory(self) -> str | None:
        """The colour that has all nine squares, if one has."""
        colours = {cell & 1 if cell else None for cell in self.position[0][1:]}
        return COLOURS[colour] if len(colours) == 1 and (colour := colours.pop()) is not None else None

    @property
    def forced(self) -> Card | None:
        """The card that the player on turn must play (Order, Chaos), if one must be played."""
        number = self.forced_number()
        return None if number is None else self.deal.cards[number - 1]

    def forced_number(self) -> int | None:
        """As `forced`, as the kernel's number."""
        if not self.deal.forcing:
            return None
        _cells, hand, _waiting, turn = self.position
        cards, drawn = kernel.cards_of(hand), self.deal.drawn[turn]
        forced = (rule.forced(cards, drawn) for rule in self.deal.forcing)
        return next((number for number in forced if number is not None), None)

    def effective(self, square: int) -> Ranks:
        """The effective ranks of the card on a taken square, as the next move finds them."""
        cells = self.position[0]
        if not cells[square]:
            raise ValueError(f"no card lies on square {square}: {self.to_text()}")
        return self.deal.table.under(cells).strength(cells[square] >> 1, square)

    def effective_there(self, card: Card, square: int) -> Ranks:
        """The effective ranks that a card of a hand would have on an empty square, before anything slides."""
        number = self.deal.numbers[card.key]
        return self.deal.table.under(self.position[0]).strength(number, square)

    def to_text(self) -> str:
        """The whole position in one line (see `notation`)."""
        from matches.engine.notation import to_text

        return to_text(self)

    @classmethod
    def from_text(cls, text: str) -> Round:
        """The position that `to_text` wrote. Raises ValueError for any other text."""
        from matches.engine.notation import from_text

        return from_text(text)

    def __str__(self) -> str:
        return self.to_text()
