from __future__ import annotations

from accounts.audit import findings
from accounts.models import LedgerEntry, User, Wallet
from accounts.services.wallet import pay


def test_it_finds_nothing_where_all_is_well(alice: User, bob: User) -> None:
    pay(user=alice, points=10, experience=50, reason="match", cause="match:1")
    pay(user=alice, points=-4, reason="purchase", cause="buy:1")
    assert list(findings()) == []


def test_it_finds_a_wallet_that_was_changed_by_hand(alice: User, bob: User) -> None:
    pay(user=alice, points=10, reason="match", cause="match:1")
    Wallet.objects.filter(user=alice).update(points=11)
    Wallet.objects.filter(user=bob).update(experience=1)
    assert len(list(findings())) == 2
    assert f"wallet of user {alice.pk} has 11 points" in " ".join(findings())


def test_it_finds_a_balance_that_does_not_follow(alice: User) -> None:
    first = pay(user=alice, points=10, reason="match", cause="match:1")
    pay(user=alice, points=10, reason="match", cause="match:2")
    LedgerEntry.objects.filter(pk=first.pk).update(points_after=12)
    (finding,) = findings()
    assert finding.startswith(f"ledger {first.pk} of user {alice.pk} says 12 points")


def test_it_finds_an_entry_that_is_gone(alice: User) -> None:
    pay(user=alice, points=10, reason="match", cause="match:1").delete()
    pay(user=alice, points=-3, reason="purchase", cause="buy:1")
    found = " ".join(findings())
    assert "below zero" in found and "wallet of user" in found


def test_it_finds_a_player_without_a_wallet(alice: User) -> None:
    Wallet.objects.filter(user=alice).delete()
    assert list(findings()) == [f"user {alice.pk} has no wallet"]
