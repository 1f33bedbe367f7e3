"""Proves that every purchase was paid once, at its listed price, and gave what was asked for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from accounts.models import LedgerEntry
from cards.models import Card, Pack, PackCopy, Transfer
from shop.models import Purchase
from shop.quotes import CARDS_PAID_IN_A_PACK, PACK_SIZE


def findings() -> Iterator[str]:
    """One line for everything that is not as it must be; nothing when all is well."""
    purchases = list(Purchase.objects.select_related("listed", "card", "pack").order_by("pk"))
    yield from _payments(purchases)
    yield from _goods(purchases)
    yield from _prices(purchases)
    for pack in Pack.objects.filter(source=Pack.Source.SHOP, purchase=None).order_by("pk"):
        yield f"pack {pack.pk} came from the shop without a purchase"


def proved() -> Iterator[str]:
    """What is proved when there are no findings, in numbers."""
    purchases = Purchase.objects.count()
    copies = PackCopy.objects.filter(pack__source=Pack.Source.SHOP).count()
    yield f"{purchases} purchases were paid and gave {copies} copies"


def _payments(purchases: list[Purchase]) -> Iterator[str]:
    """Each purchase has its ledger entry, and each ledger entry for a pack its purchase."""
    entries = LedgerEntry.objects.filter(reason=LedgerEntry.Reason.PURCHASE, cause__startswith="pack:")
    unclaimed = {(entry.user_id, entry.cause): entry for entry in entries}
    for purchase in purchases:
        entry = unclaimed.pop((purchase.buyer_id, f"pack:{purchase.pack_id}"), None)
        if entry is None:
            yield f"purchase {purchase.pk} was not paid"
        elif (entry.points, entry.points_after) != (-purchase.price, purchase.balance_after):
            yield (
                f"purchase {purchase.pk} says {purchase.price} points and {purchase.balance_after} left; "
                f"ledger {entry.pk} says {-entry.points} and {entry.points_after}"
            )
    for entry in unclaimed.values():
        yield f"ledger {entry.pk} paid for {entry.cause}, which is no purchase"


def _goods(purchases: list[Purchase]) -> Iterator[str]:
    """Each purchase gave the right number of the right cards to its buyer, by the transfer log."""
    came: dict[int, list[Card]] = defaultdict(list)
    for content in PackCopy.objects.filter(pack__source=Pack.Source.SHOP).select_related("copy__card"):
        came[content.pack_id].append(content.copy.card)
    logged: dict[str, int] = defaultdict(int)
    for cause, taker in Transfer.objects.filter(reason=Transfer.Reason.PURCHASE, giver=None).values_list(
        "cause", "taker_id"
    ):
        logged[f"{cause} {taker}"] += 1
    for purchase in purchases:
        cards = came[purchase.pack_id]
        size = PACK_SIZE if purchase.kind == Purchase.Kind.PACK else 1
        if len(cards) != size:
            yield f"purchase {purchase.pk} gave {len(cards)} cards, not {size}"
        if (transfers := logged[f"pack:{purchase.pack_id} {purchase.buyer_id}"]) != size:
            yield f"purchase {purchase.pk} has {transfers} transfers, not {size}"
        for card in cards:
            if card.series_id != purchase.series_id or (purchase.card_id or card.pk) != card.pk:
                yield f"purchase {purchase.pk} gave {card.pk}, which was not asked for"
            if (purchase.level or card.level) != card.level:
                yield f"purchase {purchase.pk} gave {card.pk} of level {card.level}, not {purchase.level}"
        if purchase.pack.owner_id != purchase.buyer_id:
            yield f"purchase {purchase.pk} of user {purchase.buyer_id} lies in a pack of {purchase.pack.owner_id}"


def _prices(purchases: list[Purchase]) -> Iterator[str]:
    """Each purchase cost what its price row says, which held at its moment."""
    for purchase in purchases:
        listed = purchase.listed
        if listed.series_id != purchase.series_id or listed.valid_from > purchase.at:
            yield f"purchase {purchase.pk} was sold at a price that did not hold"
            continue
        if purchase.kind == Purchase.Kind.PACK:
            # The mean level depends on what was in the shop then; it is between 1 and 10.
            each = CARDS_PAID_IN_A_PACK * (listed.random or 0)
            right = each <= purchase.price <= 10 * each and each > 0
        elif purchase.card is not None:
            right = purchase.price == (listed.specific or 0) * purchase.card.level
        else:
            right = purchase.price == (listed.random or 0) * (purchase.level or 0)
        if not right:
            yield f"purchase {purchase.pk} cost {purchase.price} points, which price {listed.pk} does not make"
