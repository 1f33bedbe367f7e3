"""Names and IDs of cards: how they are folded, so that any spelling finds them (RULES 9)."""

from __future__ import annotations

import re
import unicodedata

#: Other words for an element (RULES 9).
OTHER_ELEMENT_NAMES = {"storm": "thunder", "lightning": "thunder", "rock": "earth", "sacred": "holy", "bio": "poison"}

_ID = re.compile(r"(?P<code>[A-Z]{1,2}|[0-9](?=[0-9]{3}$))[ _-]?(?P<number>[0-9]{1,3})", re.ASCII)
_LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "þ": "th", "ł": "l", "đ": "d"})


def fold_card_name(name: str) -> str:
    """What remains of a name without case, accents, spaces and signs: equal for two spellings of one name."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(_LIGATURES)
    return "".join(character for character in plain if character.isalnum())


def card_id(series: str, number: int) -> str:
    """The ID of a card: the series code and the number in three digits (A001)."""
    return f"{series}{number:03}"


def read_card_id(text: str) -> str | None:
    """The ID that a text names in any case, with or without leading zeros (a1, A-001); None if it is no ID."""
    found = _ID.fullmatch(text.strip().upper())
    return card_id(found["code"], int(found["number"])) if found else None
