"""What is read of friends."""

from __future__ import annotations

from accounts.blocks import blocked_ids
from accounts.friends.models import Friend
from accounts.models import User
from accounts.panels import Panel


def friends_of(owner: User) -> list[User]:
    """A player's friends by name, without closed accounts and those from whom the player keeps apart."""
    marked = Friend.objects.filter(owner=owner).exclude(friend__in=blocked_ids(owner)).values("friend")
    return list(User.objects.filter(pk__in=marked, is_active=True).order_by("name_key"))


def friend_action(profile: User, viewer: User | None) -> Panel | None:
    """The button on the profile of another person that marks a friend."""
    if viewer is None or not viewer.is_person or not profile.is_person or not profile.is_active or viewer == profile:
        return None
    return Panel("accounts/_friend.html", {"is_friend": Friend.objects.filter(owner=viewer, friend=profile).exists()})
