"""Reading a record: its shape is judged here, before the first move and in the order that RECORDS.md names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from matches.engine.board import COLOURS, SIDE_NAMES, SQUARES, WALLS
from matches.engine.cards import ELEMENTS, HIGHEST, LOWEST, TYPES, Card
from matches.engine.errors import RecordError, RuleError
from matches.engine.round import WallLabel
from matches.engine.rules import RULES, check_rules
from matches.engine.stakes import TRADES

DRAWS = ("draw", "replay", "sudden_death")
LEAVINGS = ("forfeit", "did_not_finish")
HAND = 5
SIGNS = ("+", "-", "=")
LEAST_LABEL, MOST_LABEL = 5, 15
LEVELS = range(1, 11)
SQUARE_NAMES = {str(square): square for square in SQUARES}
CARD_FIELDS = frozenset({"key", "name", "level", "ranks", "element", "type"})


@dataclass(frozen=True, slots=True)
class RoundData:
    """The draws and moves of one round as the record has them; moves and chaos are judged when they are due."""

    elements: Mapping[int, str]
    walls: Mapping[int, WallLabel]
    chaos: Any
    moves: list[Any]


@dataclass(frozen=True, slots=True)
class Setup:
    """A record that may be folded: every field has its value, defaults filled in."""

    id: str
    rules: frozenset[str]
    own_cards_count: bool
    total_victory: bool
    draw: str
    trade: str
    first: str
    brought: Mapping[str, tuple[Card, ...]]
    """By owner, in hand order."""
    hands: Mapping[str, tuple[Card, ...]]
    """The first hands: after the swap."""
    board: Mapping[int, tuple[Card, str]]
    rounds: tuple[RoundData, ...]
    left: tuple[str, str] | None
    """(who left, how)."""


def read(record: Mapping[str, Any]) -> Setup:
    """The setup of a record. Raises RecordError, with the first error in the order of RECORDS.md."""
    id, rules = record.get("id"), record.get("rules")
    hands, rounds, board = record.get("hands"), record.get("rounds"), record.get("board")
    if not isinstance(id, str):
        raise _bad("a record without id")
    if not isinstance(rules, list) or not all(isinstance(name, str) for name in rules):
        raise _bad("rules is no list of names")
    if not isinstance(hands, Mapping) or not all(_is_list_of_objects(hands.get(colour)) for colour in COLOURS):
        raise _bad("hands is not two lists of cards")
    if not _is_list_of_objects(rounds):
        raise _bad("rounds is no list")
    try:
        check_rules(rules)
    except RuleError as error:
        raise RecordError(error.code, error.text) from None
    lying = _board_shape(board)
    for colour in COLOURS:
        if board is None and len(hands[colour]) != HAND:
            raise _bad(f"{colour} has not five cards")
        if len(hands[colour]) > HAND:
            raise _bad(f"{colour} has more than five cards")
    brought = {colour: tuple(read_card(card) for card in hands[colour]) for colour in COLOURS}
    start = {square: (read_card(card), colour) for square, (colour, card) in lying.items()}
    _distinct([*brought["blue"], *brought["red"], *(card for card, _colour in start.values())])
    return _rest(record, id, frozenset(rules), brought, start)


def _rest(
    record: Mapping[str, Any],
    id: str,
    rules: frozenset[str],
    brought: Mapping[str, tuple[Card, ...]],
    board: Mapping[int, tuple[Card, str]],
) -> Setup:
    own_cards_count, total_victory = _options(record.get("options"))
    draw = _named(record, "draw", DRAWS, "sudden_death" if "sudden_death" in rules else "draw", "draw rule")
    trade = _named(record, "trade", TRADES, "one", "trade rule")
    first = _named(record, "first", COLOURS, "blue", "colour")
    swap = _swap(record.get("swap"), brought)
    rounds = tuple(_round(round) for round in record["rounds"])
    left = _left(record.get("left"))
    hands = brought
    if swap and any(RULES[name].swaps for name in rules):
        hands = swapped(brought, *swap)
    return Setup(
        id=id,
        rules=rules,
        own_cards_count=own_cards_count,
        total_victory=total_victory,
        draw=draw,
        trade=trade,
        first=first,
        brought=brought,
        hands=hands,
        board=board,
        rounds=rounds,
        left=left,
    )


def swapped(hands: Mapping[str, tuple[Card, ...]], blue: str, red: str) -> dict[str, tuple[Card, ...]]:
    """The hands after these two cards, by key, have taken each other's place (RULES 3, Swap)."""
    by_key = {card.key: card for hand in hands.values() for card in hand}
    other = {blue: by_key[red], red: by_key[blue]}
    return {colour: tuple(other.get(card.key, card) for card in hand) for colour, hand in hands.items()}


