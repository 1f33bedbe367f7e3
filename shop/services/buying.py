"""A purchase: points go, cards come, and the receipt is written, all or nothing (RULES 8)."""

from __future__ import annotations

from random import Random
from secrets import SystemRandom
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import LedgerEntry, User, Wallet
from accounts.services.wallet import pay, players_lock
from cards.models import Pack, Transfer
from cards.services.packs import pack_fill
from shop.models import Purchase
from shop.orders import Order
from shop.quotes import check_points, quote_of
from shop.words import order_words
from triad.clock import now
from triad.errors import Conflict, NotAllowed

_SYSTEM_RANDOM = SystemRandom()


@transaction.atomic
def buy(*, buyer: User, order: Order, key: UUID, random: Random = _SYSTEM_RANDOM) -> Purchase:
    """Sells what was ordered: price, points and holding limits are checked with the buyer locked, and what is drawn
    is stored, before anybody sees it. A second call with the same key gives the first purchase and changes nothing.

    Raises NotAllowed `needs_account`; Conflict `not_enough_points`, `form_used` (the key bought something else), and
    what `quote_of` raises.
    """
    if not buyer.is_person:
        raise NotAllowed("needs_account", _("Cards are kept by accounts: sign up first, then buy."))
    players_lock(user_ids=[buyer.pk])
    if made := Purchase.objects.filter(buyer=buyer, key=key).first():
        if (made.kind, made.series_id, made.level, made.card_id) != _asked(order):
            raise Conflict("form_used", _("This form has bought something else already. Begin again from the shop."))
        return made
    moment = now()
    quote = quote_of(order=order, buyer=buyer, moment=moment)
    check_points(price=quote.price, points=Wallet.objects.get(user=buyer).points)
    pack = Pack.objects.create(owner=buyer, source=Pack.Source.SHOP, at=moment)
    cause = f"pack:{pack.pk}"
    pack_fill(pack=pack, cards=quote.draw(random), reason=Transfer.Reason.PURCHASE, cause=cause, marked=False)
    paid = pay(
        user=buyer, points=-quote.price, reason=LedgerEntry.Reason.PURCHASE, cause=cause, note=order_words(order)
    )
    return Purchase.objects.create(
        buyer=buyer,
        key=key,
        at=moment,
        kind=order.kind,
        series=order.series,
        level=order.level,
        card=order.card,
        listed=quote.listed,
        price=quote.price,
        balance_after=paid.points_after,
        pack=pack,
    )


def _asked(order: Order) -> tuple[str, str, int | None, str | None]:
    return order.kind, order.series.pk, order.level, order.card.pk if order.card else None
