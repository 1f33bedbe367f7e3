"""A player places a card."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from matches.engine import Move as Placement
from matches.models import Match
from matches.queries.records import standing
from matches.services.locks import match_lock, own_seat
from matches.services.overdue import settle_match
from matches.services.placing import check_placement, place
from triad.clock import now
from triad.errors import Conflict


def move_play(*, match_id: int, user: User, card: str, square: int, version: int) -> Match:
    """Places a card of the player's hand (its key) on a square, on the version of the match that the player saw.

    Raises NotFound no_match; NotAllowed not_a_player; Conflict match_over, stale_version, not_your_turn, square_taken,
    wrong_card; GameError no_such_square, not_in_hand. Nothing has changed then.
    """
    settle_match(match_id=match_id)
    return _move_play(match_id=match_id, user=user, placement=Placement(card, square), version=version)


@transaction.atomic
def _move_play(*, match_id: int, user: User, placement: Placement, version: int) -> Match:
    match = match_lock(match_id=match_id)
    seat = own_seat(match=match, user=user)
    if match.state != Match.State.PLAYING:
        raise Conflict("match_over", _("The match is over."))
    if version != match.version:
        raise Conflict("stale_version", _("The match has gone on meanwhile. Look at the board and place again."))
    if match.turn != seat.colour:
        raise Conflict("not_your_turn", _("It is not your turn."))
    at = standing(match)
    check_placement(at, placement)
    place(match=match, at=at, placement=placement, moment=now())
    return match
