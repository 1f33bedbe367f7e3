"""What keeping peace puts on a profile."""

from __future__ import annotations

from accounts.civility.models import Block
from accounts.models import User
from accounts.panels import Panel


def peace_actions(profile: User, viewer: User | None) -> Panel | None:
    """Block and report, on the pages of other people."""
    if viewer is None or not viewer.is_person or not profile.is_person or not profile.is_active or viewer == profile:
        return None
    blocks = Block.objects.filter(blocker=viewer, blocked=profile).exists()
    return Panel("accounts/civility/_profile_actions.html", {"blocks": blocks})
