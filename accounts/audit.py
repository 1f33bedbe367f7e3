"""Proves that every wallet is what its ledger says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from accounts.models import LedgerEntry, User, Wallet


def findings() -> Iterator[str]:
    """One line for everything that is not as it must be; nothing when all is well."""
    sums: dict[int, tuple[int, int]] = {}
    entries = LedgerEntry.objects.order_by("user_id", "id").iterator(chunk_size=2000)
    for user_id, own in groupby(entries, key=lambda entry: entry.user_id):
        points = experience = 0
        for entry in own:
            points += entry.points
            experience += entry.experience
            if (entry.points_after, entry.experience_after) != (points, experience):
                yield (
                    f"ledger {entry.pk} of user {user_id} says {entry.points_after} points and "
                    f"{entry.experience_after} experience; the entries up to it make {points} and {experience}"
                )
            if points < 0 or experience < 0:
                yield f"ledger {entry.pk} of user {user_id} goes below zero: {points} points, {experience} experience"
        sums[user_id] = points, experience
    for wallet in Wallet.objects.order_by("user_id").iterator(chunk_size=2000):
        points, experience = sums.get(wallet.user_id, (0, 0))
        if (wallet.points, wallet.experience) != (points, experience):
            yield (
                f"wallet of user {wallet.user_id} has {wallet.points} points and {wallet.experience} experience; "
                f"its ledger makes {points} and {experience}"
            )
    for user_id in User.objects.filter(wallet=None).order_by("pk").values_list("pk", flat=True):
        yield f"user {user_id} has no wallet"
