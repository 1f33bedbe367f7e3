"""Which copies a live match holds, and who is in one (RULES 5)."""

from __future__ import annotations

from collections.abc import Collection

from matches.models import BroughtCopy, Seat


def frozen_copies(copy_ids: Collection[int]) -> set[int]:
    """Those of the copies that a live match holds."""
    return set(BroughtCopy.objects.filter(copy__in=copy_ids, frozen=True).values_list("copy", flat=True))


def in_live_match(user_ids: Collection[int]) -> bool:
    """Whether one of these players is in a match with people whose spoils are not chosen yet."""
    return Seat.objects.filter(user__in=user_ids, busy=Seat.Busy.PEOPLE).exists()
