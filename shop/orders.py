"""What somebody wants to buy, read from what they sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import User
from cards.lookup import find_cards
from cards.models import Card, Series
from shop.models import Purchase
from triad.errors import GameError, NotFound

#: A card's name or ID is no longer than this.
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Order:
    """A card of a series and level drawn at random, a card by its name, or a pack of a series."""

    kind: str
    series: Series
    level: int | None = None
    card: Card | None = None

    @property
    def query(self) -> dict[str, str]:
        """The order as a form sends it."""
        if self.card is not None:
            return {"kind": self.kind, "card": self.card.pk}
        level = {"level": str(self.level)} if self.level is not None else {}
        return {"kind": self.kind, "series": self.series.pk, **level}


def order_read(sent: Mapping[str, str], *, buyer: User | None) -> Order:
    """The order that a form says: `kind`, and `card` (a name or ID), or `series` and, at random, `level`.

    Raises GameError `unknown_kind`, `unknown_level`, `nothing_named`; NotFound `no_series`, `no_card`; Conflict
    `ambiguous_card`, whose sentence lists the IDs.
    """
    kind = sent.get("kind", "")
    if kind == Purchase.Kind.NAMED:
        card = _card(sent.get("card", ""), buyer)
        return Order(kind=kind, series=card.series, card=card)
    if kind not in Purchase.Kind.values:
        raise GameError("unknown_kind", _("Choose a card drawn at random, a card by its name, or a pack."))
    series = Series.objects.filter(pk=sent.get("series", "").upper()[:2]).first()
    if series is None or len(sent.get("series", "")) > 2:
        raise NotFound("no_series", _("There is no such series."))
    if kind == Purchase.Kind.PACK:
        return Order(kind=kind, series=series)
    return Order(kind=kind, series=series, level=_level(sent.get("level", ""), series))


def _card(text: str, buyer: User | None) -> Card:
    text = text.strip()
    if not text:
        raise GameError("nothing_named", _("Name a card, by its name or its ID."))
    if len(text) > LONGEST_NAME:
        raise NotFound("no_card", _("There is no card “%(word)s”.") % {"word": text[:40]})
    (card,) = find_cards(words=[text], user=buyer)
    return card


def _level(text: str, series: Series) -> int:
    level = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 0
    if not 1 <= level <= 10:
        raise GameError("unknown_level", _("A level is a number from 1 to 10."))
    if not series.cards.filter(level=level).exists():
        sentence = _("There are no cards of level %(level)d in the series %(series)s.")
        raise GameError("unknown_level", sentence % {"series": series.name, "level": level})
    return level
