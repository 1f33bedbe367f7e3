"""What rules are called: the one name of each in data, the others that people write (RULES 9), and their titles.

All of it is read from the rule book when asked, so that a rule added there is known here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping

from matches.rulebook.book import DRAW_BOOK, RULE_BOOK, TRADE_BOOK
from matches.rulebook.entry import Entry, Words


class Titles(Mapping[str, Words]):
    """The titles of a book's rows, by name."""

    def __init__(self, book: Mapping[str, Entry]) -> None:
        self._book = book

    def __getitem__(self, name: str) -> Words:
        return self._book[name].title

    def __iter__(self) -> Iterator[str]:
        return iter(self._book)

    def __len__(self) -> int:
        return len(self._book)


#: The title of each rule of play, as pages show it.
RULE_TITLES = Titles(RULE_BOOK)
#: The title of each trade rule.
TRADE_TITLES = Titles(TRADE_BOOK)
#: The title of each draw rule.
DRAW_TITLES = Titles(DRAW_BOOK)

#: Not a rule: neither Open nor Three Open.
_HIDE = "hide"


def _fold(text: str) -> str:
    # An accent may be a sign of its own, or part of the letter.
    signs = unicodedata.normalize("NFKD", text.strip().casefold())
    plain = "".join(sign for sign in signs if not unicodedata.combining(sign))
    return plain.replace(" ", "").replace("-", "").replace("_", "")


def _named(book: Mapping[str, Entry], text: str) -> str | None:
    folded = _fold(text)
    for name, entry in book.items():
        if folded in (_fold(name), *map(_fold, entry.also)):
            return name
    return None


def rule_named(text: str) -> str | None:
    """The rule of play that a text names, in any spelling of RULES 9; empty for Hide, None for no rule's name."""
    return "" if _fold(text) == _HIDE else _named(RULE_BOOK, text)


def trade_named(text: str) -> str | None:
    """The trade rule that a text names, in any spelling of RULES 9; None for no trade rule's name."""
    return _named(TRADE_BOOK, text)
