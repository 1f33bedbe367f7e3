"""Whatever two players offer, answer and win in whatever order, no copy and no point is made or lost."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User, Wallet
from cards.models import Card, Copy
from cards.services.copies import give_copy, move_copy
from cards.services.trade_answers import trade_accept, trade_refuse, trade_withdraw
from cards.trades.models import Trade
from tests.cards.customs import grant
from tests.cards.trades import clean, offer
from tests.conftest import Clock
from triad.errors import GameError

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]

#: Levels 1, 1, 6 and 10: of the last one copy may be held.
CARDS = ("A001", "A002", "A060", "A105")
POINTS = 300

steps = st.tuples(
    st.sampled_from(["offer", "offer", "counter", "accept", "accept", "refuse", "withdraw", "lose", "wait"]),
    st.integers(0, 1),
    st.integers(0, 9),
    st.lists(st.sampled_from(CARDS), max_size=2),
    st.lists(st.sampled_from(CARDS), max_size=2),
    st.sampled_from([0, 0, 5, 200, 301]),
)


def do(step: tuple[Any, ...], people: tuple[User, User], clock: Clock) -> None:
    """One step of one of the two."""
    action, who, which, gives, gets, points = step
    user, other = people[who], people[1 - who]
    rows = list(Trade.objects.order_by("-pk"))
    if action == "offer":
        offer(user, other, gives=gives, gets=gets, points=points)
    elif action == "wait":
        clock.advance(3600 * 9)
    elif action == "lose":
        copies = list(Copy.objects.filter(owner=user).order_by("pk"))
        if copies:
            moved = copies[which % len(copies)]
            move_copy(copy=moved, taker=other, reason="spoils", cause=f"test:{moved.transfers.count()}")
    elif rows:
        trade = rows[which % len(rows)]
        if action == "counter":
            offer(user, other, gives=gives, gets=gets, asks=points, counter_of=trade.pk)
        else:
            call = {"accept": trade_accept, "refuse": trade_refuse, "withdraw": trade_withdraw}[action]
            call(trade_id=trade.pk, user=user)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(story=st.lists(steps, min_size=6, max_size=20))
def test_no_order_of_steps_makes_or_loses_anything(
    alice: User, bob: User, clock: Clock, old_hands: None, story: list[tuple[Any, ...]]
) -> None:
    with transaction.atomic():
        for user in (alice, bob):
            grant(user, POINTS)
            for place, card in enumerate(Card.objects.filter(pk__in=CARDS).order_by("pk")):
                for _copy in range(1 if card.level == 10 else 2):
                    give_copy(card=card, taker=user, reason="grant", cause="test", marked=place == 1)
        before = sorted(Copy.objects.values_list("pk", "card"))
        for step in story:
            with suppress(GameError), transaction.atomic():
                do(step, (alice, bob), clock)
        assert clean()
        assert sorted(Copy.objects.values_list("pk", "card")) == before
        assert sum(Wallet.objects.values_list("points", flat=True)) == 2 * POINTS
        transaction.set_rollback(True)
