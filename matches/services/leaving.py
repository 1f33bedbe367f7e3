"""A player leaves a match in progress."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from matches.models import Match
from matches.services.endings import match_left
from matches.services.locks import match_lock, own_seat
from matches.services.overdue import settle_match
from triad.clock import now
from triad.errors import Conflict


def match_leave(*, match_id: int, user: User) -> Match:
    """Ends the match by the house's rule about leaving (RULES 7).

    Raises NotFound no_match; NotAllowed not_a_player; Conflict match_over.
    """
    settle_match(match_id=match_id)
    return _match_leave(match_id=match_id, user=user)


@transaction.atomic
def _match_leave(*, match_id: int, user: User) -> Match:
    match = match_lock(match_id=match_id)
    seat = own_seat(match=match, user=user)
    if match.state != Match.State.PLAYING:
        raise Conflict("match_over", _("The match is over."))
    match_left(match=match, colour=seat.colour, moment=now())
    return match
