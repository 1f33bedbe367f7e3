"""Many at once over one trade: one effect, and the rest polite answers, with real threads (FAULTS 3, 4, 10)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest

from accounts.models import LedgerEntry, User
from cards.models import Card, Copy, Transfer
from cards.services.copies import give_copy
from cards.services.loading import load_cards
from cards.services.trade_answers import trade_accept, trade_refuse, trade_withdraw, trades_expire
from cards.trades.models import Trade
from matches.services import eligibility
from tests.cards.customs import grant
from tests.cards.trades import clean, offer
from tests.conftest import Clock
from tests.matches.races import failures, race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

#: How often each race is run.
TIMES = 8


@pytest.fixture(autouse=True)
def _books(
    transactional_db: None, alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Everybody may trade and has cards and points; after every race the books are right and no copy is lost."""
    monkeypatch.setattr(eligibility, "BET_MATCHES", 0)
    monkeypatch.setattr(eligibility, "BET_AGE", timedelta(days=-36500))
    load_cards()
    for user, first in ((alice, 1), (bob, 11), (charlie, 21)):
        grant(user, 1000)
        for card in Card.objects.filter(series="A", number__gte=first, number__lt=first + 9):
            give_copy(card=card, taker=user, reason="grant", cause="test:1")
    before = Copy.objects.count()
    yield
    assert clean() and Copy.objects.count() == before


def test_twenty_accepts_have_one_effect(alice: User, bob: User) -> None:
    trade = offer(alice, bob, gives=["A001"], gets=["A011"], points=5)
    results = race([partial(trade_accept, trade_id=trade.pk, user=bob)] * 20)
    assert not failures(results) and results.count("trade_over") == 19, results
    assert Transfer.objects.filter(reason="trade").count() == 2
    assert LedgerEntry.objects.filter(reason="trade").count() == 2


def test_accept_against_withdraw_against_refuse_against_counter(alice: User, bob: User) -> None:
    for number in range(1, TIMES + 1):
        mine, theirs = f"A{number:03}", f"A{number + 10:03}"
        trade = offer(alice, bob, gives=[mine], gets=[theirs])
        results = race(
            [
                partial(trade_accept, trade_id=trade.pk, user=bob),
                partial(trade_withdraw, trade_id=trade.pk, user=alice),
                partial(trade_refuse, trade_id=trade.pk, user=bob),
                partial(offer, bob, alice, gives=[theirs], gets=[mine], counter_of=trade.pk),
            ]
        )
        assert not failures(results) and sum(isinstance(result, Trade) for result in results) == 1, results
        assert Transfer.objects.filter(cause=f"trade:{trade.pk}").count() in (0, 2)
        Trade.objects.filter(state="open").delete()


def test_accept_against_expiry(alice: User, bob: User, clock: Clock) -> None:
    trade = offer(alice, bob, gives=["A001"], gets=["A011"])
    clock.advance(3 * 86400)
    calls = [partial(trade_accept, trade_id=trade.pk, user=bob)] * 3
    results = race([*calls, *[partial(trades_expire, moment=clock.now)] * 3])
    assert not failures(results) and results.count("trade_over") == 3 and results.count(1) == 1, results


def test_one_copy_in_two_trades_goes_one_way(alice: User, bob: User, charlie: User) -> None:
    trades = [offer(alice, bob, gives=["A001"], gets=["A011"]), offer(alice, charlie, gives=["A001"], gets=["A021"])]
    results = race(
        [
            partial(trade_accept, trade_id=trade.pk, user=user)
            for trade, user in zip(trades, (bob, charlie), strict=True)
        ]
    )
    assert not failures(results) and results.count("trade_broken") == 1, results
    assert Transfer.objects.filter(reason="trade").count() == 2


def test_trades_that_cross_do_not_wait_for_each_other_for_ever(alice: User, bob: User) -> None:
    for number in range(1, TIMES + 1):
        mine, theirs = f"A{number:03}", f"A{number + 10:03}"
        one, other = offer(alice, bob, gives=[mine], gets=[theirs]), offer(bob, alice, gives=[theirs], gets=[mine])
        results = race(
            [partial(trade_accept, trade_id=one.pk, user=bob), partial(trade_accept, trade_id=other.pk, user=alice)]
        )
        assert not failures(results) and results.count("trade_broken") == 1, results


def test_points_for_one_pay_for_one(alice: User, bob: User, charlie: User) -> None:
    trades = [offer(alice, bob, points=900, gets=[f"A{number:03}" for number in range(11, 19)])]
    trades.append(offer(alice, charlie, points=900, gets=[f"A{number:03}" for number in range(21, 29)]))
    results = race(
        [
            partial(trade_accept, trade_id=trade.pk, user=user)
            for trade, user in zip(trades, (bob, charlie), strict=True)
        ]
    )
    assert not failures(results) and results.count("other_not_enough_points") == 1, results


def test_one_form_sent_twenty_times_is_one_offer(alice: User, bob: User) -> None:
    key = uuid4()
    results = race([partial(offer, alice, bob, gives=["A001"], gets=["A011"], key=key)] * 20)
    assert not failures(results) and Trade.objects.count() == 1


def test_gifts_accepted_at_once_stay_within_the_day(alice: User, bob: User) -> None:
    trades = [offer(alice, bob, points=10) for _time in range(3)] + [offer(bob, alice, asks=10) for _time in range(3)]
    calls = [
        partial(trade_accept, trade_id=trade.pk, user=bob if trade.maker_id == alice.pk else alice) for trade in trades
    ]
    results = race(calls)
    assert not failures(results) and results.count("gifts_today") == 3, results
