"""Processes between which nothing was said for minutes: the line between them is not given up."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from websockets.asyncio.client import ClientConnection

from tests.live.test_relay import _connect, _news, _publish, _ready, redis, two  # noqa: F401
from tests.served import Site

SECONDS = 120


async def _silence(line: ClientConnection) -> None:
    """Reads beats for two minutes."""
    with suppress(TimeoutError):
        async with asyncio.timeout(SECONDS):
            while True:
                await _news(line, within=SECONDS)


async def test_processes_that_were_silent_for_two_minutes_hear_each_other(
    two: tuple[Site, Site],  # noqa: F811
) -> None:
    here, there = two
    async with _connect(here) as near, _connect(there) as far:
        await _ready(near)
        await _ready(far)
        await asyncio.gather(_silence(near), _silence(far))
        for number in range(20):
            await _publish(here, topic="hall.a", html=f"news {number}")
        assert [await _news(far) for _ in range(20)] == [f"news {number}" for number in range(20)]
