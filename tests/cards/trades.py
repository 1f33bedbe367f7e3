"""Trades between people who may trade, for the tests about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from accounts.audit import findings as wallet_findings
from accounts.models import User, Wallet
from cards.audit import findings
from cards.models import Copy
from cards.services.trade_offers import trade_offer
from cards.services.trade_terms import Side
from cards.trades.models import Trade


def offer(
    maker: User,
    other: User,
    *,
    gives: Sequence[str] = (),
    gets: Sequence[str] = (),
    points: int = 0,
    asks: int = 0,
    **more: Any,
) -> Trade:
    """An offer: cards and points that the maker gives, cards and points that the maker gets."""
    return trade_offer(
        maker=maker,
        other=other,
        key=more.pop("key", None) or uuid4(),
        gives=Side(tuple(gives), points),
        gets=Side(tuple(gets), asks),
        **more,
    )


def cards_of(user: User) -> list[str]:
    """The IDs of a player's cards, one for each copy."""
    return list(Copy.objects.filter(owner=user).order_by("card_id").values_list("card_id", flat=True))


def points_of(user: User) -> int:
    """What is in the player's wallet."""
    return Wallet.objects.values_list("points", flat=True).get(user=user)


def clean() -> bool:
    """Whether the books of cards and points are right."""
    assert list(findings()) == [] and list(wallet_findings()) == []
    return True
