"""Tells players what happened to a trade of theirs, on whatever page they are."""

from __future__ import annotations

from django.template.loader import render_to_string

from accounts.models import User
from cards.trades.models import Trade
from triad import hub


def tell(taker: User, trade: Trade) -> None:
    """Sends one of the two a notice that leads to the trade, after the commit: an offer, or what became of it."""
    other = trade.other if taker.pk == trade.maker_id else trade.maker
    html = render_to_string("cards/trades/_news.html", {"trade": trade, "other": other})
    hub.publish(topic=f"user.{taker.pk}", html=html)
