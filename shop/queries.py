"""What is read of purchases."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from accounts.exports import rows
from accounts.models import User
from cards.models import Card, PackCopy
from shop.models import Purchase
from triad.errors import NotFound


def receipts_of(*, buyer: User) -> QuerySet[Purchase]:
    """A player's purchases, newest first, each with the cards that came of it."""
    contents = Prefetch("pack__contents", PackCopy.objects.select_related("copy__card").order_by("position"))
    return (
        Purchase.objects.filter(buyer=buyer)
        .select_related("series", "card", "pack")
        .prefetch_related(contents)
        .order_by("-pk")
    )


def receipt_get(*, buyer: User, purchase_id: int) -> Purchase:
    """One of the player's own purchases; anybody else's is NotFound."""
    found = receipts_of(buyer=buyer).filter(pk=purchase_id).first()
    if found is None:
        raise NotFound("no_receipt", _("You have no such receipt."))
    return found


def cards_bought(purchase: Purchase) -> list[Card]:
    """The cards that came of a purchase, in the order in which they are shown."""
    return [content.copy.card for content in purchase.pack.contents.all()]


def purchases_exported(buyer: User) -> list[dict[str, Any]]:
    """A player's purchases for the file of their own data."""
    bought = Purchase.objects.filter(buyer=buyer).order_by("id")
    return rows(bought, "at", "kind", "series_id", "level", "card_id", "price", "balance_after", "pack_id")
