"""Which copies a live match holds (RULES 5)."""

from __future__ import annotations

from collections.abc import Collection

from matches.models import BroughtCopy


def frozen_copies(copy_ids: Collection[int]) -> set[int]:
    """Those of the copies that a live match holds."""
    return set(BroughtCopy.objects.filter(copy__in=copy_ids, frozen=True).values_list("copy", flat=True))
