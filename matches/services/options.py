"""Who may watch a match, changed while it runs: one player makes it private, everything else needs both."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from matches.live import announce
from matches.models import Match, Option, Seat
from matches.services.locks import match_lock, own_seat
from matches.services.overdue import settle_match
from triad.errors import Conflict, GameError


def option_set(*, match_id: int, user: User, option: str) -> Match:
    """A player wants another option: Private is there at once; leaving Private, and Broadcast, once both want it.

    Asking for the option that is on takes back what one has asked for. Raises NotFound no_match; NotAllowed
    not_a_player; GameError option_unknown; Conflict match_over, stays_private (played on from a private match).
    """
    if option not in Option.values:
        raise GameError("option_unknown", _("A match is open to spectators, private or broadcast."))
    settle_match(match_id=match_id)
    return _option_set(match_id=match_id, user=user, option=option)


@transaction.atomic
def _option_set(*, match_id: int, user: User, option: str) -> Match:
    match = match_lock(match_id=match_id)
    seat = own_seat(match=match, user=user)
    if match.state == Match.State.OVER:
        raise Conflict("match_over", _("The match is over."))
    other = match.seats.select_related("user").exclude(pk=seat.pk).get()
    before = match.option, seat.wants_option
    if match.played_on_from is not None and match.played_on_from.option == Option.PRIVATE != option:
        raise Conflict("stays_private", _("It is played on from a private match, and stays private."))
    if option == match.option:
        seat.wants_option = ""
    elif _is_agreed(match, option, other):
        match.option = option
        match.seats.update(wants_option="")
        seat.wants_option = ""
        if match.delay:
            match.held = {**(match.held or {}), "version": match.first_version + 1}
        announce.after_commit(announce.lobby_changed, match.pk)
    else:
        seat.wants_option = option
    if (match.option, seat.wants_option) == before:
        return match
    seat.save(update_fields=["wants_option"])
    match.version += 1
    match.save(update_fields=["option", "held", "version"])
    announce.after_commit(announce.match_changed, match.pk)
    return match


def _is_agreed(match: Match, option: str, other: Seat) -> bool:
    """Whether one player's word suffices, or the other has said the same; robots agree to everything."""
    if option == Option.PRIVATE or (option == Option.OPEN and match.option == Option.BROADCAST):
        return True
    return other.wants_option == option or other.user.is_robot
