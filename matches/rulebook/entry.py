"""What a row of the rule book is: a rule's names, its words, and examples that the engine plays."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from django.utils.functional import Promise

from matches.engine import Card

SHIPPED = Path(__file__).resolve().parent.parent.parent / "cards" / "data" / "series_cards.csv"

Words = Promise
Label = tuple[str, str, int]


@dataclass(frozen=True, slots=True)
class Example:
    """A position, one move, and what the text says of it; everything else is asked of the engine.

    `blue`, `red` and `board` name shipped cards by ID; the cards of a hand are called b1, b2, ... and r1, r2, ... .
    `played` are the moves made before the one that is shown. `flips` are (square, label) as the text claims them.
    """

    key: str
    caption: Words
    move: tuple[str, int]
    flips: tuple[tuple[int, str], ...] = ()
    rules: tuple[str, ...] = ()
    blue: tuple[str, ...] = ()
    red: tuple[str, ...] = ()
    board: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    elements: Mapping[int, str] = field(default_factory=dict)
    walls: Mapping[int, Label] = field(default_factory=dict)
    chaos: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    swap: tuple[str, str] | None = None
    played: tuple[tuple[str, int], ...] = ()
    first: str = "blue"
    draw: str = "draw"
    trade: str = "none"
    own_cards_count: bool = True
    total_victory: bool = False
    hidden: tuple[str, ...] = ()
    """The cards of red's hand that blue does not see here."""
    hands: bool = False
    """Whether both hands are shown beside the boards."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row: `short` is the sentence of a tooltip, `text` the paragraphs of the page, `cry` whether it is called "
    "out."""

    title: Words
    short: Words
    text: tuple[Words, ...]
    tip: Words
    icon: str = "rule-book"
    also: tuple[str, ...] = ()
    """Other names for the same (RULES 9)."""
    cry: bool = False
    examples: tuple[Example, ...] = ()


@lru_cache(maxsize=1)
def _shipped() -> dict[str, Card]:
    with SHIPPED.open(encoding="utf-8", newline="") as file:
        return {card.extra["id"]: card for card in map(_card, csv.DictReader(file))}


def _card(row: Mapping[str, str]) -> Card:
    return Card(
        key="",
        ranks=(int(row["up"]), int(row["right"]), int(row["down"]), int(row["left"])),
        name=row["name"],
        level=int(row["level"]),
        element=row["element"] or None,
        type=row["type"] or None,
        extra={"id": f"{row['series']}{int(row['number']):03}"},
    )


def shipped(card_id: str, key: str) -> Card:
    """A card as the site ships it, under its key of a position."""
    return replace(_shipped()[card_id], key=key)


def shipped_cards(card_ids: set[str]) -> dict[str, Card]:
    """Those of some IDs that the site ships."""
    return {card_id: card for card_id, card in _shipped().items() if card_id in card_ids}
