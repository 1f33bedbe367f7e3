"""A position as the query of an address: readable, a part a field, so that one wrong part spoils no other.

v=1                      the version of this writing
rules=same.plus          own=0, total=1: the options where they are not as usual
draw= trade= first=      where they are not draw, one, blue
blue= red=               cards with `~` between: RANKS.ELEMENT.TYPE.LEVEL.ID.NAME, empty ends left out, or an ID
board=5r.CARD~7b.CARD    square, colour, card
swap=b2r4  left=red.forfeit
elements= walls= chaos= moves=   a part a round, with `~` between:
                         5fire.7ice   4lefta10 (a above, b below, e equal)   b3b1-r2r1   b15.r32 (card, square)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.engine import COLOURS, DRAWS, ELEMENTS, RULES, TRADES, TYPES, Card
from matches.engine.board import SIDE_NAMES, WALLS
from matches.engine.fold import MOST_ROUNDS
from matches.engine.notation import RANK_LETTERS, ranks_from_text, ranks_to_text
from matches.engine.record import LEAST_LABEL, LEAVINGS, MOST_LABEL
from matches.rulebook.entry import Label
from matches.rulebook.position import CARD_ID, HAND, Position, RoundPart, clean_name, position_of, settled_with
from triad.errors import GameError

VERSION = "1"
#: An address is sent up to three times in one request (with what led there), and a server reads some 16,000 signs.
LONGEST = 4_500
FIELDS = (
    "v", "rules", "own", "total", "draw", "trade", "first", "blue", "red",
    "board", "swap", "left", "elements", "walls", "chaos", "moves",
)  # fmt: skip
CARD_FIELDS = 6
SIGN_LETTERS = {"+": "a", "-": "b", "=": "e"}
_SIGNS = {letter: sign for sign, letter in SIGN_LETTERS.items()}
_RANKS = re.compile(f"[{RANK_LETTERS}]{{4}}")
_SQUARE_ELEMENT = re.compile(rf"([1-9])({'|'.join(ELEMENTS)})")
_SQUARE_WALL = re.compile(rf"([1-9])({'|'.join(SIDE_NAMES)})([abe])([0-9]{{1,2}})")
_KEY = "[br][1-5]|s[1-9]"
_MOVE = re.compile(rf"({_KEY})([1-9])")
_ORDER = re.compile(rf"(?:{_KEY}){{0,10}}")

Find = Callable[[set[str]], Mapping[str, Card]]
"""Gives the cards of a set of IDs; those that there are not are left out."""


def to_query(position: Position) -> str:
    """The position as a query, without the question mark. Raises GameError `too_long`."""
    parts = position.rounds
    fields = {
        "v": VERSION,
        "rules": ".".join(position.rules),
        "own": "" if position.own_cards_count else "0",
        "total": "1" if position.total_victory else "",
        "draw": position.draw if position.draw != "draw" else "",
        "trade": position.trade if position.trade != "one" else "",
        "first": position.first if position.first != "blue" else "",
        "blue": "~".join(map(_card_text, position.blue)),
        "red": "~".join(map(_card_text, position.red)),
        "board": "~".join(
            f"{at}{colour[0]}.{_card_text(card)}" for at, (colour, card) in sorted(position.board.items())
        ),
        "swap": "".join(position.swap or ()),
        "left": ".".join(position.left or ()),
        "elements": _rounds_text(
            ".".join(f"{at}{element}" for at, element in sorted(p.elements.items())) for p in parts
        ),
        "walls": _rounds_text(".".join(_wall_text(at, label) for at, label in sorted(p.walls.items())) for p in parts),
        "chaos": _rounds_text("-".join("".join(p.chaos.get(c, ())) for c in COLOURS) if p.chaos else "" for p in parts),
        "moves": _rounds_text(".".join(f"{card}{square}" for card, square in p.moves) for p in parts),
    }
    query = urlencode({name: text for name, text in fields.items() if text})
    if len(query) > LONGEST:
        raise GameError("too_long", _("This does not fit into a link: use shorter names or fewer moves."))
    return query


def editor_address(record: Mapping[str, Any]) -> str:
    """The address of the board editor with this record in it. It tells both hands: only for a match that is over.

    Raises GameError `bad_record` and `too_long`.
    """
    position, _said = position_of(record)
    return f"{reverse('matches:editor')}?{to_query(position)}"


def of_query(params: Mapping[str, Sequence[str]], find: Find) -> tuple[Position, list[str]]:
    """The position of a query's fields, and a sentence for each part that could not be kept. Never raises."""
    return _Reading(params, find).run()


