"""The four roles of the staff, which are groups; what each may do is in the table of `cards/services/roles.py`."""

from __future__ import annotations

from accounts.models import User

#: Cards, series and prices, submissions, Portraits.
CURATOR = "curator"
#: Matches, grants.
GAME_MASTER = "game master"
#: Events.
ORGANISER = "organiser"
#: People.
MODERATOR = "moderator"
ROLES = (CURATOR, GAME_MASTER, ORGANISER, MODERATOR)


def has_role(user: User, role: str) -> bool:
    """Whether a player has one of the `ROLES`: by their groups, or as a superuser, who has them all.

    The admin asks for a mark as staff and for the rights of the group besides.
    """
    if role not in ROLES:
        raise ValueError(role)
    return user.is_active and (user.is_superuser or user.groups.filter(name=role).exists())
