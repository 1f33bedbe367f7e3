"""The rows of the files of cards and series: read in one way, whoever brings the file.

Ranks stand by their names, never by their places; 10 may be written A.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from cards.customs.numbers import read_rank
from cards.faces import SIDES
from cards.models import MOST_PRICE, Card, Element, Series, Type
from cards.names import card_id, fold_card_name
from triad.storable import is_storable

#: The columns of a file of cards that it must have, and those that it may have besides.
CARD_COLUMNS = ("series", "number", "name", "level", *SIDES, "element", "type", "text")
MORE_CARD_COLUMNS = ("on_sale", "maker")
SERIES_COLUMNS = ("code", "name", "random_price", "specific_price", "hold_limit", "note")
#: What stands for a series without a holding limit of its own.
BY_LEVEL = "by level"
#: Series of which each card has one copy in the whole world (RULES 8).
UNIQUE_SERIES = frozenset({"M", "P"})

_CODE = re.compile(r"[A-Z]{1,2}|[0-9]", re.ASCII)
_MOST_NUMBER, _MOST_HELD = 999, 999

#: What is wrong with a row: a sentence by column.
Faults = dict[str, str]


def code_fault(code: str) -> str:
    """Why a text cannot be the code of a series; empty when it can."""
    if _CODE.fullmatch(code):
        return ""
    return _("A code is one or two capital letters, or one digit.")


def card_read(row: Mapping[str, Any]) -> tuple[Card, Faults]:
    """A row as a card that is not stored, and what of it could not be read."""
    faults: Faults = {}
    code = _text(row, "series", 2, faults)
    if code_fault(code):
        faults["series"] = code_fault(code)
    number = _whole(row, "number", 1, _MOST_NUMBER, faults) or 0
    name = _text(row, "name", 40, faults)
    if not name.strip():
        faults.setdefault("name", _("The card has no name."))
    ranks = {side: _rank(row, side, faults) for side in SIDES}
    card = Card(
        id=card_id(code, number),
        series_id=code,
        number=number,
        name=name,
        name_key=fold_card_name(name),
        level=_whole(row, "level", 1, 10, faults) or 1,
        element=_one_of(row, "element", Element.values, faults),
        type=_one_of(row, "type", Type.values, faults),
        text=_text(row, "text", 500, faults),
        **ranks,
    )
    return card, faults


def series_read(row: Mapping[str, Any]) -> tuple[Series, tuple[int | None, int | None], Faults]:
    """A row as a series that is not stored, its two prices (random, specific), and what could not be read."""
    faults: Faults = {}
    code = _text(row, "code", 2, faults)
    if code_fault(code):
        faults["code"] = code_fault(code)
    name = _text(row, "name", 60, faults)
    if not name.strip():
        faults.setdefault("name", _("The series has no name."))
    limit = row.get("hold_limit")
    unlimited = isinstance(limit, str) and limit.strip() in ("", BY_LEVEL)
    series = Series(
        code=code,
        name=name,
        hold_limit=None if limit is None or unlimited else _whole(row, "hold_limit", 1, _MOST_HELD, faults),
        unique_cards=code in UNIQUE_SERIES,
        note=_text(row, "note", 200, faults),
    )
    random, specific = (_price(row, way, faults) for way in ("random_price", "specific_price"))
    return series, (random, specific), faults


def _text(row: Mapping[str, Any], column: str, most: int, faults: Faults) -> str:
    value = row.get(column)
    if value is None:
        return ""
    text = str(value) if isinstance(value, str | int) else ""
    if not isinstance(value, str | int) or not is_storable(text):
        faults[column] = _("This is no text.")
        return ""
    if len(text) > most:
        faults[column] = _("%(count)d characters; %(most)d are the most.") % {"count": len(text), "most": most}
    return text[:most]


def _whole(row: Mapping[str, Any], column: str, least: int, most: int, faults: Faults) -> int | None:
    text = str(row.get(column, "")).strip()
    number = int(text) if re.fullmatch(r"[0-9]{1,6}", text, re.ASCII) else None
    if number is None or not least <= number <= most:
        faults[column] = _("A whole number from %(least)d to %(most)d.") % {"least": least, "most": most}
        return None
    return number


def _rank(row: Mapping[str, Any], side: str, faults: Faults) -> int:
    text = str(row.get(side, "")).strip()
    rank = 10 if text == "10" else read_rank(text)
    if not rank:
        faults[side] = _("A rank is a number from 1 to 9, or A for ten.")
    return rank or 1


def _price(row: Mapping[str, Any], column: str, faults: Faults) -> int | None:
    if row.get(column) is None or str(row[column]).strip() in ("", "--"):
        return None
    return _whole(row, column, 1, MOST_PRICE, faults)


def _one_of(row: Mapping[str, Any], column: str, values: list[str], faults: Faults) -> str:
    value = row.get(column) or ""
    if value and value not in values:
        faults[column] = _("One of: %(values)s, or nothing.") % {"values": ", ".join(values)}
        return ""
    return str(value)