def _rounds_text(parts: Iterable[str]) -> str:
    return "~".join(parts).rstrip("~")


def _wall_text(square: int, label: Label) -> str:
    wall, sign, number = label
    return f"{square}{wall}{SIGN_LETTERS[sign]}{number}"


def _card_text(card: Card) -> str:
    name = re.sub(r"[%.~]", lambda found: f"%{ord(found[0]):02X}", card.name)
    fields = [ranks_to_text(card.ranks), card.element or "", card.type or "", str(card.level or "")]
    text = ".".join([*fields, str(card.extra.get("id") or ""), name]).rstrip(".")
    return text if "." in text else f"{text}."  # four ranks alone could be an ID


class _Reading:
    """The reading of one link as it goes."""

    def __init__(self, params: Mapping[str, Sequence[str]], find: Find) -> None:
        self.said: list[str] = []
        self.fields = {name: values[0] for name, values in params.items() if name in FIELDS and values}
        if any(len(params[name]) > 1 for name in self.fields):
            self.said.append(_("A part of the link was given twice; the first was kept."))
        if sum(map(len, self.fields.values())) > LONGEST:
            self.said.append(_("This link is too long to be one of ours; nothing of it was kept."))
            self.fields = {}
        elif self.fields and self.fields.get("v", VERSION) != VERSION:
            self.said.append(_("This link was written by another version of the editor; what could be read was kept."))
        texts = [text for name in ("blue", "red", "board") for text in self.fields.get(name, "").split("~")]
        ids = {field for text in texts[: 4 * HAND] for field in text.split(".") if CARD_ID.fullmatch(field)}
        self.cards = find(ids) if ids else {}

    def run(self) -> tuple[Position, list[str]]:
        fields = self.fields
        position = Position(
            rules=self._rules(),
            own_cards_count=self._one_of("own", ("0", "1"), "1") == "1",
            total_victory=self._one_of("total", ("0", "1"), "0") == "1",
            draw=self._one_of("draw", DRAWS, "draw"),
            trade=self._one_of("trade", tuple(TRADES), "one"),
            first=self._one_of("first", COLOURS, "blue"),
            blue=self._hand("blue"),
            red=self._hand("red"),
            board=self._board(),
            swap=self._swap(),
            rounds=self._rounds(),
            left=self._left(),
        )
        return settled_with(position, self.said) if fields else (position, self.said)

    def _wrong(self, part: str) -> None:
        sentence = _("“%(part)s” in the link could not be read; it was left out.") % {"part": part[:40]}
        if sentence not in self.said and len(self.said) < 12:
            self.said.append(sentence)

    def _one_of(self, name: str, known: Sequence[str], usual: str) -> str:
        found = self.fields.get(name, usual)
        if found in known:
            return found
        self._wrong(f"{name}={found}")
        return usual

    def _rules(self) -> tuple[str, ...]:
        names = [name for name in self.fields.get("rules", "").split(".") if name]
        for name in names:
            if name not in RULES:
                self._wrong(name)
        return tuple(name for name in dict.fromkeys(names) if name in RULES)

    def _card(self, text: str, key: str) -> Card | None:
        if CARD_ID.fullmatch(text):
            found = self.cards.get(text)
            if found is None:
                self.said.append(_("There is no card %(id)s; its place stays empty.") % {"id": text})
            return found and replace(found, key=key)
        given = text.split(".")
        ranks, element, kind, level, card_id, name, *more = given + [""] * (CARD_FIELDS - len(given))
        right = (
            not more
            and _RANKS.fullmatch(ranks)
            and element in ("", *ELEMENTS)
            and kind in ("", *TYPES)
            and level in ("", *map(str, range(1, 11)))
            and (not card_id or CARD_ID.fullmatch(card_id))
        )
        if not right:
            self._wrong(text)
            return None
        plain = re.sub(r"%(25|2E|7E)", lambda found: chr(int(found[1], 16)), name)
        return Card(
            key=key,
            ranks=ranks_from_text(ranks),
            name=clean_name(plain),
            level=int(level) if level else None,
            element=element or None,
            type=kind or None,
            extra={"id": card_id} if card_id in self.cards else {},
        )

    def _hand(self, colour: str) -> tuple[Card, ...]:
        texts = [text for text in self.fields.get(colour, "").split("~") if text]
        if len(texts) > HAND:
            self.said.append(_("A hand has five cards at most; those after the fifth were left out."))
        found = [self._card(text, "") for text in texts[:HAND]]
        kept = [card for card in found if card is not None]
        return tuple(replace(card, key=f"{colour[0]}{number}") for number, card in enumerate(kept, 1))

    def _board(self) -> dict[int, tuple[str, Card]]:
        board: dict[int, tuple[str, Card]] = {}
        for text in self.fields.get("board", "").split("~")[: 2 * HAND]:
            if not text:
                continue
            place, _dot, card_text = text.partition(".")
            if not re.fullmatch("[1-9][br]", place) or int(place[0]) in board:
                self._wrong(text)
                continue
            card = self._card(card_text, f"s{place[0]}")
            if card is not None:
                board[int(place[0])] = ("blue" if place[1] == "b" else "red", card)
        return board

    def _swap(self) -> tuple[str, str] | None:
        text = self.fields.get("swap", "")
        found = re.fullmatch("(b[1-5])(r[1-5])", text)
        if text and not found:
            self._wrong(f"swap={text}")
        return (found[1], found[2]) if found else None

    def _left(self) -> tuple[str, str] | None:
        text = self.fields.get("left", "")
        by, _dot, how = text.partition(".")
        if by in COLOURS and how in LEAVINGS:
            return by, how
        if text:
            self._wrong(f"left={text}")
        return None

    def _rounds(self) -> tuple[RoundPart, ...]:
        names = ("elements", "walls", "chaos", "moves")
        columns = {name: self.fields.get(name, "").split("~") for name in names}
        count = max(map(len, columns.values()))
        if count > MOST_ROUNDS:
            self.said.append(_("A match has 25 rounds at most; later ones were left out."))
        parts = []
        for number in range(min(count, MOST_ROUNDS)):
            elements, walls, chaos, moves = (columns[name][number : number + 1] or [""] for name in names)
            parts.append(
                RoundPart(
                    {int(at): element for at, element in self._matches(_SQUARE_ELEMENT, elements[0])},
                    dict(filter(None, (self._wall(*found) for found in self._matches(_SQUARE_WALL, walls[0])))),
                    self._chaos(chaos[0]),
                    tuple((key, int(at)) for key, at in self._moves(moves[0])),
                )
            )
        return tuple(parts)

    def _matches(self, pattern: re.Pattern[str], text: str) -> list[tuple[str, ...]]:
        found = []
        for each in text.split(".")[:9] if text else ():
            if match := pattern.fullmatch(each):
                found.append(match.groups())
            else:
                self._wrong(each)
        return found

    def _moves(self, text: str) -> list[tuple[str, ...]]:
        """The moves up to the first that cannot be read: what follows it would stand elsewhere."""
        found: list[tuple[str, ...]] = []
        for each in text.split(".")[:10] if text else ():
            match = _MOVE.fullmatch(each)
            if match is None:
                self._wrong(each)
                break
            found.append(match.groups())
        return found

    def _wall(self, at: str, wall: str, letter: str, number: str) -> tuple[int, Label] | None:
        square, limit = int(at), int(number)
        if SIDE_NAMES.index(wall) not in WALLS[square] or not LEAST_LABEL <= limit <= MOST_LABEL:
            self._wrong(f"{at}{wall}{letter}{number}")
            return None
        return square, (wall, _SIGNS[letter], limit)

    def _chaos(self, text: str) -> dict[str, tuple[str, ...]]:
        blue, _dash, red = text.partition("-")
        if not text:
            return {}
        if not _ORDER.fullmatch(blue) or not _ORDER.fullmatch(red):
            self._wrong(text)
            return {}
        return {colour: tuple(re.findall(_KEY, keys)) for colour, keys in (("blue", blue), ("red", red))}
