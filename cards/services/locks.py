"""The order in which rows are locked: players by ID, then what belongs to them (a match, cards, copies by ID).

A service that touches holdings of several players takes all their locks first, in one call. Locking again what the
transaction holds already costs nothing and cannot deadlock.
"""

from __future__ import annotations

from accounts.models import User


def lock_players(*player_ids: int) -> None:
    """Holds these players' stashes, decks and packs still until the transaction ends; needs a transaction."""
    # NO KEY: rows that merely refer to a player can still be written meanwhile.
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=set(player_ids)).order_by("pk")
    list(rows.values_list("pk", flat=True))
