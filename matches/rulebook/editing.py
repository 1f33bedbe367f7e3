"""The acts of the board editor: each takes a position and gives another, which `settle` then makes go together."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NoReturn

from django.utils.translation import gettext as _

from matches.engine import COLOURS, DRAWS, ELEMENTS, RULES, TRADES, TYPES, Card, fold
from matches.engine.board import SIDE_NAMES, WALLS
from matches.engine.record import LEAST_LABEL, MOST_LABEL, SIGNS
from matches.rulebook.entry import Label
from matches.rulebook.position import HAND, Position, RoundPart, clean_name, keyed, position_of
from triad.errors import GameError
from triad.strict_json import object_of

#: The longest text of a record that is read: one of 25 rounds with two pools of ten thousand copies is shorter.
LONGEST_RECORD = 500_000
_SLOT = re.compile("([br])([1-5])|s([1-9])")


def is_slot(text: str) -> bool:
    """Whether a text names a place of the set-up: b1 to b5, r1 to r5, s1 to s9."""
    return _SLOT.fullmatch(text) is not None


def card_at(position: Position, slot: str) -> Card | None:
    """The card that lies at a place of the set-up."""
    if slot[0] == "s":
        return position.board[int(slot[1])][1] if int(slot[1]) in position.board else None
    hand = position.blue if slot[0] == "b" else position.red
    return hand[int(slot[1]) - 1] if int(slot[1]) <= len(hand) else None


def with_card(position: Position, slot: str, card: Card) -> Position:
    """The card at this place; in a hand that has no such place yet, at its end."""
    if slot[0] == "s":
        square = int(slot[1])
        colour = position.board[square][0] if square in position.board else "blue"
        return replace(position, board={**position.board, square: (colour, replace(card, key=slot))})
    hand = list(position.blue if slot[0] == "b" else position.red)
    index = int(slot[1]) - 1
    hand[index : index + 1] = [card]
    return _with_hand(position, slot[0], hand)


def without_card(position: Position, slot: str) -> Position:
    """Nothing at this place; the hand closes up."""
    if slot[0] == "s":
        return replace(position, board={at: lying for at, lying in position.board.items() if at != int(slot[1])})
    hand = list(position.blue if slot[0] == "b" else position.red)
    del hand[int(slot[1]) - 1 : int(slot[1])]
    return _with_hand(position, slot[0], hand)


def _with_hand(position: Position, letter: str, hand: Sequence[Card]) -> Position:
    cards = keyed(hand[:HAND], letter)
    return replace(position, blue=cards) if letter == "b" else replace(position, red=cards)


def next_slot(position: Position, slot: str) -> str:
    """Where the next card goes: the next place of the same hand while it has room, else the same place."""
    hand = {"b": position.blue, "r": position.red}.get(slot[0])
    return f"{slot[0]}{len(hand) + 1}" if hand is not None and len(hand) < HAND else slot


def turned(position: Position, slot: str) -> Position:
    """The card on a square in the other colour."""
    square = int(slot[1])
    if slot[0] != "s" or square not in position.board:
        return position
    colour, card = position.board[square]
    return replace(position, board={**position.board, square: ("red" if colour == "blue" else "blue", card)})


def with_ground(position: Position, square: int, data: Mapping[str, str], *, at: int) -> Position:
    """A square's element and wall label in the round that is going on after `at` placements.

    `data` has element, wall, sign, number. Raises GameError `bad_ground`.
    """
    element, wall = data.get("element", ""), data.get("wall", "")
    label = _label(square, wall, data) if wall else None
    if element and element not in ELEMENTS:
        _refuse("bad_ground", _("There is no such element."))
    number = len(fold(position.cut(at).to_record()).rounds) - 1
    parts = [*position.rounds, *(RoundPart() for _each in range(number + 1 - len(position.rounds)))]
    part = parts[number]
    elements = {each: found for each, found in part.elements.items() if each != square}
    walls = {each: found for each, found in part.walls.items() if each != square}
    parts[number] = replace(
        part,
        elements=elements | ({square: element} if element else {}),
        walls=walls | ({square: label} if label else {}),
    )
    return replace(position, rounds=tuple(parts))


def _label(square: int, wall: str, data: Mapping[str, str]) -> Label:
    sign, number = data.get("sign", ""), data.get("number", "")
    if wall not in SIDE_NAMES or SIDE_NAMES.index(wall) not in WALLS[square]:
        _refuse("bad_ground", _("This square does not belong to that wall."))
    if sign not in SIGNS or not number.isascii() or not number.isdigit() or len(number) > 2:
        _refuse("bad_ground", _("A wall label is a sign and a number from 5 to 15."))
    if not LEAST_LABEL <= int(number) <= MOST_LABEL:
        _refuse("bad_ground", _("A wall label is a sign and a number from 5 to 15."))
    return wall, sign, int(number)


def custom_card(data: Mapping[str, str]) -> Card:
    """A card made up: `up`, `right`, `down`, `left` 1 to 10 or A, `level`, `element`, `type`, `name`.

    Raises GameError `bad_card`.
    """
    ranks = [_rank(data.get(side, "")) for side in SIDE_NAMES]
    element, kind, level = data.get("element", ""), data.get("type", ""), data.get("level", "")
    if element and element not in ELEMENTS:
        _refuse("bad_card", _("There is no such element."))
    if kind and kind not in TYPES:
        _refuse("bad_card", _("There is no such type."))
    if level and level not in map(str, range(1, 11)):
        _refuse("bad_card", _("A level is a number from 1 to 10."))
    return Card(
        key="",
        ranks=(ranks[0], ranks[1], ranks[2], ranks[3]),
        name=clean_name(data.get("name", "")) or _("Card"),
        level=int(level) if level else None,
        element=element or None,
        type=kind or None,
    )


def _rank(text: str) -> int:
    found = text.strip().upper()
    if found == "A":
        return 10
    if found not in map(str, range(1, 11)):
        _refuse("bad_card", _("A rank is a number from 1 to 10, or A."))
    return int(found)


def with_options(position: Position, data: Mapping[str, Sequence[str]], *, at: int) -> Position:
    """The rules and all that is chosen beside them; unknown values are refused, rules that do not fit are left out
    later. Raises GameError `bad_option`."""

    def one(name: str, known: Sequence[str], usual: str) -> str:
        value = (data.get(name) or [usual])[0]
        if value not in known:
            _refuse("bad_option", _("“%(value)s” cannot be chosen here.") % {"value": value[:40]})
        return value

    names = [name for name in data.get("rules", ()) if name in RULES]
    draw = one("draw", DRAWS, "draw")
    if draw == "sudden_death":
        names.append("sudden_death")
    swap = (one("swap_blue", ("", *_keys("b")), ""), one("swap_red", ("", *_keys("r")), ""))
    return _with_orders(
        replace(
            position,
            rules=tuple(dict.fromkeys(names)),
            draw=draw,
            trade=one("trade", tuple(TRADES), "one"),
            first=one("first", COLOURS, "blue"),
            own_cards_count="own_cards_count" in data,
            total_victory="total_victory" in data,
            swap=swap if all(swap) else None,
        ),
        data,
        at=at,
    )


def _keys(letter: str) -> list[str]:
    return [f"{letter}{number}" for number in range(1, HAND + 1)]


def _with_orders(position: Position, data: Mapping[str, Sequence[str]], *, at: int) -> Position:
    """The orders in which Chaos draws the hands of the round that is going on, written as b3 b1 and so on."""
    number = max(0, len(fold(position.cut(at).to_record()).rounds) - 1)
    if number >= len(position.rounds) or not any(f"chaos_{colour}" in data for colour in COLOURS):
        return position
    orders = {
        colour: tuple(re.findall("[br][1-5]|s[1-9]", (data.get(f"chaos_{colour}") or [""])[0][:80]))
        for colour in COLOURS
    }
    parts = list(position.rounds)
    parts[number] = replace(parts[number], chaos=orders)
    return replace(position, rounds=tuple(parts))


def cleared(position: Position) -> Position:
    """The rules without any card."""
    return replace(position, blue=(), red=(), board={}, swap=None, rounds=(RoundPart(),), left=None)


def read_record(text: str) -> tuple[Position, list[str]]:
    """The position of a record's text: one JSON object, or the first line that is one.

    Raises GameError `bad_record`.
    """
    if len(text) > LONGEST_RECORD:
        _refuse("bad_record", _("This record is too long to be one match."))
    found = object_of(text)
    if found is None:
        first = next((line for line in text.splitlines() if line.strip()), "")
        found = object_of(first)
    if found is None:
        _refuse("bad_record", _("This is no record: a record is one JSON object, as a match offers it."))
    return position_of(found)


def _refuse(code: str, sentence: str) -> NoReturn:
    raise GameError(code, sentence)
