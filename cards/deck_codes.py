"""Deck codes: five cards in their order as a short text that can be shared and typed (pure, no database).

A code is 22 signs of the alphabet 0-9 A-Z without I, L, O and U: 21 digits in base 32 of one whole number, and a check
sign. The number has a digit in base 1332 × 999 for each card, the first card the highest: the place of its series'
code among all codes of one or two signs of 0-9 A-Z (first sign × 37 + second sign, 36 where there is no second),
times 999, plus its number less one. The check sign is that of ISO 7064's hybrid systems with 32 signs (modulus 33 and
32), so that any one wrong sign is noticed.

Reading takes small letters, spaces and hyphens, O for 0 and I or L for 1; every five cards have exactly one code.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.utils.translation import gettext as _

from cards.decks import DECK_SIZE
from cards.names import card_id
from triad.errors import GameError

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SERIES_SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NUMBERS = 999
CARDS = len(SERIES_SIGNS) * (len(SERIES_SIGNS) + 1) * NUMBERS
DIGITS = 21
LENGTH = DIGITS + 1
#: What is typed is cut at this before anything looks at it: a code with a sign between any two, and some room.
LONGEST_TYPED = 80

_CARD = re.compile(r"([0-9A-Z])([0-9A-Z]?)([0-9]{3})", re.ASCII)
_READ_AS = str.maketrans("abcdefghijklmnopqrstuvwxyzOIL", "ABCDEFGH1JK1MN0PQRSTUVWXYZ011", " -")


def deck_code(card_ids: Sequence[str]) -> str:
    """The code of five cards by their IDs, in their order. Raises ValueError for anything else."""
    if len(card_ids) != DECK_SIZE:
        raise ValueError("a code has five cards")
    number = 0
    for one in card_ids:
        number = number * CARDS + _card_number(one)
    digits = []
    for _place in range(DIGITS):
        number, digit = divmod(number, len(ALPHABET))
        digits.append(ALPHABET[digit])
    body = "".join(reversed(digits))
    return body + _check_sign(body)


def deck_of_code(text: str) -> list[str]:
    """The five card IDs, in order, that a code names; whether there are such cards is not asked here.

    Raises GameError `deck_code`, whose sentence says what is wrong with the text.
    """
    code = read_code(text)
    if not code:
        raise GameError("deck_code", _("Type or paste a deck code."))
    if set(code) - set(ALPHABET):
        raise GameError("deck_code", _("This is no deck code: it has signs that no code has."))
    if len(code) != LENGTH:
        sentence = _("This is no deck code: it has %(count)d signs; a code has %(length)d.")
        raise GameError("deck_code", sentence % {"count": len(code), "length": LENGTH})
    if _check_sign(code[:DIGITS]) != code[DIGITS]:
        raise GameError("deck_code", _("A sign of this deck code is wrong: its check sign does not fit the others."))
    number = 0
    for sign in code[:DIGITS]:
        number = number * len(ALPHABET) + ALPHABET.index(sign)
    if number >= CARDS**DECK_SIZE:
        raise GameError("deck_code", _("This is no deck code: it names no five cards."))
    found = []
    for _place in range(DECK_SIZE):
        number, card = divmod(number, CARDS)
        found.append(_card_of(card))
    return found[::-1]


def read_code(text: str) -> str:
    """A typed code as it is written: in capitals, without spaces and hyphens, the signs that look alike made one."""
    return text[:LONGEST_TYPED].strip().translate(_READ_AS)


def _card_number(one: str) -> int:
    found = _CARD.fullmatch(one)
    if found is None or not int(found[3]):
        raise ValueError(f"no card ID: {one!r}")
    second = SERIES_SIGNS.index(found[2]) if found[2] else len(SERIES_SIGNS)
    series = SERIES_SIGNS.index(found[1]) * (len(SERIES_SIGNS) + 1) + second
    return series * NUMBERS + int(found[3]) - 1


def _card_of(number: int) -> str:
    series, place = divmod(number, NUMBERS)
    first, second = divmod(series, len(SERIES_SIGNS) + 1)
    return card_id(SERIES_SIGNS[first] + SERIES_SIGNS[second : second + 1], place + 1)


def _check_sign(body: str) -> str:
    size = len(ALPHABET)
    carried = size
    for sign in body:
        carried = 2 * ((carried + ALPHABET.index(sign)) % size or size) % (size + 1)
    return ALPHABET[(size + 1 - carried) % size]
