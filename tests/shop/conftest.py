"""A small shop: series that sell in every way and in none, and people with points."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from accounts.models import User
from accounts.services.wallet import pay
from cards.models import Card, Price, Series, Transfer
from cards.services.copies import give_copy
from shop.models import Purchase
from shop.orders import Order
from shop.services.buying import buy

START = datetime(2000, 1, 1, tzinfo=UTC)
#: Each series: its name, prices, holding limit, whether its cards are unique, and the levels of its cards.
SERIES = {
    "A": ("Beasts", 10, 25, None, False, (1, 1, 1, 2, 2, 5, 7, 7, 10)),
    "H": ("Heroes", None, 120, 1, False, (10, 10)),
    "M": ("Mythic", 50, 50, 1, True, (9,)),
    "X": ("Lights", 15, 40, None, False, (2, 2, 4)),
    "Z": ("Promos", None, None, 1, False, (7,)),
}
NAMES = ("Geezard", "Funguar", "Bite Bug", "Ifrit", "Malboro", "Krysta", "Édea", "Seifer", "Squall")


@pytest.fixture
def stocked(db: None) -> None:
    """The shop's series, prices and cards. Series M has prices, and all the same cannot be bought."""
    for code, (name, random, specific, limit, unique, levels) in SERIES.items():
        series = Series.objects.create(code=code, name=name, hold_limit=limit, unique_cards=unique)
        Price.objects.create(series=series, valid_from=START, random=random, specific=specific)
        for number, level in enumerate(levels, start=1):
            Card(
                series=series, number=number, name=NAMES[number - 1], level=level, up=1, right=2, down=3, left=4
            ).save()


@pytest.fixture
def rich(alice: User) -> User:
    """Alice with 1,000 points."""
    points_give(alice, 1000)
    return alice


def points_give(user: User, points: int) -> None:
    """Points by a grant."""
    pay(user=user, points=points, reason="grant", cause=f"test:{uuid4()}")
    user.refresh_from_db()


def cards_give(user: User, card_id: str, count: int) -> None:
    """Copies of a card by a grant."""
    for number in range(count):
        give_copy(card=Card.objects.get(pk=card_id), taker=user, reason=Transfer.Reason.GRANT, cause=f"test:{number}")


def named(card_id: str) -> Order:
    """An order for a card by its ID."""
    card = Card.objects.select_related("series").get(pk=card_id)
    return Order(kind="named", series=card.series, card=card)


def drawn(series: str, level: int) -> Order:
    """An order for a card drawn at random."""
    return Order(kind="random", series=Series.objects.get(pk=series), level=level)


def pack(series: str = "A") -> Order:
    """An order for a pack."""
    return Order(kind="pack", series=Series.objects.get(pk=series))


def bought(buyer: User, order: Order) -> Purchase:
    """The purchase of an order by a form of its own."""
    return buy(buyer=buyer, order=order, key=uuid4())
