"""Settles what is due by the database's clock, whoever comes first: a page, the server's task, a worker (RULES 7).

Settling twice changes nothing: each step looks again after the lock.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts.civility.naming import names_sweep
from accounts.notices.services import notices_sweep
from accounts.services.presence import visits_sweep
from accounts.services.sessions import sessions_sweep
from cards.services.returning import uniques_return
from cards.services.trade_answers import trades_expire
from matches.arena.pairing import pairings_settle
from matches.arena.roll import roll_call
from matches.broadcast.tv import tv_settle
from matches.chat.quieting import lines_sweep
from matches.chat.quiz import quizzes_close
from matches.engine import deal, legal_moves
from matches.live import announce
from matches.models import Challenge, Match
from matches.queries.records import clock_moves, standing
from matches.services.claims import claim_default
from matches.services.delays import match_show
from matches.services.endings import match_left, match_reveal, spoils_settle
from matches.services.heart import beat, heal
from matches.services.locks import match_lock
from matches.services.placing import place
from matches.services.robots import demo_continue, robot_move
from matches.services.seeds import draws_of, seeds_sweep
from triad.clock import now

__all__ = ["beat", "heal", "is_overdue", "settle_challenge", "settle_due", "settle_match"]

log = logging.getLogger("triad.overdue")

#: For whom the clock has placed so often in a row has left.
CLOCK_LEAVES = 3
#: How long a match rests whose settling failed, so that it stops nobody else's.
REST = timedelta(seconds=10)
SWEEP_EVERY = timedelta(minutes=10)

_swept_at: datetime | None = None


def settle_match(*, match_id: int) -> None:
    """Settles whatever of a match is overdue. Every load of a match calls it; it costs one look if nothing is."""
    moment = heal()
    due = Match.objects.filter(_due(moment), pk=match_id).values_list("robot_at", "due_at")
    # A match where everything is overdue ends after this many steps, or its next deadline lies ahead.
    for _step in range(3):
        found = due.all().first()
        if found is None:
            return
        robot_at, due_at = found
        if robot_at is not None and robot_at <= moment:
            robot_move(match_id=match_id)
        elif due_at is not None and due_at <= moment:
            _settle(match_id=match_id)
        else:
            match_show(match_id=match_id)


def settle_due(*, limit: int = 50) -> bool:
    """One step of the clock: everything overdue, at most `limit` of each kind; gives whether there may be more."""
    moment = heal()
    challenges = list(
        Challenge.objects.filter(state=Challenge.State.WAITING, expires_at__lte=moment)
        .order_by("expires_at")
        .values_list("pk", flat=True)[:limit]
    )
    for challenge_id in challenges:
        settle_challenge(challenge_id=challenge_id)
    running = Match.objects.exclude(state=Match.State.OVER)
    timed_out = running.filter(due_at__lte=moment).order_by("due_at").values_list("pk", flat=True)[:limit]
    robots = running.filter(robot_at__lte=moment).order_by("robot_at").values_list("pk", flat=True)[:limit]
    shown = running.filter(shown_at__lte=moment).order_by("shown_at").values_list("pk", flat=True)[:limit]
    matches = [*timed_out, *robots, *shown]
    for match_id in matches:
        try:
            settle_match(match_id=match_id)
        except Exception:
            log.exception("match %s could not be settled", match_id)
            _rest(match_id)
    expired = trades_expire(moment=moment, limit=limit)
    demo_continue(moment=moment)
    pairings_settle(moment=moment)
    roll_call(moment=moment)
    tv_settle(moment=moment)
    quizzes_close(moment=moment, limit=limit)
    _sweep(moment)
    return max(len(challenges), len(matches), expired) >= limit


def settle_challenge(*, challenge_id: int) -> None:
    """Lets a challenge expire whose ten minutes are over."""
    moment = heal()
    expired = Challenge.objects.filter(pk=challenge_id, state=Challenge.State.WAITING, expires_at__lte=moment)
    if not expired.exists():
        return
    with transaction.atomic():
        if expired.update(state=Challenge.State.EXPIRED, settled_at=moment):
            announce.after_commit(announce.challenge_changed, challenge_id)


def is_overdue(challenge: Challenge, moment: datetime) -> bool:
    """Whether a challenge waits still whose time is over."""
    return challenge.state == Challenge.State.WAITING and challenge.expires_at <= moment


def _due(moment: datetime) -> Q:
    return Q(due_at__lte=moment) | Q(robot_at__lte=moment) | Q(shown_at__lte=moment)


@transaction.atomic
def _settle(*, match_id: int) -> None:
    match = match_lock(match_id=match_id)
    moment = now()
    if match.due_at is None or match.due_at > moment:
        return
    if match.state == Match.State.CHOOSING:
        spoils_settle(match=match, keys=claim_default(match), moment=moment)
    elif match.state == Match.State.HELD:
        match_reveal(match=match, moment=moment)
    elif match.state == Match.State.PLAYING:
        _place_for_the_player(match, moment)


def _place_for_the_player(match: Match, moment: datetime) -> None:
    """Plays a legal move drawn at random; who did not move three times in a row has left."""
    colour, at = match.turn, standing(match)
    assert at.round is not None
    current = at.rounds[-1]
    placement = deal.timeout(draws_of(match), current.number, len(current.moves), legal_moves(at.round))
    after = place(match=match, at=at, placement=placement, moment=moment, by_clock=True)
    made = clock_moves(match, after)[colour][-CLOCK_LEAVES:]
    if match.state == Match.State.PLAYING and len(made) == CLOCK_LEAVES and all(made):
        match_left(match=match, colour=colour, moment=moment, by_clock=True)


def _sweep(moment: datetime) -> None:
    """Sweeps now and then; which process does it, and whether several do, does not matter."""
    global _swept_at
    if _swept_at is None or not timedelta() <= moment - _swept_at < SWEEP_EVERY:
        _swept_at = moment
        seeds_sweep(moment=moment)
        sessions_sweep(moment=moment)
        notices_sweep(moment=moment)
        names_sweep(moment=moment)
        visits_sweep(moment=moment)
        uniques_return(moment=moment)
        lines_sweep(moment=moment)


def _rest(match_id: int) -> None:
    Match.objects.filter(pk=match_id, due_at__isnull=False).update(due_at=now() + REST)
    Match.objects.filter(pk=match_id, robot_at__isnull=False).update(robot_at=now() + REST)
    Match.objects.filter(pk=match_id, shown_at__lt=now() + REST).update(shown_at=now() + REST)
