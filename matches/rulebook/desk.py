"""The board editor as a page shows it: the table, the places of the set-up, the open place, the choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from cards.faces import KIND_NAMES, CardFace
from matches.engine import COLOURS, ELEMENTS, RULES, SQUARES, TYPES, Card, fold
from matches.engine.board import SIDE_NAMES, WALLS
from matches.engine.notation import RANK_LETTERS
from matches.engine.record import LEVELS
from matches.houses import HOUSES
from matches.live.dialogue import RuleChoice, rule_choices
from matches.live.faces import face
from matches.live.squares import SIGNS, WALL_NAMES
from matches.live.story import story_of
from matches.live.words import DRAW_WORDS, TRADE_WORDS
from matches.rule_names import DRAW_TITLES
from matches.rulebook.editing import card_at
from matches.rulebook.entry import Label, Words
from matches.rulebook.position import CARD_ID, HAND, Position, RoundPart
from matches.rulebook.tables import Event, TableView, table_of, with_pictures
from matches.rulebook.told import name_of


@dataclass(frozen=True, slots=True)
class Slot:
    """A place of the set-up: `key` is b1 to b5, r1 to r5 or s1 to s9; without a name it is empty."""

    key: str
    title: str
    name: str = ""
    colour: str = ""
    ranks: str = ""
    ground: str = ""
    open: bool = False


@dataclass(frozen=True, slots=True)
class OpenSlot:
    """The place that is open: its card, and for a square the element and the wall label of the round going on."""

    key: str
    title: str
    face: CardFace | None
    card: Card | None
    ranks: tuple[tuple[str, str, str], ...]
    square: int
    colour: str
    element: str
    wall: Label
    walls: tuple[tuple[str, Words], ...]
    custom: bool
    no_elements: bool
    no_walls: bool


@dataclass(frozen=True, slots=True)
class Step:
    """One placement in the list: after it `at` are made."""

    at: int
    round: int
    colour: str
    name: str
    square: int
    note: str
    here: bool


@dataclass(frozen=True, slots=True)
class DeskView:
    """Everything that the editor shows."""

    position: Position
    table: TableView
    squares: tuple[Slot, ...]
    hands: tuple[tuple[str, tuple[Slot, ...]], ...]
    slot: OpenSlot | None
    steps: tuple[Step, ...]
    rules: tuple[RuleChoice, ...]
    draws: tuple[tuple[str, Words, Words], ...]
    trades: tuple[tuple[str, Words], ...]
    found: tuple[CardFace, ...] | None
    swaps: bool
    orders: tuple[tuple[str, str], ...]
    elements: tuple[tuple[str, Words], ...]
    types: tuple[tuple[str, Words], ...]
    signs: tuple[tuple[str, str], ...]

    @property
    def levels(self) -> range:
        """The levels that a card may have."""
        return LEVELS

    @property
    def before(self) -> int:
        """The step before this one."""
        return max(0, self.table.at - 1)

    @property
    def after(self) -> int:
        """The step after this one."""
        return min(self.table.moves, self.table.at + 1)


def desk_view(
    position: Position, *, at: int, slot: str = "", event: bool = False, found: tuple[Card, ...] | None = None
) -> DeskView:
    """The editor with this position after `at` placements; `slot` is open, `found` are the cards of a search."""
    played: Event = "play" if event else ""
    number = len(fold(position.cut(at).to_record()).rounds) - 1
    part = position.rounds[number] if number < len(position.rounds) else RoundPart()
    drawn = with_pictures(position)
    return DeskView(
        position=position,
        table=table_of(position, at=at, event=played, id="editor-board"),
        squares=tuple(_square_slot(position, number, slot, part.elements, part.walls) for number in SQUARES),
        hands=tuple((colour, _hand_slots(position, colour, slot)) for colour in COLOURS),
        slot=_open_slot(drawn, slot, part.elements, part.walls) if slot else None,
        steps=_steps(position, at),
        rules=tuple(rule_choices(HOUSES["free"], position.rules)),
        draws=tuple((name, DRAW_TITLES[name], text) for name, text in DRAW_WORDS.items()),
        trades=tuple((name, word.name) for name, word in TRADE_WORDS.items()),
        found=None if found is None else tuple(face(card) for card in found),
        swaps=any(RULES[name].swaps for name in position.rules),
        orders=tuple((colour, " ".join(keys)) for colour, keys in part.chaos.items())
        if any(RULES[name].draws_hand for name in position.rules)
        else (),
        elements=tuple((name, KIND_NAMES[name]) for name in ELEMENTS),
        types=tuple((name, KIND_NAMES[name]) for name in TYPES),
        signs=tuple(SIGNS.items()),
    )


def _hand_slots(position: Position, colour: str, open: str) -> tuple[Slot, ...]:
    hand = position.hands[colour]
    titles = {"blue": _("Blue %(number)s"), "red": _("Red %(number)s")}
    slots = []
    for number in range(1, HAND + 1):
        key, title = f"{colour[0]}{number}", titles[colour] % {"number": number}
        card = hand[number - 1] if number <= len(hand) else None
        slots.append(_slot(key, title, card, colour if card else "", open))
    return tuple(slots)


def _square_slot(
    position: Position, number: int, open: str, elements: Mapping[int, str], walls: Mapping[int, Label]
) -> Slot:
    colour, card = position.board.get(number, ("", None))
    ground = [str(KIND_NAMES[elements[number]])] if number in elements else []
    if number in walls:
        wall, sign, limit = walls[number]
        ground.append(f"{WALL_NAMES[wall]} {SIGNS[sign]}{limit}")
    slot = _slot(f"s{number}", _("Square %(number)s") % {"number": number}, card, colour, open)
    return replace(slot, ground=", ".join(ground))


def _slot(key: str, title: str, card: Card | None, colour: str, open: str) -> Slot:
    if card is None:
        return Slot(key, title, open=key == open)
    ranks = " ".join(RANK_LETTERS[rank - 1] for rank in card.ranks)
    return Slot(key, title, name_of(card), colour, ranks, open=key == open)


def _open_slot(position: Position, key: str, elements: Mapping[int, str], walls: Mapping[int, Label]) -> OpenSlot:
    card, square = card_at(position, key), int(key[1]) if key[0] == "s" else 0
    colour = position.board[square][0] if square in position.board else {"b": "blue", "r": "red"}.get(key[0], "")
    titles = {"b": _("Blue's card %(number)s"), "r": _("Red's card %(number)s"), "s": _("Square %(number)s")}
    sides = (_("up"), _("right"), _("down"), _("left"))
    printed = [RANK_LETTERS[rank - 1] for rank in card.ranks] if card else [""] * 4
    return OpenSlot(
        key=key,
        title=titles[key[0]] % {"number": key[1]},
        face=face(card, owner=colour) if card else None,
        card=card,
        ranks=tuple(zip(SIDE_NAMES, sides, printed, strict=True)),
        square=square,
        colour=colour,
        element=elements.get(square, ""),
        wall=walls.get(square, ("", "+", 10)),
        walls=tuple((SIDE_NAMES[side], WALL_NAMES[SIDE_NAMES[side]]) for side in WALLS[square]) if square else (),
        custom=card is not None and not CARD_ID.fullmatch(str(card.extra.get("id"))),
        no_elements=not any(RULES[name].deals_elements for name in position.rules),
        no_walls=not any(RULES[name].slides for name in position.rules),
    )


def _steps(position: Position, at: int) -> tuple[Step, ...]:
    steps: list[Step] = []
    for each in fold(position.to_record()).rounds:
        for number in range(len(each.moves)):
            story = story_of(each, number)
            made = len(steps) + 1
            name = story.name or _("a card without a name")
            steps.append(Step(made, each.number + 1, story.colour, name, story.square, story.note, made == at))
    return tuple(steps)
