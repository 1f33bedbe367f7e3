"""Who was seen when, and the visits that this makes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts.models import Kind, User, Visit
from triad.clock import now

#: How long a moment stands before it is written again, so that being here costs few writes.
SEEN_EVERY = timedelta(seconds=20)
#: A person who was not seen for so long has gone; the next moment begins another visit.
VISIT_GAP = timedelta(minutes=10)
#: A visit's end is written this often.
VISIT_STEP = timedelta(minutes=1)
#: Visits are kept so long.
VISITS_KEPT = timedelta(days=100)


def seen(*, user_ids: Iterable[int]) -> None:
    """Notes that these players are here now; a moment younger than 20 seconds is left as it is."""
    moment = now()
    stale = User.objects.filter(Q(seen_at=None) | Q(seen_at__lte=moment - SEEN_EVERY), pk__in=list(user_ids))
    if not stale.exists():
        return
    with transaction.atomic():
        # In the order of ids, past whom a service holds just now, so that nobody waits for anybody in a circle.
        free = stale.order_by("pk").select_for_update(skip_locked=True, no_key=True)
        rows = list(free.values_list("pk", "kind", "seen_at"))
        User.objects.filter(pk__in=[pk for pk, _kind, _last in rows]).update(seen_at=moment)
        _visits_note({pk: last for pk, kind, last in rows if kind == Kind.PERSON}, moment)


def visits_sweep(*, moment: datetime) -> None:
    """Forgets visits that are over since a hundred days."""
    Visit.objects.filter(last_at__lt=moment - VISITS_KEPT).delete()


def _visits_note(people: dict[int, datetime | None], moment: datetime) -> None:
    """Begins or lengthens the visits of some people, whose rows are locked; given are the moments they were seen
    before."""
    staying = [pk for pk, last in people.items() if last is not None and last > moment - VISIT_GAP]
    coming = sorted(people.keys() - set(staying))
    if coming:
        Visit.objects.bulk_create(Visit(user_id=pk, began_at=moment, last_at=moment) for pk in coming)
    if staying:
        running = Visit.objects.filter(user__in=staying, last_at__gt=moment - VISIT_GAP - VISIT_STEP)
        running.filter(last_at__lte=moment - VISIT_STEP).update(last_at=moment)
