"""Many at once at the counter, with real threads (FAULTS 3, 9)."""

from __future__ import annotations

from collections import Counter
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import LedgerEntry, User
from cards.models import Copy, Pack, Transfer
from cards.services.copies import give_copy
from cards.services.starter import starter_open
from shop.models import Purchase
from shop.services.buying import buy
from tests.matches.races import failures, race
from tests.shop.conftest import drawn, named, pack, points_give

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("stocked")]


def audited() -> None:
    """The audit finds nothing."""
    call_command("audit", stdout=StringIO(), stderr=StringIO())


def points_of(user: User) -> int:
    """What is in the wallet now."""
    user.wallet.refresh_from_db()
    return user.wallet.points


@pytest.mark.parametrize("order", [lambda: drawn("A", 7), lambda: named("A008"), lambda: pack("A")])
def test_twenty_buys_at_once_with_points_for_one_buy_one(alice: User, order: object) -> None:
    asked = order()  # type: ignore[operator]
    price = {"random": 70, "named": 175, "pack": 114}[asked.kind]
    points_give(alice, price + 3)
    results = race([lambda: buy(buyer=alice, order=asked, key=uuid4()).price] * 20)
    assert Counter(results) == {price: 1, "not_enough_points": 19}
    assert points_of(alice) == 3
    assert Purchase.objects.count() == Pack.objects.count() == 1
    assert Copy.objects.count() == (5 if asked.kind == "pack" else 1)
    audited()


def test_one_form_sent_twenty_times_at_once_buys_once(alice: User) -> None:
    points_give(alice, 1000)
    key = uuid4().hex

    def click() -> object:
        client = Client()
        client.force_login(alice)
        answer = client.post("/shop/buy/", {"kind": "pack", "series": "A", "key": key})
        return answer.status_code, answer.headers["Location"]

    results = race([click] * 20)
    assert not failures(results)
    assert set(results) == {(302, f"/shop/receipts/{Purchase.objects.get().pk}/")}
    assert points_of(alice) == 1000 - 114
    audited()


def test_one_form_that_says_two_things_at_once_buys_one_of_them(alice: User) -> None:
    points_give(alice, 1000)
    key = uuid4()
    orders = [drawn("A", 1), named("A008")]
    results = race([lambda order=order: buy(buyer=alice, order=order, key=key).kind for order in orders * 5])  # type: ignore[misc]
    assert Counter(results)["form_used"] == 5 and len(set(results)) == 2
    assert Purchase.objects.count() == 1
    audited()


def test_the_last_room_is_sold_once(alice: User) -> None:
    points_give(alice, 5000)
    results = race([lambda: buy(buyer=alice, order=named("A007"), key=uuid4()).price] * 10)
    assert Counter(results) == {175: 2, "holding_limit": 8}
    audited()


def test_buys_gifts_the_starter_and_pay_at_once_are_all_right(alice: User, bob: User) -> None:
    points_give(alice, 400)
    points_give(bob, 400)
    card = named("A007").card
    assert card is not None
    calls = []
    for who in (alice, bob):
        calls += [
            lambda who=who: buy(buyer=who, order=pack("A"), key=uuid4()).price,  # type: ignore[misc]
            lambda who=who: buy(buyer=who, order=named("A007"), key=uuid4()).price,  # type: ignore[misc]
            lambda who=who: starter_open(user=who).pk,  # type: ignore[misc]
            lambda who=who: give_copy(card=card, taker=who, reason="grant", cause="test:1").pk,  # type: ignore[misc]
            lambda who=who: points_give(who, 10),  # type: ignore[misc]
        ]
    results = race(calls * 2)
    assert not failures(results)
    for who in (alice, bob):
        spent = sum(-entry.points for entry in LedgerEntry.objects.filter(user=who, reason="purchase"))
        assert points_of(who) == 420 - spent
        assert Copy.objects.filter(owner=who, card="A007").count() <= 2
    assert Copy.objects.count() == Transfer.objects.count()
    audited()
