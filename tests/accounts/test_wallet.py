from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import IntegrityError, connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.audit import findings
from accounts.models import LedgerEntry, User, Wallet
from accounts.services.wallet import MOST, pay
from triad.errors import Conflict

MATCH, PURCHASE = LedgerEntry.Reason.MATCH, LedgerEntry.Reason.PURCHASE


def wallet(user: User) -> tuple[int, int]:
    found = Wallet.objects.get(user=user)
    return found.points, found.experience


def test_a_payment_moves_points_and_experience_together(alice: User) -> None:
    entry = pay(user=alice, points=10, experience=50, reason=MATCH, cause="match:1", note="won against bob")
    assert wallet(alice) == (10, 50)
    assert (entry.points_after, entry.experience_after, entry.note) == (10, 50, "won against bob")


def test_one_cause_pays_once(alice: User, bob: User) -> None:
    first = pay(user=alice, points=10, reason=MATCH, cause="match:1")
    assert pay(user=alice, points=99, reason=MATCH, cause="match:1") == first
    pay(user=bob, points=5, reason=MATCH, cause="match:1")
    assert (wallet(alice), wallet(bob)) == ((10, 0), (5, 0))


def test_a_charge_takes_what_is_there_and_no_more(alice: User) -> None:
    pay(user=alice, points=100, reason=MATCH, cause="match:1")
    pay(user=alice, points=-100, reason=PURCHASE, cause="buy:1")
    with pytest.raises(Conflict, match="takes 1 points, and there are 0") as refusal:
        pay(user=alice, points=-1, reason=PURCHASE, cause="buy:2")
    assert (refusal.value.code, refusal.value.status) == ("not_enough_points", 409)
    assert wallet(alice) == (0, 0)
    assert LedgerEntry.objects.count() == 2


def test_a_wallet_has_an_upper_end_too(alice: User) -> None:
    pay(user=alice, points=MOST, reason=MATCH, cause="match:1")
    with pytest.raises(Conflict):
        pay(user=alice, points=1, reason=MATCH, cause="match:2")
    with pytest.raises(Conflict):
        pay(user=alice, experience=-1, reason=MATCH, cause="match:3")
    assert wallet(alice) == (MOST, 0)


def test_a_failure_after_the_debit_changes_nothing(alice: User) -> None:
    pay(user=alice, points=100, reason=MATCH, cause="match:1")
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        pay(user=alice, points=-60, reason=PURCHASE, cause="buy:1")
        raise ZeroDivisionError
    assert wallet(alice) == (100, 0)
    assert pay(user=alice, points=-60, reason=PURCHASE, cause="buy:1").points_after == 40


@pytest.mark.parametrize("changes", [{"points": -1}, {"experience": -1}])
def test_the_database_itself_refuses_less_than_nothing(alice: User, changes: dict[str, int]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Wallet.objects.filter(user=alice).update(**changes)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(-30, 30), st.integers(0, 6)), max_size=12))
def test_whatever_is_paid_in_whatever_order_the_ledger_is_the_wallet(
    alice: User, payments: list[tuple[int, int]]
) -> None:
    with transaction.atomic():
        known: dict[int, int] = {}
        for points, cause in payments:
            try:
                pay(user=alice, points=points, reason=MATCH, cause=f"match:{cause}")
                known.setdefault(cause, points)
            except Conflict:
                assert sum(known.values()) + points < 0
        assert wallet(alice)[0] == sum(known.values())
        assert list(findings()) == []
        transaction.set_rollback(True)


def at_once(*calls: Callable[[], object]) -> list[str]:
    """Runs calls in threads that start together; gives what became of each: ok, or the code of its error."""
    barrier, said = threading.Barrier(len(calls)), []

    def run(call: Callable[[], object]) -> None:
        try:
            connection.ensure_connection()
            barrier.wait(60)
            call()
            said.append("ok")
        except Conflict as error:
            said.append(error.code)
        except ZeroDivisionError:
            said.append("injected")
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[call]) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return said


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_twenty_charges_at_once_with_points_for_one() -> None:
    alice = User.objects.create_user(username="alice")
    pay(user=alice, points=100, reason=MATCH, cause="match:1")
    said = at_once(*(lambda n=n: pay(user=alice, points=-80, reason=PURCHASE, cause=f"buy:{n}") for n in range(20)))
    assert sorted(said) == ["not_enough_points"] * 19 + ["ok"]
    assert wallet(alice) == (20, 0)
    assert list(findings()) == []


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_one_cause_from_ten_threads_pays_once() -> None:
    alice = User.objects.create_user(username="alice")
    said = at_once(*[lambda: pay(user=alice, points=7, reason=MATCH, cause="match:1")] * 10)
    assert said == ["ok"] * 10
    assert wallet(alice) == (7, 0)
    assert list(findings()) == []


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_failure_after_the_debit_loses_nothing_that_arrives_meanwhile() -> None:
    alice = User.objects.create_user(username="alice")
    pay(user=alice, points=100, reason=MATCH, cause="match:0")

    def fails() -> None:
        with transaction.atomic():
            pay(user=alice, points=-60, reason=PURCHASE, cause="buy:1")
            raise ZeroDivisionError

    def arrives(number: int) -> Callable[[], object]:
        return lambda: pay(user=alice, points=5, reason=MATCH, cause=f"match:{number}")

    said = at_once(fails, *(arrives(number) for number in range(1, 8)), fails)
    assert sorted(said) == ["injected"] * 2 + ["ok"] * 7
    assert wallet(alice) == (135, 0)
    assert list(findings()) == []
