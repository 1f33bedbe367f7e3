"""A whole position in one line of text, so that a test, a bug report or a log line can carry it.

Eight fields, separated by one space; a field with nothing in it is `-`:

    squares   nine, separated by `/`: `.` or the colour's letter and a card, `b,KEY,RANKS,ELEMENT,TYPE,LEVEL,NAME`
    turn      `b` or `r`
    blue, red the hands: cards separated by `/`
    elements  `4=fire/5=ice`
    walls     `4=left,+,5/9=down,-,12`
    chaos     blue's keys and red's keys, in drawn order: `b1,b3/r2,r1`
    rules     names separated by `,`, the word `rivals_only` among them where own cards do not count

Ranks are four characters, up right down left, 10 written A. Texts are percent-encoded; a card's carried
fields follow its name as JSON where there are any.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from urllib.parse import quote, unquote

from matches.engine.board import COLOURS, SQUARES
from matches.engine.cards import Card, Ranks
from matches.engine.round import Round

EMPTY, NOTHING, RIVALS_ONLY = ".", "-", "rivals_only"
RANK_LETTERS = "123456789A"


def ranks_to_text(ranks: Ranks) -> str:
    """Four ranks as four characters: (9, 6, 2, 10) is `962A`."""
    return "".join(RANK_LETTERS[rank - 1] for rank in ranks)


def ranks_from_text(text: str) -> Ranks:
    """The four ranks of four characters. Raises ValueError."""
    up, right, down, left = (RANK_LETTERS.index(letter) + 1 for letter in text)
    return (up, right, down, left)


def card_to_text(card: Card) -> str:
    """A card as the notation writes it."""
    fields = [_quoted(card.key), ranks_to_text(card.ranks), card.element or "", card.type or ""]
    fields += ["" if card.level is None else str(card.level), _quoted(card.name)]
    if card.extra:
        fields.append(_quoted(json.dumps(dict(card.extra))))
    return ",".join(fields)


def card_from_text(text: str) -> Card:
    """The card that `card_to_text` wrote. Raises ValueError."""
    key, ranks, element, kind, level, name, *extra = text.split(",")
    return Card(
        key=_unquoted(key),
        ranks=ranks_from_text(ranks),
        name=_unquoted(name),
        level=int(level) if level else None,
        element=element or None,
        type=kind or None,
        extra=json.loads(_unquoted(extra[0])) if extra else {},
    )


def to_text(round: Round) -> str:
    """The position in one line."""
    board, hands, chaos = round.board, round.hands, round.chaos
    squares = (
        f"{board[square].colour[0]},{card_to_text(board[square].card)}" if square in board else EMPTY
        for square in SQUARES
    )
    rules = sorted(round.rules) + ([] if round.deal.own_cards_count else [RIVALS_ONLY])
    fields = [
        "/".join(squares),
        round.mover[0],
        *("/".join(card_to_text(card) for card in hands[colour]) for colour in COLOURS),
        "/".join(f"{square}={element}" for square, element in sorted(round.elements.items())),
        "/".join(f"{square}={wall},{sign},{number}" for square, (wall, sign, number) in sorted(round.walls.items())),
        "/".join(",".join(_quoted(key) for key in chaos.get(colour, ())) for colour in COLOURS) if chaos else "",
        ",".join(rules),
    ]
    return " ".join(field or NOTHING for field in fields)


def from_text(text: str) -> Round:
    """The position that `to_text` wrote. Raises ValueError for any other text."""
    try:
        fields = ["" if field == NOTHING else field for field in text.split(" ")]
        squares, turn, blue, red, elements, walls, chaos, rules = fields
        colours = {colour[0]: colour for colour in COLOURS}
        board = {}
        for square, lying in zip(SQUARES, squares.split("/"), strict=True):
            if lying != EMPTY:
                letter, card = lying.split(",", 1)
                board[square] = (card_from_text(card), colours[letter])
        names = _parts(rules, ",")
        return Round.begin(
            hands={
                colour: [card_from_text(card) for card in _parts(hand)]
                for colour, hand in zip(COLOURS, (blue, red), strict=True)
            },
            rules=[name for name in names if name != RIVALS_ONLY],
            first=colours[turn],
            board=board,
            elements={int(square): element for square, element in _pairs(elements)},
            walls={int(square): _label(label) for square, label in _pairs(walls)},
            chaos={
                colour: [_unquoted(key) for key in _parts(keys, ",")]
                for colour, keys in zip(COLOURS, _parts(chaos) or ("", ""), strict=True)
            },
            own_cards_count=RIVALS_ONLY not in names,
        )
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"no position: {error} in {text!r}") from error


def _quoted(text: str) -> str:
    return quote(text, safe="", errors="surrogatepass").replace("-", "%2D")


def _unquoted(text: str) -> str:
    return unquote(text, errors="surrogatepass")


def _parts(text: str, separator: str = "/") -> list[str]:
    return text.split(separator) if text else []


def _pairs(text: str) -> Iterable[tuple[str, str]]:
    for pair in _parts(text):
        square, value = pair.split("=", 1)
        yield square, value


def _label(text: str) -> tuple[str, str, int]:
    wall, sign, number = text.split(",")
    return wall, sign, int(number)
