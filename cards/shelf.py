"""Cards laid out on a page: one page of a list, by level, each with its face."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import Literal

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.urls import reverse

from accounts.models import User
from cards.faces import CardFace
from cards.models import Card, Series
from cards.queries import owned_counts

#: How the cards of a page are parted: by level, by series and level, or not at all.
Parting = Literal["level", "series", ""]


@dataclass(frozen=True, slots=True)
class Laid:
    """A card as it lies on a shelf; `held` and `marked` count the copies of whoever's shelf it is, `price` is what it
    costs by name, None where it is not sold so."""

    card: Card
    face: CardFace
    held: int
    marked: int
    price: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """Cards that follow each other: of one level, of one series and level, or all of a page."""

    level: int | None
    series: Series | None = None
    cards: list[Laid] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Shelf:
    """One page of cards. `total` counts all pages."""

    page: Page[Card]
    rows: list[Row]
    total: int

    @property
    def cards(self) -> list[Laid]:
        """All cards of the page in order."""
        return [laid for row in self.rows for laid in row.cards]

    @property
    def card_ids(self) -> list[str]:
        """The IDs of the page's cards."""
        return [laid.card.pk for laid in self.cards]


def shelf_of(
    cards: QuerySet[Card],
    *,
    page: str | None,
    size: int,
    links: bool = True,
    parted: Parting = "level",
    holder: User | None = None,
    prices: dict[str, int] | None = None,
) -> Shelf:
    """One page of an ordered list of cards. A page that there is not gives the nearest one; without `links` the
    faces lead nowhere.

    `holder` is whose copies are counted, where the query has not counted them; `prices` are points a level for a card
    by its name, by series.
    """
    paginator = Paginator(cards, size)
    shown = paginator.get_page(page)
    on_page = list(shown.object_list)
    held = owned_counts(user=holder, card_ids=[card.pk for card in on_page]) if holder else {}

    def laid(card: Card) -> Laid:
        return lay(card, link=links, held=held.get(card.pk), unit_price=(prices or {}).get(card.series_id))

    rows = []
    for (code, level), group in groupby(on_page, key=lambda card: _part(card, parted)):
        own = list(group)
        rows.append(Row(level=level, series=own[0].series if code else None, cards=[laid(card) for card in own]))
    return Shelf(page=shown, rows=rows, total=paginator.count)


def _part(card: Card, parted: Parting) -> tuple[str, int | None]:
    """The part of a page in which a card lies: its series and level, as far as these matter."""
    return (card.series_id if parted == "series" else ""), (card.level if parted else None)


@lru_cache(maxsize=8192)
def card_address(card_id: str) -> str:
    """The address of a card's own page; kept, as long lists ask for hundreds."""
    return reverse("cards:detail", args=(card_id,))


def lay(card: Card, *, link: bool = True, held: int | None = None, unit_price: int | None = None) -> Laid:
    """A card with its face; `held` and `marked` are read where the query counted them."""
    count: int = held if held is not None else getattr(card, "held", 0)
    href = card_address(card.pk) if link else ""
    face = CardFace.of(card, count=count or None, href=href)
    price = unit_price * card.level if unit_price is not None and card.on_sale else None
    return Laid(card=card, face=face, held=count, marked=getattr(card, "marked", 0), price=price)
