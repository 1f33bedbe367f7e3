"""Locks for services of matches: the players by ID first, then the match."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import Kind, User
from accounts.services.wallet import players_lock
from matches.models import Match, Option, Seat
from triad.errors import NotAllowed, NotFound


def no_match() -> NotFound:
    """What is told of a match that is not there, or not for this person."""
    return NotFound("no_match", _("There is no such match."))


def match_lock(*, match_id: int) -> Match:
    """The match with its players and its row locked, as it is now; needs a transaction. Raises NotFound."""
    # Robots own nothing and play many matches at once: their rows are left free.
    people = Seat.objects.filter(match=match_id).exclude(user__kind=Kind.ROBOT)
    players_lock(user_ids=list(people.values_list("user", flat=True)))
    match = Match.objects.select_for_update(of=("self",)).select_related("seed").filter(pk=match_id).first()
    if match is None:
        raise no_match()
    return match


def own_seat(*, match: Match, user: User) -> Seat:
    """The player's seat. Raises NotAllowed for a watcher, NotFound for who may not even watch."""
    seat = match.seats.filter(user=user).first()
    if seat is not None:
        return seat
    if match.option == Option.PRIVATE:
        raise no_match()
    raise NotAllowed("not_a_player", _("You watch this match; only its players can do that."))
