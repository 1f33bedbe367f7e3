"""What the card database tells: all cards, every series with its prices, and what is known of one card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Value

from accounts.models import Kind, User
from cards.models import HOLDING_LIMITS, Card, CardFigures, Copy, Series, Transfer
from cards.prices import Offer, offers_at


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """A series with the number of its cards, how many of them somebody owns, and how it sells now."""

    series: Series
    cards: int
    owned: int
    offer: Offer


def card_list(*, by_level: bool = False) -> QuerySet[Card]:
    """All cards in the order of their IDs; with `by_level` those of a series by level first."""
    order = ("series_id", "level", "number") if by_level else ("series_id", "number")
    return Card.objects.select_related("series").order_by(*order)


def series_lines(*, viewer: User | None = None, offers: dict[str, Offer] | None = None) -> list[SeriesLine]:
    """Every series by its code; `offers` are how they sell, where that is known already."""
    offers = offers_at() if offers is None else offers
    mine = Copy.objects.filter(owner=viewer, card=OuterRef("pk"))
    owned = Count("pk", filter=Q(Exists(mine))) if viewer else Value(0)
    rows = Card.objects.order_by().values("series_id").annotate(cards=Count("pk"), owned=owned)
    counts = {row["series_id"]: (row["cards"], row["owned"]) for row in rows}
    return [SeriesLine(offer.series, *counts.get(code, (0, 0)), offer) for code, offer in sorted(offers.items())]


@dataclass(frozen=True, slots=True)
class LevelProgress:
    """How many of the cards of a level somebody owns."""

    level: int
    owned: int
    cards: int

    @property
    def tenths(self) -> int:
        """How far that is, 0 to 10; 10 only when nothing is missing, 0 only when nothing is there."""
        if self.owned in (0, self.cards):
            return 10 * (self.owned > 0)
        return min(9, max(1, 10 * self.owned // self.cards))


@dataclass(frozen=True, slots=True)
class SeriesProgress:
    """How much of a series somebody owns, level by level."""

    series: Series
    levels: list[LevelProgress]

    @property
    def owned(self) -> int:
        """How many of its cards are owned."""
        return sum(part.owned for part in self.levels)

    @property
    def cards(self) -> int:
        """How many cards it has."""
        return sum(part.cards for part in self.levels)

    @property
    def missing(self) -> int:
        """How many of its cards are missing."""
        return self.cards - self.owned


def progress_of(*, parts: Mapping[tuple[str, int], int], series: Iterable[Series]) -> list[SeriesProgress]:
    """How much of every series is owned; `parts` are the different cards owned by series and level. A series without
    cards is left out."""
    rows = Card.objects.order_by("series_id", "level").values_list("series_id", "level").annotate(n=Count("pk"))
    found: dict[str, list[LevelProgress]] = {}
    for code, level, cards in rows:
        found.setdefault(code, []).append(LevelProgress(level, parts.get((code, level), 0), cards))
    return [SeriesProgress(one, found[one.code]) for one in series if one.code in found]


def cards_at_limit(*, user: User) -> list[str]:
    """The IDs of the cards of which the player may hold no more (RULES 8)."""
    held = Copy.objects.filter(owner=user).order_by().values_list("card_id", "card__level", "card__series__hold_limit")
    return [
        card_id
        for card_id, level, limit, count in held.annotate(n=Count("pk"))
        if count >= (limit or HOLDING_LIMITS[level - 1])
    ]


@dataclass(frozen=True, slots=True)
class Spread:
    """How a card is spread over the world: its copies, and who has one."""

    copies: int
    owners: int
    players: int

    @property
    def share(self) -> float:
        """The share of all players with an account who own it, in percent."""
        return 100 * self.owners / self.players if self.players else 0.0


def spread_of(card: Card) -> Spread:
    """How a card is spread over the world now; copies of closed accounts are out of it (RULES 8)."""
    closed, people = (
        Q(owner__kind=Kind.PERSON, owner__is_active=False),
        Q(owner__kind=Kind.PERSON, owner__is_active=True),
    )
    found = Copy.objects.filter(card=card).aggregate(
        copies=Count("pk", filter=~closed), owners=Count("owner", distinct=True, filter=people)
    )
    players = User.objects.filter(kind=Kind.PERSON, is_active=True).count()
    return Spread(found["copies"], found["owners"], players)


def figures_of(card: Card) -> CardFigures | None:
    """How a card has fared; None while it was in no finished public match between people."""
    return getattr(card, "figures", None)


def owners_of(card: Card) -> list[Transfer]:
    """The history of a unique card: every step of its one copy, newest first; empty for other cards."""
    if not card.series.unique_cards:
        return []
    return list(Transfer.objects.filter(card=card).select_related("giver", "taker").order_by("-pk"))
