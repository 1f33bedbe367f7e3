"""What ratings and opponents show on a player's profile."""

from __future__ import annotations

from accounts.models import User
from accounts.panels import Panel
from matches.queries.history import Tally
from matches.queries.opponents import tallies
from matches.ratings.chart import charts_of


def ratings_panel(profile: User, viewer: User | None) -> Panel | None:
    """The player's ratings, each with its chart; nothing before the first rated match."""
    charts = charts_of(player=profile, viewer=viewer) if profile.is_person else []
    return Panel("matches/ratings/_profile_ratings.html", {"charts": charts}) if charts else None


def opponents_panel(profile: User, viewer: User | None) -> Panel | None:
    """How the viewer stands against this player, and the way to all whom the player has met."""
    if not profile.is_person:
        return None
    other = viewer is not None and viewer.is_person and viewer.pk != profile.pk
    tally = sum(tallies(player=viewer, other=profile).values(), Tally()) if viewer is not None and other else None
    return Panel("matches/ratings/_profile_opponents.html", {"tally": tally})
