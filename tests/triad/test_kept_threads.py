"""The threads of requests are kept for the next ones, one request in each at a time."""

from __future__ import annotations

import asyncio
import threading
from contextlib import ExitStack
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from triad import pages
from triad.pages import MOST_KEPT, Pages, kept_thread


class Told(Pages):
    """Tells in which threads a request ran, instead of answering it."""

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        for _step in range(2):
            await send(await sync_to_async(threading.get_ident)())
            await asyncio.sleep(0)


async def _threads(handler: Told) -> list[int]:
    told: list[int] = []

    async def send(ident: int) -> None:
        told.append(ident)

    await handler({"type": "http"}, None, send)
    return told


async def test_a_request_runs_in_one_thread_and_the_next_in_the_same() -> None:
    handler = Told()
    first, second = await _threads(handler), await _threads(handler)
    assert len({*first, *second}) == 1
    assert threading.get_ident() not in first


async def test_requests_at_the_same_time_have_a_thread_each() -> None:
    handler = Told()
    together = await asyncio.gather(*(_threads(handler) for _request in range(4)))
    assert [len(set(each)) for each in together] == [1] * 4
    assert len({each[0] for each in together}) == 4


def test_no_more_threads_are_kept_than_wanted() -> None:
    with ExitStack() as held:
        threads = [held.enter_context(kept_thread()) for _request in range(MOST_KEPT + 2)]
    assert len(set(threads)) == MOST_KEPT + 2
    assert len(pages._kept) == MOST_KEPT


def test_who_breaks_off_leaves_nobody_waiting_for_a_thread_at_work() -> None:
    with pytest.raises(asyncio.CancelledError), kept_thread() as broken_off:
        raise asyncio.CancelledError
    with kept_thread() as following:
        assert following is not broken_off
