"""What trades show on a player's profile."""

from __future__ import annotations

from accounts.models import User
from accounts.panels import Panel
from cards.trades.queries import waiting_count


def trade_link(profile: User, viewer: User | None) -> Panel | None:
    """The way to a trade with the player; on one's own profile, to one's trades, with how many wait for an answer."""
    if viewer is None or not viewer.is_person or not profile.is_person or not profile.is_active:
        return None
    own = viewer.pk == profile.pk
    return Panel("cards/trades/_profile_link.html", {"own": own, "waiting": waiting_count(viewer) if own else 0})
