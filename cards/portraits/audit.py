"""Proves that every Portrait is a card of its series whose ranks fit its level."""

from __future__ import annotations

from collections.abc import Iterator

from cards.customs.numbers import sum_range
from cards.portraits.models import Portrait


def findings() -> Iterator[str]:
    """One line for everything that is not as it must be; nothing when all is well."""
    for portrait in Portrait.objects.select_related("card__series").order_by("card"):
        card = portrait.card
        least, greatest = sum_range(card.level)
        if card.series_id != "P" or not card.series.unique_cards:
            yield f"{card.pk} is the Portrait of user {portrait.player_id}, and in series {card.series_id}"
        if not least <= sum(card.ranks) <= greatest:
            yield f"{card.pk} is a Portrait of level {card.level} whose ranks make {sum(card.ranks)}"


def proved() -> Iterator[str]:
    """What is proved when there are no findings, in numbers."""
    yield f"{Portrait.objects.count()} Portraits have ranks of their level, one a player"
