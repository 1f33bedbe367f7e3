"""What is read of wishes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from django.db.models import Count, Exists, OuterRef, Q, Subquery

from accounts.models import User
from cards.models import Card, Copy
from cards.prices import Offer
from cards.shelf import Laid, lay
from cards.wishes.models import Wish


@dataclass(frozen=True, slots=True)
class WishList:
    """The cards that a player wishes for, each with the copies held and its price by name."""

    cards: list[Laid] = field(default_factory=list)

    @property
    def price(self) -> int:
        """What all of them that are sold by name cost together."""
        return sum(laid.price for laid in self.cards if laid.price is not None)

    @property
    def unsold(self) -> int:
        """How many are not sold by name."""
        return sum(laid.price is None for laid in self.cards)


def wish_list(*, player: User, offers: Mapping[str, Offer]) -> WishList:
    """A player's wishes by series and level, at the prices of these offers."""
    wished = Wish.objects.filter(player=player).order_by().values("card_id")
    held = Count("copies", filter=Q(copies__owner=player))
    cards = Card.objects.filter(pk__in=wished).annotate(held=held).order_by("series_id", "level", "number")
    return WishList([lay(card, unit_price=offers[card.series_id].specific) for card in cards])


def held_and_wished(*, player: User, card: Card) -> tuple[int, bool]:
    """How many copies of a card the player has, and whether it is wished for, with one look."""
    copies = Copy.objects.filter(owner=player, card=OuterRef("pk")).order_by().values("card").annotate(n=Count("pk"))
    wish = Exists(Wish.objects.filter(player=player, card=OuterRef("pk")))
    held, wished = Card.objects.filter(pk=card.pk).values_list(Subquery(copies.values("n")), wish).get()
    return held or 0, wished


def wished_among(*, player: User, card_ids: Collection[str]) -> set[str]:
    """Which of these cards the player wishes for already."""
    return set(Wish.objects.filter(player=player, card_id__in=set(card_ids)).values_list("card_id", flat=True))
