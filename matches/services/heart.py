"""The server's heart: while it beats, clocks run; a gap in it is an outage that is nobody's loss (RULES 7)."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from matches.arena.models import Pairing
from matches.models import Challenge, Heartbeat, Match
from triad.clock import now

#: A gap longer than this is an outage.
OUTAGE = timedelta(seconds=5)


def beat() -> None:
    """Called every two seconds by each web process; after an outage it first moves every deadline by its length."""
    moment = heal()
    Heartbeat.objects.filter(id=1, at__lt=moment).update(at=moment)


def heal() -> datetime:
    """Moves every deadline by the length of an outage, once, whoever comes first; gives the present moment.

    Everything that settles what is overdue, or sets a deadline, calls it first.
    """
    moment = now()
    last = Heartbeat.objects.filter(id=1).values_list("at", flat=True).first()
    if last is None or moment - last > OUTAGE:
        _heal(moment)
    return moment


@transaction.atomic
def _heal(moment: datetime) -> None:
    heart, made = Heartbeat.objects.get_or_create(id=1, defaults={"at": moment})
    if made:
        return
    heart = Heartbeat.objects.select_for_update().get(id=1)
    gap = moment - heart.at
    if gap <= OUTAGE:
        return
    # Challenges before matches and each in the order of IDs, as who accepts one locks them.
    waiting = Challenge.objects.filter(state=Challenge.State.WAITING).order_by("pk")
    list(waiting.select_for_update().values_list("pk", flat=True))
    timed = Match.objects.filter(Q(due_at__isnull=False) | Q(robot_at__isnull=False)).order_by("pk")
    list(timed.select_for_update().values_list("pk", flat=True))
    # Deadlines that were due before the heart stopped were missed while it beat: they stay overdue.
    waiting.order_by().filter(expires_at__gt=heart.at).update(expires_at=F("expires_at") + gap)
    Pairing.objects.filter(expires_at__gt=heart.at).update(expires_at=F("expires_at") + gap)
    Match.objects.filter(due_at__gt=heart.at).update(due_at=F("due_at") + gap)
    Match.objects.filter(robot_at__gt=heart.at).update(robot_at=F("robot_at") + gap)
    heart.at = moment
    heart.save(update_fields=["at"])
