"""The delay of a broadcast: set by an organiser before the first move, kept by the clock."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Max, Min
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.roles import ORGANISER, has_role
from matches.broadcast.delay import MOST_DELAY, Shown
from matches.live import announce
from matches.models import Match
from matches.queries.public import has_begun, kept_back
from matches.services.locks import match_lock
from triad.clock import now
from triad.errors import Conflict, GameError, NotAllowed


def may_delay(user: User) -> bool:
    """Whether somebody may delay broadcasts."""
    return user.is_staff and has_role(user, ORGANISER)


@transaction.atomic
def delay_set(*, match_id: int, seconds: int, by: User) -> Match:
    """Has others see a match so much later, up to an hour, and all that follows from it; 0 takes the delay away.

    Raises NotFound no_match; NotAllowed no_organiser; GameError bad_delay; Conflict has_begun (a card lies already),
    match_over, shown_too_early (others have not seen the end of the match before of these two).
    """
    if not may_delay(by):
        raise NotAllowed("no_organiser", _("Only organisers delay a broadcast."))
    if not 0 <= seconds <= MOST_DELAY:
        raise GameError("bad_delay", _("A delay is an hour at most."))
    match = match_lock(match_id=match_id)
    if match.state != Match.State.PLAYING:
        raise Conflict("match_over", _("The match is over."))
    if match.moves.exists():
        raise Conflict("has_begun", _("A card has been placed: the delay can be set before the first move only."))
    players = match.seats.values_list("user", flat=True)
    if seconds < delay_between(user_ids=players, before=match.pk):
        sentence = _(
            "The match before of the two is not shown to its end yet: the delay of this one cannot be shorter."
        )
        raise Conflict("shown_too_early", sentence)
    if match.delay == seconds:
        return match
    if has_begun(match):
        announce.after_commit(announce.match_hidden, match.pk)
    match.version += 1
    delay_begin(match=match, seconds=seconds)
    match.save(update_fields=["delay", "shown", "shown_at", "held", "version"])
    announce.after_commit(announce.match_changed, match.pk)
    announce.after_commit(announce.lobby_changed, match.pk)
    return match


def delay_between(*, user_ids: Iterable[int], before: int | None = None) -> int:
    """How much later others see what two players begin now: as much as a match of theirs that is not shown to its end
    yet, else they would see by the next match that it is over. `before` is the ID of a match that came after it."""
    found = Match.objects.filter(kept_back())
    for user_id in user_ids:
        found = found.filter(seats__user=user_id)
    if before is not None:
        found = found.filter(pk__lt=before)
    return int(found.aggregate(most=Max("delay"))["most"] or 0)


def delay_begin(*, match: Match, seconds: int) -> None:
    """Notes the delay of a match in which no card lies; does not save. Others see nothing of it at first."""
    match.delay, match.shown = seconds, Shown.NOT_YET
    match.shown_at = match.began_at + match.delay_time if seconds else None
    match.held = {"version": match.version} if seconds else None


def shown_later(*, match: Match, moment: datetime) -> None:
    """Notes that something has happened in a match at a moment, if it is delayed; does not save."""
    if match.delay and match.shown_at is None:
        match.shown_at = moment + match.delay_time


def match_show(*, match_id: int) -> None:
    """Shows others what is due of a delayed match; several processes at once do it once."""
    with transaction.atomic():
        match = Match.objects.select_for_update(of=("self",)).filter(pk=match_id).first()
        moment = now()
        if match is None or match.shown_at is None or match.shown_at > moment:
            return
        until, before = moment - match.delay_time, match.shown
        has_ended = match.ended_at is not None and match.ended_at <= until
        match.shown = Shown.ENDED if has_ended else Shown.RUNNING
        match.shown_at = _next(match, until)
        match.save(update_fields=["shown", "shown_at"])
        announce.after_commit(announce.match_shown, match.pk)
        if match.shown != before:
            announce.after_commit(announce.lobby_changed, match.pk)


def _next(match: Match, until: datetime) -> datetime | None:
    """When others see what comes next of what has happened after a moment; None if nothing has yet."""
    placed: datetime | None = match.moves.filter(at__gt=until).aggregate(first=Min("at"))["first"]
    times = [at for at in (placed, match.ended_at) if at is not None and at > until]
    return min(times) + match.delay_time if times else None
