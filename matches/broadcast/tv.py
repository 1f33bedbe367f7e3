"""The TV: which match it shows, and when it goes on to the next.

It stays with a match to its end, shows the end for some seconds, and takes the best that runs then (`running.best`).
While nobody plays, the last match stays for two minutes; after that the TV waits.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from matches.broadcast.models import OnAir
from matches.broadcast.running import best, running
from matches.models import Match, Option
from matches.queries.public import has_begun, running_now, runs
from triad import hub
from triad.clock import now

#: The hub's topic of all who look at the TV.
TOPIC = "tv"
#: How long the end of a match is shown before the next one comes, and how long where none runs.
SHOWN = timedelta(seconds=8)
KEPT = timedelta(minutes=2)


def tv_match_id() -> int | None:
    """The match that the TV shows, chosen anew where it is time; None while it waits for one."""
    tv_settle(moment=now())
    return OnAir.objects.filter(pk=1).values_list("match", flat=True).first()


def tv_settle(*, moment: datetime) -> None:
    """Lets the TV go on to the next match where it is time; it costs one look if it is not."""
    on_air = OnAir.objects.select_related("match").filter(pk=1).first()
    if not _stays(on_air.match if on_air else None, moment):
        _go_on(moment)


@transaction.atomic
def _go_on(moment: datetime) -> None:
    """Chooses the next match, unless another process has just done so, and tells everybody who looks on."""
    on_air, _made = OnAir.objects.select_for_update().get_or_create(pk=1, defaults={"since": moment})
    if _stays(on_air.match, moment):
        return
    found = best(running())
    match_id = found.id if found else None
    if match_id != on_air.match_id:
        on_air.match_id, on_air.since = match_id, moment
        on_air.save()
        hub.recheck(topic=TOPIC)


def _stays(match: Match | None, moment: datetime) -> bool:
    """Whether the TV shows this match, or nothing, for some time yet."""
    if match is None:
        return not _somebody_plays()
    if match.option == Option.PRIVATE or not has_begun(match):
        return False
    if runs(match) or match.ended_at is None:
        return True
    shown = moment - match.ended_at - match.delay_time
    return shown < SHOWN or (shown < KEPT and not _somebody_plays())


def _somebody_plays() -> bool:
    return Match.objects.filter(running_now()).exclude(option=Option.PRIVATE).exists()
