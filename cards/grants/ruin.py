"""Who is ruined: has had the starter, and cannot lay five cards within Deling's limit of levels (RULES 7, 8)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from accounts.models import User
from cards.decks import DECK_SIZE, LEVEL_LIMIT
from cards.models import Copy, Pack


def lowest_levels(*, player: User) -> list[int]:
    """The levels of a player's five lowest copies, fewer if fewer are owned."""
    rows = Copy.objects.filter(owner=player).order_by("card__level")
    return list(rows.values_list("card__level", flat=True)[:DECK_SIZE])


def makes_deck(levels: Sequence[int]) -> bool:
    """Whether five cards of these levels make a legal Deling deck."""
    lowest = sorted(levels)[:DECK_SIZE]
    return len(lowest) == DECK_SIZE and sum(lowest) <= LEVEL_LIMIT


def is_ruined(*, player: User) -> bool:
    """Whether no legal Deling deck can be laid with what a player owns; the starter is not looked for."""
    return player.is_person and not makes_deck(lowest_levels(player=player))


def helped_today(*, player: User, moment: datetime) -> bool:
    """Whether the player got cards after ruin in the UTC day of a moment."""
    midnight = moment.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return Pack.objects.filter(owner=player, source=Pack.Source.RUIN, at__gte=midnight).exists()
