"""What a side of a trade is worth, and when a trade is a gift (RULES 8)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.db.models import Q

from accounts.models import User
from cards.models import Card, Price
from cards.prices import worth_a_level
from cards.trades.models import GIFT_PART, Party, State, Trade

#: Gifts that a player gives and gets in a UTC day, and what they are worth together on each side.
MOST_GIFTS, MOST_GIFT_VALUE = 3, 250


def worth_of(*, cards: Iterable[Card], points: int, listed: dict[str, Price]) -> int:
    """The value of cards under the price rows that hold, each as in a player's point value, and of points."""
    return points + sum(card.level * worth_a_level(listed.get(card.series_id)) for card in cards)


def gift_of(*, maker_value: int, other_value: int) -> str:
    """Whose gift a trade is: the side that gets less than a quarter of what it gives; empty where neither does."""
    if other_value * GIFT_PART < maker_value:
        return Party.MAKER
    return Party.OTHER if maker_value * GIFT_PART < other_value else ""


def gifts_today(*, user: User, moment: datetime, given: bool) -> tuple[int, int]:
    """How many gifts the player has given in this UTC day, or got, and their value together."""
    day = moment.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    by_maker, by_other = (Q(maker=user), Q(other=user)) if given else (Q(other=user), Q(maker=user))
    gifts = Trade.objects.filter(
        by_maker & Q(gift_from=Party.MAKER) | by_other & Q(gift_from=Party.OTHER),
        state=State.ACCEPTED,
        settled_at__gte=day,
        settled_at__lt=day + timedelta(days=1),
    )
    values = [gift_value(gift) for gift in gifts]
    return len(values), sum(values)


def gift_value(gift: Trade) -> int:
    """What was given in an accepted gift."""
    return (gift.maker_value if gift.gift_from == Party.MAKER else gift.other_value) or 0
