"""Tells players what happened to a trade of theirs."""

from __future__ import annotations

from django.urls import reverse

from accounts.models import User
from accounts.notices.services import notice_tell
from cards.notices import TRADE
from cards.trades.models import Trade


def tell(taker: User, trade: Trade) -> None:
    """Tells one of the two of an offer, or what became of it; call inside the transaction that made it so."""
    other = trade.other if taker.pk == trade.maker_id else trade.maker
    state = "countered_by" if trade.state == "open" and trade.counter_of_id else trade.state
    notice_tell(
        player=taker,
        kind=TRADE,
        cause=f"trade:{trade.pk}:{trade.state}",
        about={"name": other.username, "state": state},
        url=reverse("cards:trade", args=[trade.pk]),
        thread=f"trade:{trade.pk}",
    )
