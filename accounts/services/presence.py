"""Who was seen when."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from triad.clock import now

#: How long a moment stands before it is written again, so that being here costs few writes.
SEEN_EVERY = timedelta(seconds=20)


def seen(*, user_ids: Iterable[int]) -> None:
    """Notes that these players are here now; a moment younger than 20 seconds is left as it is."""
    moment = now()
    stale = User.objects.filter(Q(seen_at=None) | Q(seen_at__lte=moment - SEEN_EVERY), pk__in=list(user_ids))
    if not stale.exists():
        return
    with transaction.atomic():
        # In the order of ids, past whom a service holds just now, so that nobody waits for anybody in a circle.
        free = stale.order_by("pk").select_for_update(skip_locked=True, no_key=True)
        User.objects.filter(pk__in=list(free.values_list("pk", flat=True))).update(seen_at=moment)
