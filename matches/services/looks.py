"""The staff looks at both hands of a running match: an act that is logged (RULES 3)."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from matches.models import HandLook, Match
from triad.clock import now
from triad.errors import GameError, NotAllowed


@transaction.atomic
def hands_look(*, match: Match, user: User, reason: str) -> HandLook:
    """Notes that somebody of the staff looks, and why.

    Raises NotAllowed own_match (never in a match that one plays); GameError no_reason, reason_too_long.
    """
    if match.seats.filter(user=user).exists():
        raise NotAllowed("own_match", _("You play this match yourself: its hands stay hidden from you."))
    reason = " ".join(reason.split())
    if not reason:
        raise GameError("no_reason", _("Say why you look."))
    if len(reason) > 200:
        raise GameError("reason_too_long", _("A reason has 200 characters at most."))
    return HandLook.objects.create(match=match, user=user, at=now(), reason=reason)
