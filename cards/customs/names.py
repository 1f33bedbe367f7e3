"""Names and texts of custom cards: what may stand in them, and which names are too like one that is there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches

from django.utils.translation import gettext as _

from accounts.alike import fold_alike
from cards.customs.models import LONGEST_NAME, LONGEST_TEXT
from cards.names import fold_card_name, read_card_id

#: Signs that may stand in a name beside letters, digits and spaces.
NAME_SIGNS = "'’-.,!?&:+*#°()/\""
#: Alphabets beside the Latin one, by the beginnings of their characters' names.
_ALPHABETS = ("GREEK ", "CYRILLIC ", "CJK UNIFIED ", "HIRAGANA ", "KATAKANA", "HANGUL SYLLABLE")
_PAIRS = (("rn", "m"), ("vv", "w"))
#: Lines that a text may have.
MOST_LINES = 12


def alike_key(name: str) -> str:
    """What remains of a card's name when case, accents, signs and look-alikes are folded."""
    key = fold_alike(fold_card_name(name))
    for pair, single in _PAIRS:
        key = key.replace(pair, single)
    return key


def name_read(text: str) -> str:
    """A name with single spaces and composed characters, as it is kept."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def text_read(text: str) -> str:
    """A card's text with one kind of line break, no blanks at the ends and at most one empty line between two."""
    lines = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.strip() for line in lines)).strip()


def name_fault(name: str) -> str:
    """Why a name, as `name_read` gives it, cannot be a card's; empty when it can."""
    if len(name) > LONGEST_NAME:
        return _("The name has %(count)d characters; %(most)d are the most.") % {
            "count": len(name),
            "most": LONGEST_NAME,
        }
    if any(not _may_stand_in_name(sign) for sign in name):
        return _("A name has letters, digits, spaces and these signs: %(signs)s") % {"signs": " ".join(NAME_SIGNS)}
    if len(alike_key(name)) < 2:
        return _("A name has at least two letters or digits.")
    if read_card_id(name):
        return _("A name may not look like the ID of a card.")
    return ""


def text_fault(text: str) -> str:
    """Why a text, as `text_read` gives it, cannot stand on a card's page; empty when it can."""
    if len(text) > LONGEST_TEXT:
        return _("The text has %(count)d characters; %(most)d are the most.") % {
            "count": len(text),
            "most": LONGEST_TEXT,
        }
    if text.count("\n") >= MOST_LINES:
        return _("The text has %(count)d lines; %(most)d are the most.") % {
            "count": text.count("\n") + 1,
            "most": MOST_LINES,
        }
    if any(not is_readable(sign) for sign in text.replace("\n", "")) or _is_stacked(text):
        return _("There are characters in the text that nobody can read. Please take them out.")
    return ""


def is_readable(sign: str) -> bool:
    """Whether a character shows itself: no control, no direction, no place without a character."""
    return sign == " " or (sign.isprintable() and unicodedata.category(sign) not in ("Cf", "Zs", "Co", "Cn"))


def nearest_names(name: str, others: Iterable[str], *, count: int = 6) -> list[str]:
    """Of other names the ones most like this one, the most alike first."""
    by_key: dict[str, list[str]] = {}
    for other in others:
        by_key.setdefault(alike_key(other), []).append(other)
    close = get_close_matches(alike_key(name), by_key, n=count, cutoff=0.72)
    return list(dict.fromkeys(other for key in close for other in by_key[key]))[:count]


def _may_stand_in_name(sign: str) -> bool:
    if sign.isascii():
        return sign.isalnum() or sign == " " or sign in NAME_SIGNS
    if sign in NAME_SIGNS:
        return True
    # Of letters beyond ASCII only those that fold to it, or that belong to another living alphabet.
    if not sign.isalpha():
        return False
    return fold_card_name(sign).isascii() or unicodedata.name(sign, "").startswith(_ALPHABETS)


def _is_stacked(text: str) -> bool:
    """Whether accents are heaped on one letter."""
    return bool(re.search(r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{3}", text))
