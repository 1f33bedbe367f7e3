"""The one now(): the database's clock, so that all processes agree; tests set it with `set_now`."""

from __future__ import annotations

from datetime import UTC, datetime

from django.db import connection

_set: datetime | None = None


def now() -> datetime:
    """The present moment by the database's clock, aware, in UTC."""
    if _set is not None:
        return _set
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT clock_timestamp()")
            found: datetime = cursor.fetchone()[0]
            return found.astimezone(UTC)
        cursor.execute("SELECT strftime('%Y-%m-%d %H:%M:%f', 'now')")
        return datetime.fromisoformat(cursor.fetchone()[0]).replace(tzinfo=UTC)


def set_now(moment: datetime | None) -> None:
    """Stops the clock at a moment for tests; None lets it run again."""
    global _set
    _set = moment