def read_card(data: Any) -> Card:
    """The card of a record. Raises RecordError bad_card; key and ranks are needed, the rest may be missing."""
    if not isinstance(data, Mapping):
        raise _bad_card("a card is an object")
    key, ranks = data.get("key"), data.get("ranks")
    if not isinstance(key, str) or not key:
        raise _bad_card("a card without a key")
    if not isinstance(ranks, list) or len(ranks) != 4:
        raise _bad_card(f"{key}: not four ranks")
    if not all(type(rank) is int and LOWEST <= rank <= HIGHEST for rank in ranks):
        raise _bad_card(f"{key}: a rank that is not 1 to 10")
    name, level, element, kind = (data.get(field) for field in ("name", "level", "element", "type"))
    if element is not None and element not in ELEMENTS:
        raise _bad_card(f"{key}: no such element")
    if kind is not None and kind not in TYPES:
        raise _bad_card(f"{key}: no such type")
    if level is not None and (type(level) is not int or level not in LEVELS):
        raise _bad_card(f"{key}: a level that is not 1 to 10")
    if name is not None and not isinstance(name, str):
        raise _bad_card(f"{key}: a name that is no text")
    up, right, down, left = ranks
    extra = {field: value for field, value in data.items() if field not in CARD_FIELDS}
    return Card(key, (up, right, down, left), name or "", level, element, kind, extra)


def _bad(text: str) -> RecordError:
    return RecordError("bad_record", text)


def _bad_card(text: str) -> RecordError:
    return RecordError("bad_card", text)


def _is_list_of_objects(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, Mapping) for item in value)


def _square(name: Any) -> int:
    if name not in SQUARE_NAMES:
        raise _bad(f"{name!r} is no square")
    return SQUARE_NAMES[name]


def _board_shape(board: Any) -> dict[int, tuple[str, Any]]:
    """By square, in order: the colour and the data of the card."""
    if board is None:
        return {}
    if not isinstance(board, Mapping):
        raise _bad("board is no object")
    lying = {}
    for name, value in board.items():
        square = _square(name)
        if not isinstance(value, list) or len(value) != 2 or value[0] not in COLOURS:
            raise _bad("a square of the board is [colour, card]")
        lying[square] = (value[0], value[1])
    return dict(sorted(lying.items()))


def _distinct(cards: list[Card]) -> None:
    seen = set()
    for card in cards:
        if card.key in seen:
            raise RecordError("duplicate_key", f"two cards have the key {card.key!r}")
        seen.add(card.key)


def _options(options: Any) -> tuple[bool, bool]:
    """(own_cards_count, total_victory)."""
    if options is None:
        options = {}
    if not isinstance(options, Mapping):
        raise _bad("options is no object")
    own_cards_count, total_victory = options.get("own_cards_count"), options.get("total_victory")
    for value in (own_cards_count, total_victory):
        if value is not None and not isinstance(value, bool):
            raise _bad("an option is true or false")
    return own_cards_count is not False, total_victory is True


def _named(record: Mapping[str, Any], field: str, names: Any, default: str, what: str) -> str:
    value = record.get(field)
    if value is None:
        return default
    if not isinstance(value, str) or value not in names:
        raise _bad(f"no such {what}: {value!r}")
    return value


def _swap(swap: Any, brought: Mapping[str, tuple[Card, ...]]) -> tuple[str, str] | None:
    if swap is None:
        return None
    keys = [[card.key for card in brought[colour]] for colour in COLOURS]
    if not isinstance(swap, list) or len(swap) != 2 or swap[0] not in keys[0] or swap[1] not in keys[1]:
        raise _bad("swap is [a card of blue, a card of red]")
    return swap[0], swap[1]


def _round(data: Mapping[str, Any]) -> RoundData:
    elements, walls, moves = data.get("elements"), data.get("walls"), data.get("moves")
    if moves is not None and not isinstance(moves, list):
        raise _bad("moves is no list")
    return RoundData(_elements(elements), _walls(walls), data.get("chaos"), moves or [])


def _elements(data: Any) -> dict[int, str]:
    if data is None:
        return {}
    if not isinstance(data, Mapping):
        raise _bad("elements is no object")
    elements = {}
    for name, element in data.items():
        square = _square(name)
        if element not in ELEMENTS:
            raise _bad(f"no such element: {element!r}")
        elements[square] = element
    return elements


def _walls(data: Any) -> dict[int, WallLabel]:
    if data is None:
        return {}
    if not isinstance(data, Mapping):
        raise _bad("walls is no object")
    walls = {}
    for name, label in data.items():
        square = _square(name)
        if not isinstance(label, list) or len(label) != 3:
            raise _bad("a label is [wall, sign, number]")
        wall, sign, number = label
        if wall not in SIDE_NAMES or SIDE_NAMES.index(wall) not in WALLS[square]:
            raise _bad(f"square {square} does not belong to the wall {wall!r}")
        if sign not in SIGNS:
            raise _bad("a label's sign is +, - or =")
        if type(number) is not int or not LEAST_LABEL <= number <= MOST_LABEL:
            raise _bad("a label's number is 5 to 15")
        walls[square] = (wall, sign, number)
    return walls


def _left(left: Any) -> tuple[str, str] | None:
    if left is None:
        return None
    by, how = (left.get("by"), left.get("how")) if isinstance(left, Mapping) else (None, None)
    if by not in COLOURS or how not in LEAVINGS:
        raise _bad("left is {by, how}")
    return by, how
