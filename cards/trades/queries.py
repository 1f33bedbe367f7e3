"""What is read about trades: copies that may be traded, a player's trades, and their terms."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from cards.faces import CardFace
from cards.models import Card, Copy, Transfer
from cards.prices import prices_at
from cards.trades.models import Party, State, Trade, TradeCopy
from cards.trades.worth import gift_of, worth_of
from triad.clock import now
from triad.errors import NotFound


def tradeable(*, owner: User) -> QuerySet[Copy]:
    """The copies that a player to whom trades are open can trade: no unique card, and no marked copy but one that was
    won (RULES 8). Whether a match holds one now is not told here: it would tell a hidden hand."""
    won = Exists(Transfer.objects.filter(copy=OuterRef("pk"), giver__isnull=False))
    return Copy.objects.filter(Q(marked=False) | won, owner=owner, sole=False, card__series__unique_cards=False)


def tradeable_cards(*, owner: User) -> QuerySet[Card]:
    """The cards of which a player has copies to trade, each once with their number as `held`; highest level first."""
    cards = Card.objects.filter(copies__in=tradeable(owner=owner))
    return cards.annotate(held=Count("copies")).order_by("-level", "series_id", "number")


def may_see_stash(*, owner: User, viewer: User) -> bool:
    """Whether the viewer may choose among the owner's copies."""
    return owner == viewer or not owner.hides_stash


@dataclass(frozen=True, slots=True)
class SideTerms:
    """What one side gives: cards with how many of each, points, and the value of all; at acceptance, or now."""

    user: User
    cards: list[tuple[Card, int]]
    points: int
    value: int

    @property
    def is_empty(self) -> bool:
        """Whether this side gives nothing."""
        return not self.cards and not self.points

    @property
    def faces(self) -> list[CardFace]:
        """The cards as they look, each once with how many of it are given."""
        return [CardFace.of(card, count=count) for card, count in self.cards]


@dataclass(frozen=True, slots=True)
class Terms:
    """A trade as one of its two sees it: what they give and get, whose gift it is, and whether it can be answered."""

    trade: Trade
    gives: SideTerms
    gets: SideTerms
    other: User
    own: bool
    gift_giver: User | None
    gone: bool

    @property
    def may_accept(self) -> bool:
        """Whether it waits for the viewer's answer, and its cards are all there."""
        return self.trade.is_open and not self.own and not self.gone


def trades_of(user: User) -> QuerySet[Trade]:
    """A player's trades, made and got, the newest first; `gone` where a copy is with its side no more."""
    away = TradeCopy.objects.filter(trade=OuterRef("pk")).exclude(
        Q(side=Party.MAKER, copy__owner=F("trade__maker")) | Q(side=Party.OTHER, copy__owner=F("trade__other"))
    )
    return (
        Trade.objects.filter(Q(maker=user) | Q(other=user))
        .select_related("maker", "other")
        .prefetch_related(Prefetch("copies", TradeCopy.objects.select_related("copy__card").order_by("pk")))
        .annotate(gone=Exists(away))
        .order_by("-pk")
    )


def open_trades(user: User) -> QuerySet[Trade]:
    """A player's trades that wait for an answer, from either side."""
    return trades_of(user).filter(state=State.OPEN, expires_at__gt=now())


def past_trades(user: User) -> QuerySet[Trade]:
    """A player's trades that are over."""
    return trades_of(user).exclude(state=State.OPEN)


def waiting_count(user: User) -> int:
    """How many trades wait for this player's answer."""
    return Trade.objects.filter(other=user, state=State.OPEN, expires_at__gt=now()).count()


def trade_get(*, user: User, trade_id: int) -> Trade:
    """One of a player's own trades; anybody else's is NotFound."""
    found = trades_of(user).filter(pk=trade_id).first()
    if found is None:
        raise NotFound("no_trade", _("You have no such trade."))
    return found


def terms_of(trades: list[Trade], *, viewer: User, moment: datetime | None = None) -> list[Terms]:
    """The terms of trades from `trades_of`, as the viewer, one of the two, sees them."""
    listed = prices_at(moment)

    def side(trade: Trade, party: str) -> SideTerms:
        counts: dict[Card, int] = {}
        for row in trade.copies.all():
            if row.side == party:
                counts[row.copy.card] = counts.get(row.copy.card, 0) + 1
        points: int = getattr(trade, f"{party}_points")
        value: int | None = getattr(trade, f"{party}_value")
        if value is None:
            cards = [card for card, count in counts.items() for _time in range(count)]
            value = worth_of(cards=cards, points=points, listed=listed)
        return SideTerms(user=getattr(trade, party), cards=list(counts.items()), points=points, value=value)

    found = []
    for trade in trades:
        maker, other = side(trade, Party.MAKER), side(trade, Party.OTHER)
        gift = gift_of(maker_value=maker.value, other_value=other.value)
        own = trade.maker_id == viewer.pk
        found.append(
            Terms(
                trade=trade,
                gives=maker if own else other,
                gets=other if own else maker,
                other=trade.other if own else trade.maker,
                own=own,
                gift_giver={"maker": trade.maker, "other": trade.other}.get(gift),
                gone=trade.is_open and bool(getattr(trade, "gone", False)),
            )
        )
    return found
