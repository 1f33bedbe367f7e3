"""What cards show on a player's profile."""

from __future__ import annotations

from accounts.models import User
from accounts.panels import Panel
from cards.queries import holdings


def stash_facts(profile: User, viewer: User | None) -> Panel | None:
    """How many cards the player has and what they are worth; the point value is public, as in a challenge."""
    if not profile.is_person:
        return None
    return Panel("cards/_profile_facts.html", {"holdings": holdings(user=profile)})


def stash_link(profile: User, viewer: User | None) -> Panel | None:
    """The way to the player's stash, unless it is hidden from this viewer."""
    if not profile.is_person or (profile.hides_stash and viewer != profile):
        return None
    return Panel("cards/_profile_link.html")
