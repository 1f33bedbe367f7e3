"""Pages by Django, each request in a thread that is kept for the next one, with its connection to the database.

Django gives every request a thread of its own that ends with it: each would open the database anew.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import django
from asgiref.sync import ThreadSensitiveContext
from django.core.handlers.asgi import ASGIHandler

#: So many threads wait for requests at most; where more requests come at once, more are made, and end after theirs.
MOST_KEPT = 16

_kept: deque[ThreadPoolExecutor] = deque()


@contextmanager
def kept_thread() -> Iterator[ThreadPoolExecutor]:
    """A thread for one request alone, the one that was used last; called in the event loop.

    What breaks off may leave its thread at work: it ends after that, and nothing more waits for it.
    """
    thread = _kept.pop() if _kept else ThreadPoolExecutor(1, thread_name_prefix="page")
    try:
        yield thread
    except BaseException:
        thread.shutdown(wait=False)
        raise
    if len(_kept) < MOST_KEPT:
        _kept.append(thread)
    else:
        thread.shutdown(wait=False)


class Pages(ASGIHandler):
    """Django's handler, in kept threads."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Answers one request."""
        if scope["type"] != "http":
            raise ValueError(f"This is no request for a page: {scope['type']}.")
        with kept_thread() as thread:
            async with ThreadSensitiveContext(executor=thread):
                await self.handle(scope, receive, send)


def pages() -> Pages:
    """The pages of the site; loads its apps."""
    django.setup(set_prefix=False)
    return Pages()
