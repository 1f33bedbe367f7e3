"""The one now(): the database's clock, so that all processes agree; tests set it with `set_now`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

from django.db import connection

_set: datetime | None = None
_held: ContextVar[datetime | None] = ContextVar("held", default=None)


def now() -> datetime:
    """The present moment by the database's clock, aware, in UTC."""
    if _set is not None:
        return _set
    if (held := _held.get()) is not None:
        return held
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT clock_timestamp()")
            found: datetime = cursor.fetchone()[0]
            return found.astimezone(UTC)
        cursor.execute("SELECT strftime('%Y-%m-%d %H:%M:%f', 'now')")
        return datetime.fromisoformat(cursor.fetchone()[0]).replace(tzinfo=UTC)


@contextmanager
def one_moment() -> Iterator[None]:
    """Reads the clock once: until the end every now() here is the same. Also a decorator, for views that only read;
    what locks and writes needs the moment after its locks."""
    token = _held.set(now())
    try:
        yield
    finally:
        _held.reset(token)


def set_now(moment: datetime | None) -> None:
    """Stops the clock at a moment for tests; None lets it run again."""
    global _set
    _set = moment
