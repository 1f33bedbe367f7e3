"""The staff looks at both hands of a running match: an act that is logged (RULES 3)."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.roles import GAME_MASTER, has_role
from matches.models import HandLook, Match
from triad.clock import now
from triad.errors import GameError, NotAllowed


def may_look(user: User) -> bool:
    """Whether somebody may see both hands of a running match, by a look that is logged."""
    return user.is_staff and has_role(user, GAME_MASTER)


@transaction.atomic
def hands_look(*, match: Match, user: User, reason: str) -> HandLook:
    """Notes that somebody of the staff looks, and why.

    Raises NotAllowed no_game_master, own_match (never in a match that one plays); GameError no_reason, reason_too_long.
    """
    if not may_look(user):
        raise NotAllowed("no_game_master", _("Only game masters look at hidden hands."))
    if match.seats.filter(user=user).exists():
        raise NotAllowed("own_match", _("You play this match yourself: its hands stay hidden from you."))
    reason = " ".join(reason.split())
    if not reason:
        raise GameError("no_reason", _("Say why you look."))
    if len(reason) > 200:
        raise GameError("reason_too_long", _("A reason has 200 characters at most."))
    return HandLook.objects.create(match=match, user=user, at=now(), reason=reason)
