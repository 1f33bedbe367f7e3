"""The shop's counter: what every series offers to one buyer, level by level."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count

from accounts.models import User
from cards.models import HOLDING_LIMITS, Copy, Series
from cards.models import Card as CardRow
from cards.prices import Offer, offers_at
from shop.quotes import PACK_SIZE, pack_odds, pack_price


@dataclass(frozen=True, slots=True)
class LevelLine:
    """A level of a series: its cards in the shop, how many of them the buyer owns, of how many one more may be held,
    and both prices, None where it is not sold that way."""

    level: int
    cards: int
    owned: int
    open: int
    random: int | None
    specific: int | None


@dataclass(frozen=True, slots=True)
class PackLine:
    """A pack of a series: its price, and for this buyer whether five cards are left and the odds of the first."""

    price: int
    is_open: bool
    odds: list[tuple[int, float]]


@dataclass(frozen=True, slots=True)
class SeriesCounter:
    """A series as the shop lays it out."""

    series: Series
    offer: Offer
    levels: list[LevelLine]
    pack: PackLine | None

    @property
    def cards(self) -> int:
        """How many different cards the shop has."""
        return sum(line.cards for line in self.levels)

    @property
    def owned(self) -> int:
        """How many of them the buyer owns."""
        return sum(line.owned for line in self.levels)


@dataclass(slots=True)
class _Tally:
    """The cards of one level while they are counted; `room` counts copies."""

    cards: int = 0
    owned: int = 0
    open: int = 0
    room: int = 0


def counters(*, buyer: User | None) -> tuple[list[SeriesCounter], list[Series]]:
    """What is sold to a buyer (None: a visitor, who owns nothing), and the series of which nothing is."""
    offers = offers_at()
    sold = [offer.series for offer in offers.values() if offer.is_sold]
    tallies = _tallies(sold, buyer)
    laid = [_laid(one, offers[one.code], tallies[one.code]) for one in sold if tallies[one.code]]
    return laid, [offer.series for offer in offers.values() if not offer.is_sold]


def _tallies(series: Collection[Series], buyer: User | None) -> dict[str, dict[int, _Tally]]:
    limits = {one.code: one.hold_limit for one in series}
    held: Counter[str] = Counter()
    if buyer is not None:
        rows = Copy.objects.filter(owner=buyer).order_by().values_list("card_id")
        held.update(dict(rows.annotate(Count("pk"))))
    found: dict[str, dict[int, _Tally]] = defaultdict(dict)
    cards = CardRow.objects.filter(on_sale=True, series__in=series).order_by()
    for card_id, code, level in cards.values_list("pk", "series_id", "level"):
        tally = found[code].setdefault(level, _Tally())
        room = max(0, (limits[code] or HOLDING_LIMITS[level - 1]) - held[card_id])
        tally.cards += 1
        tally.owned += held[card_id] > 0
        tally.open += room > 0
        tally.room += room
    return found


def _laid(series: Series, offer: Offer, tallies: dict[int, _Tally]) -> SeriesCounter:
    levels = [
        LevelLine(
            level=level,
            cards=tally.cards,
            owned=tally.owned,
            open=tally.open,
            random=offer.random * level if offer.random is not None else None,
            specific=offer.specific * level if offer.specific is not None else None,
        )
        for level, tally in sorted(tallies.items())
    ]
    return SeriesCounter(series=series, offer=offer, levels=levels, pack=_pack(offer, tallies))


def _pack(offer: Offer, tallies: dict[int, _Tally]) -> PackLine | None:
    if offer.random is None:
        return None
    is_open = sum(tally.room for tally in tallies.values()) >= PACK_SIZE
    odds = pack_odds(levels=[level for level, tally in tallies.items() if tally.open]) if is_open else []
    return PackLine(price=pack_price(random_price=offer.random, levels=tallies.keys()), is_open=is_open, odds=odds)
