"""The rule book: one row a rule. A rule's title, tooltip, page and other names are taken from here and nowhere else."""

from __future__ import annotations

from matches.rulebook import captures, ground, hands, ranks
from matches.rulebook.basics import BASICS
from matches.rulebook.entry import Entry, Example
from matches.rulebook.stakes import DRAW_BOOK, TRADE_BOOK

__all__ = ["BASICS", "DRAW_BOOK", "RULE_BOOK", "TRADE_BOOK", "all_examples", "chapter_of", "example_named"]

RULE_BOOK: dict[str, Entry] = {
    "open": hands.OPEN,
    "three_open": hands.THREE_OPEN,
    "random": hands.RANDOM,
    "limitless": hands.LIMITLESS,
    "same": captures.SAME,
    "same_wall": captures.SAME_WALL,
    "plus": captures.PLUS,
    "plus_wall": captures.PLUS_WALL,
    "combo": captures.COMBO,
    "elemental": ranks.ELEMENTAL,
    "battle": captures.BATTLE,
    "broken_wall": ground.BROKEN_WALL,
    "power_wall": ground.POWER_WALL,
    "reverse": ranks.REVERSE,
    "fallen_ace": ranks.FALLEN_ACE,
    "ascension": ranks.ASCENSION,
    "descension": ranks.DESCENSION,
    "swap": hands.SWAP,
    "order": hands.ORDER,
    "chaos": hands.CHAOS,
    "sudden_death": hands.SUDDEN_DEATH,
}
"""Every rule of play by its name in a record, in the order in which pages list them."""


def all_examples() -> dict[str, Example]:
    """Every example of the book by its key."""
    books = (BASICS, RULE_BOOK, TRADE_BOOK, DRAW_BOOK)
    return {example.key: example for book in books for entry in book.values() for example in entry.examples}


#: What is told among the terms of a match under another name than its chapter's.
_TOLD_IN = {"own_cards_count": "same", "total_victory": "score"}


def chapter_of(term: str) -> str:
    """The anchor on the rules page for a term of a match by its name; empty where the book has no chapter for it."""
    chapters = (*BASICS, *RULE_BOOK, *(f"trade-{name}" for name in TRADE_BOOK), *(f"draw-{name}" for name in DRAW_BOOK))
    name = _TOLD_IN.get(term, term)
    return name if name in chapters else ""


def example_named(key: str) -> Example | None:
    """An example by its key, None if there is none."""
    return all_examples().get(key)
