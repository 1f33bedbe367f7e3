"""Sessions that are over leave the database."""

from __future__ import annotations

from datetime import datetime

from django.contrib.sessions.models import Session


def sessions_sweep(*, moment: datetime) -> int:
    """Deletes sessions whose time is over; gives how many."""
    return Session.objects.filter(expire_date__lt=moment).delete()[0]
