"""Views that many sockets are shown alike, made once for all who wait; after a restart a whole audience does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from triad import workers


class SharedViews:
    """Gives each caller a view that was begun after the call; callers of one moment share one making."""

    def __init__(self) -> None:
        self._next: dict[str, asyncio.Future[str]] = {}
        self._making: dict[str, asyncio.Task[None]] = {}

    async def get(self, key: str, make: Callable[[], str]) -> str:
        """The view of a key, made in a thread by the first caller's `make`."""
        waiting = self._next.get(key)
        if waiting is None:
            loop = asyncio.get_running_loop()
            waiting = self._next[key] = loop.create_future()
            task = loop.create_task(self._make(key, make, self._making.get(key)))
            self._making[key] = task
        return await asyncio.shield(waiting)

    async def _make(self, key: str, make: Callable[[], str], earlier: asyncio.Task[None] | None) -> None:
        if earlier is not None:
            await asyncio.wait([earlier])
        waiting = self._next.pop(key)
        try:
            view = await workers.for_sockets(make)
        except Exception as error:
            waiting.set_exception(error)
            waiting.exception()  # taken here, too, in case that nobody waits any more
        else:
            waiting.set_result(view)
        finally:
            if self._making.get(key) is asyncio.current_task():
                del self._making[key]
