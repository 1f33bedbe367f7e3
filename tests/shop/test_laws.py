"""Whatever is bought, opened, priced and taken from the shop, in whatever order: the books agree (FAULTS 9)."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from accounts import audit as wallet_audit
from accounts.models import Kind, User, Wallet
from accounts.services.wallet import pay
from cards import audit as card_audit
from cards.models import Card, Copy, Price, Series, Transfer
from cards.services.starter import starter_open, welcome_pack_give
from shop import audit
from shop.models import Purchase
from shop.orders import order_read
from shop.services.buying import buy
from tests.conftest import Clock
from triad.errors import GameError

START = datetime(2026, 5, 4, 12, tzinfo=UTC)
KEYS = st.integers(0, 12)
CODES = st.sampled_from(sorted("AHMXZ"))


def state() -> tuple[Any, ...]:
    """Everything that a refusal must leave as it is."""
    return (
        tuple(Wallet.objects.order_by("pk").values_list("pk", "points")),
        Copy.objects.count(),
        Transfer.objects.count(),
        Purchase.objects.count(),
    )


class Shop(RuleBasedStateMachine):
    """Two buyers, a curator, and a shop in which everything happens."""

    clock: Clock
    sold = 0

    def __init__(self) -> None:
        super().__init__()
        # Each run begins with the same shop: what it did is taken back.
        self.undone = transaction.atomic()
        self.undone.__enter__()
        self.clock.now = START
        self.clock.advance(0)
        self.number = 0
        self.random = Random(1)
        self.buyers = [User.objects.create_user(username=name, kind=Kind.PERSON) for name in ("buyer-a", "buyer-b")]
        for who in range(2):
            self.grant(who, 600)

    def teardown(self) -> None:
        Shop.sold += Purchase.objects.count()
        transaction.set_rollback(True)
        self.undone.__exit__(None, None, None)

    def tried(self, buyer: User, sent: dict[str, str], key: int) -> None:
        before = state()
        number = UUID(int=key * 7 + 1)
        known = Purchase.objects.filter(buyer=buyer, key=number).first()
        try:
            bought = buy(buyer=buyer, order=order_read(sent, buyer=buyer), key=number, random=self.random)
        except GameError:
            assert state() == before
            return
        if known is not None:
            assert bought == known and state() == before

    @rule(who=st.integers(0, 1), points=st.integers(1, 400))
    def grant(self, who: int, points: int) -> None:
        self.number += 1
        pay(user=self.buyers[who], points=points, reason="grant", cause=f"test:{self.number}")

    @rule(who=st.integers(0, 1), code=CODES, level=st.integers(0, 11), key=KEYS)
    def buy_at_random(self, who: int, code: str, level: int, key: int) -> None:
        self.tried(self.buyers[who], {"kind": "random", "series": code, "level": str(level)}, key)

    @rule(who=st.integers(0, 1), code=CODES, number=st.integers(1, 10), key=KEYS)
    def buy_by_name(self, who: int, code: str, number: int, key: int) -> None:
        self.tried(self.buyers[who], {"kind": "named", "card": f"{code}{number:03}"}, key)

    @rule(who=st.integers(0, 1), code=CODES, key=KEYS)
    def buy_a_pack(self, who: int, code: str, key: int) -> None:
        self.tried(self.buyers[who], {"kind": "pack", "series": code}, key)

    @rule(who=st.integers(0, 1))
    def open_the_starter(self, who: int) -> None:
        with suppress(GameError):
            starter_open(user=self.buyers[who], random=self.random)

    @rule(who=st.integers(0, 1))
    def open_the_welcome_pack(self, who: int) -> None:
        welcome_pack_give(user=self.buyers[who], cause="match:1", random=self.random)

    @rule(code=CODES, random=st.none() | st.integers(1, 60), specific=st.none() | st.integers(1, 60))
    def set_a_price(self, code: str, random: int | None, specific: int | None) -> None:
        moment = self.clock.advance(1)
        Price.objects.create(series_id=code, valid_from=moment + timedelta(seconds=1), random=random, specific=specific)

    @rule(code=CODES, there=st.booleans())
    def take_a_series_out_or_back(self, code: str, there: bool) -> None:
        Series.objects.filter(pk=code).update(on_sale=there)

    @rule(number=st.integers(1, 9), there=st.booleans())
    def take_a_card_out_or_back(self, number: int, there: bool) -> None:
        Card.objects.filter(pk=f"A{number:03}").update(on_sale=there)

    @rule(seconds=st.integers(1, 3))
    def wait(self, seconds: int) -> None:
        self.clock.advance(seconds)

    @invariant()
    def the_books_agree(self) -> None:
        assert [*audit.findings(), *wallet_audit.findings(), *card_audit.findings()] == []
        for (_owner, card_id), count in Counter(Copy.objects.values_list("owner_id", "card_id")).items():
            assert count <= Card.objects.get(pk=card_id).hold_limit
        assert not Copy.objects.filter(card__series__in="MZ").exists()


@pytest.mark.django_db
def test_the_books_agree_whatever_is_bought(stocked: None, clock: Clock) -> None:
    Shop.clock = clock
    run_state_machine_as_test(
        Shop,
        settings=settings(
            max_examples=6,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
        ),
    )
    assert Shop.sold
