"""An order in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from shop.orders import Order


def order_words(order: Order) -> str:
    """What was asked for, as a page and the ledger say it."""
    if order.card is not None:
        return str(order.card)
    if order.level is not None:
        words = _("%(series)s, level %(level)d, drawn at random")
        return words % {"series": order.series.name, "level": order.level}
    return _("Pack of five, %(series)s") % {"series": order.series.name}
