"""Counts how cards fare; whoever knows of matches tells it what came of one."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.db.models import F

from cards.models import CardFigures

COUNTED = ("played", "flips", "flipped", "brought", "won")


@transaction.atomic
def figures_add(*, counts: Mapping[str, Mapping[str, int]]) -> None:
    """Adds to the figures of cards, by their IDs: for each how much to which of `COUNTED`.

    Rows are written in the order of their IDs, so that two matches that end at once wait for each other in turn.
    """
    CardFigures.objects.bulk_create([CardFigures(card_id=card_id) for card_id in sorted(counts)], ignore_conflicts=True)
    for card_id in sorted(counts):
        added = {name: F(name) + counts[card_id].get(name, 0) for name in COUNTED}
        CardFigures.objects.filter(pk=card_id).update(**added)
