"""What cards cost: the prices that hold at a moment, and whether a series sells at all (RULES 8)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from cards.models import Price, Series
from triad.clock import now

#: What a copy is worth a level where its series has neither price (RULES 8).
WORTH_WITHOUT_PRICE = 100
#: The specific price stands for this many random ones, where there is only the random one (RULES 8).
RANDOM_TO_WORTH = 4


@dataclass(frozen=True, slots=True)
class Offer:
    """How a series sells at a moment: points a level for a card drawn at random and for one by its name, each None
    where it is not sold that way; `listed` is the price row behind it."""

    series: Series
    random: int | None = None
    specific: int | None = None
    listed: Price | None = None

    @property
    def is_sold(self) -> bool:
        """Whether it can be bought by any road."""
        return self.random is not None or self.specific is not None


def prices_at(moment: datetime | None = None) -> dict[str, Price]:
    """The price row of each series that holds at a moment (now, if not said), by the series' code."""
    rows = Price.objects.filter(valid_from__lte=moment or now()).order_by("valid_from", "pk")
    return {row.series_id: row for row in rows}


def offers_at(moment: datetime | None = None) -> dict[str, Offer]:
    """How each series sells at a moment (now, if not said), by its code. A series of unique cards never does: they
    move by match, prize or staff only (RULES 8)."""
    listed = prices_at(moment)
    return {one.code: _offer(one, listed.get(one.code)) for one in Series.objects.order_by("code")}


def _offer(series: Series, listed: Price | None) -> Offer:
    if listed is None or not series.on_sale or series.unique_cards:
        return Offer(series=series, listed=listed)
    return Offer(series=series, random=listed.random, specific=listed.specific, listed=listed)


def worth_a_level(listed: Price | None) -> int:
    """What a copy counts in a player's point value for each of its levels, under the prices of its series."""
    if listed is not None and listed.specific is not None:
        return listed.specific
    if listed is not None and listed.random is not None:
        return RANDOM_TO_WORTH * listed.random
    return WORTH_WITHOUT_PRICE
