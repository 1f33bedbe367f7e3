"""Cards laid out on a page: one page of a list, by level, each with its face."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.urls import reverse

from cards.faces import CardFace
from cards.models import Card


@dataclass(frozen=True, slots=True)
class Laid:
    """A card as it lies on a shelf; `held` and `marked` count the copies of whoever's shelf it is."""

    card: Card
    face: CardFace
    held: int
    marked: int


@dataclass(frozen=True, slots=True)
class Row:
    """The cards of one level that follow each other."""

    level: int
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


def shelf_of(cards: QuerySet[Card], *, page: str | None, size: int, links: bool = True) -> Shelf:
    """One page of an ordered list of cards. A page that there is not gives the nearest one; without `links` the
    faces lead nowhere."""
    paginator = Paginator(cards, size)
    shown = paginator.get_page(page)
    rows = [
        Row(level=level, cards=[lay(card, link=links) for card in group])
        for level, group in groupby(shown.object_list, key=lambda card: card.level)
    ]
    return Shelf(page=shown, rows=rows, total=paginator.count)


def lay(card: Card, *, link: bool = True) -> Laid:
    """A card with its face; `held` and `marked` are read where the query counted them."""
    held: int = getattr(card, "held", 0)
    href = reverse("cards:detail", args=(card.pk,)) if link else ""
    face = CardFace.of(card, count=held or None, href=href)
    return Laid(card=card, face=face, held=held, marked=getattr(card, "marked", 0))
