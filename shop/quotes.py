"""What an order costs, and from which cards it is served: the shop's rules (RULES 8), which change nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from math import floor
from random import Random

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from cards.models import Card, Price
from cards.prices import Offer, offers_at
from cards.queries import room_left
from cards.services.packs import LEVEL_WEIGHTS, draw_by_level, draw_evenly
from shop.models import Purchase
from shop.orders import Order
from triad.errors import Conflict

PACK_SIZE = 5
#: A pack costs as much as this many cards drawn at random of its mean level; the fifth card is free.
CARDS_PAID_IN_A_PACK = 4


@dataclass(frozen=True, slots=True)
class Quote:
    """A price in points, the price row behind it, and the cards that may come with the room that is left for each."""

    order: Order
    price: int
    listed: Price
    cards: Sequence[Card]
    room: dict[str, int]

    def draw(self, random: Random) -> list[Card]:
        """The cards that are sold: drawn by the given chance, five for a pack, else one."""
        room = dict(self.room)
        if self.order.kind == Purchase.Kind.PACK:
            return draw_by_level(cards=self.cards, room=room, count=PACK_SIZE, random=random)
        return draw_evenly(cards=self.cards, room=room, count=1, random=random)


def pack_price(*, random_price: int, levels: Collection[int]) -> int:
    """What a pack costs: four times the random price times the mean level of the series' weights, rounded; `levels`
    are those of which the series has a card in the shop."""
    weights = {level: LEVEL_WEIGHTS[level - 1] for level in levels}
    mean = Fraction(sum(level * weight for level, weight in weights.items()), sum(weights.values()))
    return floor(CARDS_PAID_IN_A_PACK * random_price * mean + Fraction(1, 2))


def pack_odds(*, levels: Collection[int]) -> list[tuple[int, float]]:
    """How likely the first card of a pack has each level, in percent; `levels` are those that can still come."""
    total = sum(LEVEL_WEIGHTS[level - 1] for level in levels)
    return [(level, 100 * LEVEL_WEIGHTS[level - 1] / total) for level in sorted(levels)]


def quote_of(*, order: Order, buyer: User | None, moment: datetime) -> Quote:
    """What the order costs at a moment and what may come of it for this buyer; a visitor has room for everything.

    Raises Conflict: `not_sold` (the series is not sold this way, or the card is taken from the shop),
    `holding_limit` (full of that card), `nothing_left` (nothing can be drawn that may still be held).
    """
    offer = offers_at(moment)[order.series.pk]
    asked = offer.specific if order.card else offer.random
    if asked is None or offer.listed is None:
        raise Conflict("not_sold", _not_sold(order, offer))
    found = Card.objects.filter(series=order.series).select_related("series").order_by("number")
    if order.card is not None:
        found = found.filter(pk=order.card.pk)
    elif order.level is not None:
        found = found.filter(level=order.level)
    cards = [card for card in found if card.on_sale]
    if not cards:
        raise Conflict("not_sold", _taken(order))
    room = room_left(user=buyer, cards=cards) if buyer else {card.pk: card.hold_limit for card in cards}
    if order.kind == Purchase.Kind.PACK:
        price = pack_price(random_price=asked, levels={card.level for card in cards})
    else:
        price = asked * cards[0].level
    if sum(room.values()) < (PACK_SIZE if order.kind == Purchase.Kind.PACK else 1):
        raise _nothing_left(order, cards)
    return Quote(order=order, price=price, listed=offer.listed, cards=cards, room=room)


def check_points(*, price: int, points: int) -> None:
    """Raises Conflict `not_enough_points` with how many are missing."""
    if points < price:
        sentence = ngettext(
            "This costs %(price)d points and you have %(points)d: %(missing)d is missing.",
            "This costs %(price)d points and you have %(points)d: %(missing)d are missing.",
            price - points,
        )
        values = {"price": price, "points": points, "missing": price - points}
        raise Conflict("not_enough_points", sentence % values)


def _not_sold(order: Order, offer: Offer) -> str:
    name = order.series.name
    if not offer.is_sold:
        return _("Cards of the series %(series)s cannot be bought.") % {"series": name}
    if order.card is not None:
        return _("Cards of the series %(series)s are sold at random only.") % {"series": name}
    return _("Cards of the series %(series)s are sold by their name only.") % {"series": name}


def _taken(order: Order) -> str:
    if order.card is not None:
        return _("%(card)s is no longer in the shop.") % {"card": order.card}
    return _("None of these cards is in the shop any more.")


def _nothing_left(order: Order, cards: Sequence[Card]) -> Conflict:
    if order.card is not None:
        sentence = _("You hold as many copies of %(card)s as may be held (%(limit)d).")
        return Conflict("holding_limit", sentence % {"card": order.card, "limit": cards[0].hold_limit})
    if order.level is not None:
        sentence = _("Nothing is left to draw: you hold all that may be held of %(series)s at level %(level)d.")
        return Conflict("nothing_left", sentence % {"series": order.series.name, "level": order.level})
    sentence = _("Nothing is left to draw: of %(series)s you may hold fewer than five more copies.")
    return Conflict("nothing_left", sentence % {"series": order.series.name})
