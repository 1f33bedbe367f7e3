"""Loads the shipped series and cards by their natural keys; loading again changes nothing."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from pathlib import Path

from django.db import transaction
from django.utils.translation import gettext as _

from cards.desk.finality import FINAL
from cards.desk.rows import Faults, card_read, series_read
from cards.desk.versions import edited_by_hand
from cards.models import Card, Copy, Price, Series
from triad.errors import Conflict, GameError

DATA = Path(__file__).resolve().parent.parent / "data"
#: From when on the shipped prices hold; a curator's are always later.
FIRST_PRICES = datetime(2000, 1, 1, tzinfo=UTC)

SERIES_FIELDS = ("name", "hold_limit", "unique_cards", "note")
CARD_FIELDS = ("name", "name_key", "level", "up", "right", "down", "left", "element", "type", "text")


@dataclass(slots=True)
class Loaded:
    """What a load did, in numbers."""

    series_added: int = 0
    series_changed: int = 0
    cards_added: int = 0
    cards_changed: int = 0
    series_total: int = 0
    cards_total: int = 0

    @property
    def changed(self) -> bool:
        """Whether anything was written."""
        return any(getattr(self, field.name) for field in fields(self) if not field.name.endswith("total"))


@transaction.atomic
def load_cards(*, folder: Path = DATA) -> Loaded:
    """Brings series and cards in line with `series.csv` and `series_cards.csv` of the folder: all or nothing.

    A card not listed there is left alone, and so are what a curator has edited, and the prices of a series that has
    some. Raises Conflict `card_is_final` when a card of which a copy exists would get another level, rank or element,
    and GameError `bad_row` for a row that is none.
    """
    loaded = Loaded()
    _load_series(_rows(folder / "series.csv"), loaded)
    _load_cards(_rows(folder / "series_cards.csv"), loaded)
    return loaded


def _rows(path: Path) -> Iterator[Mapping[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def _load_series(rows: Iterable[Mapping[str, str]], loaded: Loaded) -> None:
    known = Series.objects.in_bulk()
    edited = edited_by_hand(Series)
    priced = set(Price.objects.values_list("series_id", flat=True))
    for row in rows:
        wanted, (random, specific), faults = series_read(row)
        _refuse_faulty(wanted.code, faults)
        loaded.series_total += 1
        if wanted.code not in known:
            Series.objects.bulk_create([wanted])
            loaded.series_added += 1
        elif wanted.code not in edited and _differing(known[wanted.code], wanted, SERIES_FIELDS):
            Series.objects.bulk_update([wanted], SERIES_FIELDS)
            loaded.series_changed += 1
        if wanted.code not in priced:
            Price.objects.create(series=wanted, valid_from=FIRST_PRICES, random=random, specific=specific)


def _load_cards(rows: Iterable[Mapping[str, str]], loaded: Loaded) -> None:
    known = Card.objects.in_bulk()
    edited = edited_by_hand(Card)
    new: list[Card] = []
    changed: dict[str, list[str]] = {}
    for row in rows:
        wanted, faults = card_read(row)
        _refuse_faulty(wanted.pk, faults)
        loaded.cards_total += 1
        if wanted.pk in edited:
            continue
        if wanted.pk not in known:
            new.append(wanted)
        elif differing := _differing(known[wanted.pk], wanted, CARD_FIELDS):
            changed[wanted.pk] = differing
            known[wanted.pk] = wanted
    _refuse_final(changed)
    Card.objects.bulk_create(new)
    Card.objects.bulk_update([known[pk] for pk in changed], CARD_FIELDS)
    loaded.cards_added, loaded.cards_changed = len(new), len(changed)


def _refuse_faulty(name: str, faults: Faults) -> None:
    if faults:
        column, sentence = next(iter(faults.items()))
        raise GameError("bad_row", f"{name}, {column}: {sentence}")


def _differing(known: Card | Series, wanted: Card | Series, names: Iterable[str]) -> list[str]:
    return [name for name in names if getattr(known, name) != getattr(wanted, name)]


def _refuse_final(changed: Mapping[str, list[str]]) -> None:
    final = [pk for pk, names in changed.items() if set(names) & set(FINAL)]
    # Locked, so that no first copy comes between this look and the change.
    list(Card.objects.select_for_update().filter(pk__in=final).order_by("pk").values_list("pk", flat=True))
    held = sorted(set(Copy.objects.filter(card_id__in=final).values_list("card_id", flat=True)))
    if held:
        sentence = _(
            "Ranks, level and element are final once a copy exists; the data differ for %(cards)s. Nothing was loaded."
        )
        raise Conflict("card_is_final", sentence % {"cards": ", ".join(held)})
