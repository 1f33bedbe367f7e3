"""Unique cards come back to the staff from who has not come for 180 days (RULES 8).

The clock's work: whoever comes first does it, and doing it twice changes nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from accounts.models import Kind
from accounts.services.staff import staff_account
from cards.frozen import frozen_among
from cards.models import Copy, Transfer
from cards.services.copies import move_copy
from cards.services.locks import lock_players
from cards.trades.models import State, TradeCopy

#: How long a unique card stays with somebody who does not come.
AWAY = timedelta(days=180)


def uniques_return(*, moment: datetime, limit: int = 50) -> int:
    """Gives the staff the unique cards of who was seen last 180 days before a moment or earlier; gives how many moved.
    One that a match or an open trade names stays until that is over."""
    due = list(_due(moment).order_by("pk").values_list("pk", flat=True)[:limit])
    free = sorted(set(due) - frozen_among(due))
    return sum(_return(copy_id, moment) for copy_id in free)


def _due(moment: datetime) -> QuerySet[Copy]:
    """The only copies in the world whose owners are away, and that no open trade names."""
    away = Q(last_seen__lte=moment - AWAY)
    copies = Copy.objects.filter(sole=True).exclude(owner__kind=Kind.STAFF)
    copies = copies.annotate(last_seen=Coalesce("owner__seen_at", "owner__date_joined"))
    # Trades refuse unique cards; should one ever be named, it stays until the trade is over.
    traded = TradeCopy.objects.filter(trade__state=State.OPEN).values("copy")
    return copies.filter(away).exclude(pk__in=traded)


@transaction.atomic
def _return(copy_id: int, moment: datetime) -> bool:
    """Moves one copy, after another look with its owner locked."""
    owner_id = Copy.objects.filter(pk=copy_id).values_list("owner", flat=True).get()
    staff = staff_account()
    lock_players(owner_id, staff.pk)
    copy = _due(moment).filter(pk=copy_id, owner=owner_id).first()
    if copy is None or frozen_among([copy.pk]):
        return False
    last = Transfer.objects.filter(copy=copy).order_by("-pk").values_list("pk", flat=True)[0]
    move_copy(copy=copy, taker=staff, reason=Transfer.Reason.RETURN, cause=f"away:{last}")
    return True
