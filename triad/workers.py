"""Threads for what sockets need of the database: a small pool of their own, and one for the clock.

Channels' own helper sends all sockets of a process through one thread, where one slow query stops every match.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from django.conf import settings
from django.db import close_old_connections, connections

P = ParamSpec("P")
T = TypeVar("T")

_sockets = ThreadPoolExecutor(settings.LIVE_THREADS, thread_name_prefix="live")
_clock = ThreadPoolExecutor(1, thread_name_prefix="clock")
_mail = ThreadPoolExecutor(1, thread_name_prefix="mail")


async def for_sockets(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Runs work that may ask the database in the sockets' threads and gives its answer."""
    return await _run(_sockets, work, *args, **kwargs)


async def for_clock(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Runs work in the one thread that no socket can keep busy."""
    return await _run(_clock, work, *args, **kwargs)


async def for_mail(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Runs work in the one thread that may wait for a mail server."""
    return await _run(_mail, work, *args, **kwargs)


async def _run(pool: ThreadPoolExecutor, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    return await asyncio.get_running_loop().run_in_executor(pool, _with_connections, work, args, kwargs)


def _with_connections(work: Callable[..., T], args: Any, kwargs: Any) -> T:
    close_old_connections()
    try:
        return work(*args, **kwargs)
    finally:
        if settings.TESTING:
            connections.close_all()  # a test's database is removed under the threads
        else:
            close_old_connections()
