"""Who is here: the moments of connected players, and how many watch each match, for all sockets of the process.

Counted by person or browser, never by socket, and always from the lines that stand: closing one of three tabs cannot
make a count wrong. What a killed process wrote lapses.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from datetime import timedelta
from importlib import import_module

from django.conf import settings
from django.core.cache import cache
from django.db import transaction

from accounts.models import User
from accounts.services.presence import seen
from triad import hub, rooms
from triad.clock import now
from triad.lines import Line
from triad.relay import PROCESS

log = logging.getLogger("triad.live")

#: A row of spectators that was not renewed for so long no longer counts.
LAPSE = timedelta(seconds=30)
RENEW_EVERY = timedelta(seconds=10)
MOST_NAMES = 50
BATCH = 5000

#: How many watch a match through this process, and the names of those with an account.
Crowd = tuple[int, tuple[str, ...]]


def crowds_of(lines: Iterable[Line]) -> dict[int, Crowd]:
    """The spectators of each match among these lines."""
    people: dict[int, dict[str, str]] = {}
    for line in lines:
        if line.watches is not None and line.closed is None:
            people.setdefault(line.watches, {})[line.visitor] = line.name
    return {
        match_id: (len(found), tuple(sorted(name for name in found.values() if name)[:MOST_NAMES]))
        for match_id, found in people.items()
    }


class Audiences:
    """Writes this process's crowds where they changed, renews them, and clears what others left behind."""

    def __init__(self) -> None:
        self._written: dict[int, Crowd] = {}
        self._renewed_at = now() - RENEW_EVERY

    def write(self, crowds: dict[int, Crowd]) -> None:
        """Brings the rows to these crowds and tells the callbacks which matches changed; in a thread."""
        from matches.models import Audience

        moment = now()
        changed = {key for key in {*crowds, *self._written} if crowds.get(key) != self._written.get(key)}
        renewing = moment - self._renewed_at >= RENEW_EVERY
        rows = [
            Audience(match_id=key, process=PROCESS, count=count, names=list(names), seen_at=moment)
            for key, (count, names) in crowds.items()
            if renewing or key in changed
        ]
        lapsed: set[int] = set()
        with transaction.atomic():
            if rows:
                Audience.objects.bulk_create(
                    rows,
                    update_conflicts=True,
                    unique_fields=["match", "process"],
                    update_fields=["count", "names", "seen_at"],
                )
            if empty := [key for key in changed if key not in crowds]:
                Audience.objects.filter(process=PROCESS, match_id__in=empty).delete()
            if renewing:
                old = Audience.objects.filter(seen_at__lt=moment - LAPSE)
                lapsed = set(old.values_list("match_id", flat=True))
                if lapsed:
                    old.delete()
        self._written = dict(crowds)
        if renewing:
            self._renewed_at = moment
        for match_id in sorted(changed | lapsed):
            for callback in rooms.audience_callbacks():
                callback(match_id)


def audience_of(match_id: int) -> Crowd:
    """How many watch a match through all processes, and some of their names; who has two processes counts once."""
    return audiences_of([match_id]).get(match_id, (0, ()))


def audiences_of(match_ids: Collection[int]) -> dict[int, Crowd]:
    """The audiences of matches that somebody watches, by their IDs, as `audience_of` counts them."""
    from matches.models import Audience

    rows = Audience.objects.filter(match_id__in=match_ids, seen_at__gte=now() - LAPSE)
    found: dict[int, tuple[set[str], int]] = {}
    for match_id, count, some in rows.values_list("match_id", "count", "names"):
        names, nameless = found.get(match_id, (set(), 0))
        found[match_id] = (names | set(some), nameless + count - len(some))
    return {key: (len(names) + nameless, tuple(sorted(names))) for key, (names, nameless) in found.items()}


def note_seen(player_ids: Iterable[int]) -> None:
    """Notes that these players are connected now; in a thread."""
    ids = sorted(set(player_ids))
    for start in range(0, len(ids), BATCH):
        seen(user_ids=ids[start : start + BATCH])


def note_topics(topics: Iterable[str]) -> None:
    """Notes for the other processes what the lines of this one listen to; in a thread."""
    if not settings.REDIS_URL:
        return
    keys = {f"heard.{topic}": 1 for topic in topics if topic.startswith("match.")}
    try:
        cache.set_many(keys, timeout=int(LAPSE.total_seconds()))
    except Exception:
        log.exception("could not note what is listened to")


def is_heard(topic: str) -> bool:
    """Whether some page listens to a topic of a match: in this process now, in another one up to 30 seconds ago."""
    here = hub.current()
    if here is not None and here.topics.get(topic):
        return True
    if not settings.REDIS_URL:
        return False
    try:
        return bool(cache.get(f"heard.{topic}"))
    except Exception:
        log.exception("could not look up who listens")
        return False


def gone_behind(sessions: set[str], player_ids: set[int]) -> tuple[set[str], set[int]]:
    """Which of these sessions are over and which of these players are shut out; in a thread.

    The net under `hub.close`: it catches what no signal told of, such as a session that ran out.
    """
    store = import_module(settings.SESSION_ENGINE).SessionStore
    if not hasattr(store, "get_model_class"):
        return set(), set()
    alive: set[str] = set()
    standing: set[int] = set()
    keys, ids = sorted(sessions), sorted(player_ids)
    rows = store.get_model_class().objects.filter(expire_date__gt=now())
    for start in range(0, len(keys), BATCH):
        alive.update(rows.filter(pk__in=keys[start : start + BATCH]).values_list("pk", flat=True))
    active = User.objects.filter(is_active=True)
    for start in range(0, len(ids), BATCH):
        standing.update(active.filter(pk__in=ids[start : start + BATCH]).values_list("pk", flat=True))
    return sessions - alive, player_ids - standing
