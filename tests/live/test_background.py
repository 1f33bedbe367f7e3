"""The work that goes on by itself: it survives its faults, starts once, and settles what is due with nobody there."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from matches.models import Heartbeat
from matches.services import overdue
from tests.conftest import Clock
from tests.live.conftest import Browser
from triad import asgi, background, hub


async def test_a_step_that_fails_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    done = asyncio.Event()

    async def step() -> None:
        calls.append(1)
        if len(calls) < 3:
            raise RuntimeError("no")
        done.set()

    task = asyncio.create_task(background._repeat(step, 0))
    await asyncio.wait_for(done.wait(), 30)
    task.cancel()
    assert len(calls) >= 3


async def test_it_starts_once_and_with_servers_that_tell_of_their_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "_calm_collector", lambda: None)
    monkeypatch.setattr(background, "_repeat", lambda step, seconds: asyncio.sleep(60))
    incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    answers: list[str] = []

    async def send(message: dict[str, Any]) -> None:
        answers.append(message["type"])

    incoming.put_nowait({"type": "lifespan.startup"})
    incoming.put_nowait({"type": "lifespan.shutdown"})
    before = set(background._tasks)
    background.start()
    tasks = set(background._tasks)
    assert len(tasks) == 6
    background.start()
    assert background._tasks == tasks
    await asgi.lifespan({"type": "lifespan"}, incoming.get, send)
    assert answers == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
    assert not background._tasks
    assert not before


async def test_the_heart_beats_and_the_browsers_learn_the_sites_time(browser: Browser, clock: Clock) -> None:
    work = background.Work(hub.board())
    await work.heart()
    assert (await Heartbeat.objects.aget()).at == clock.now
    socket = await browser.open()
    await socket.text()
    await socket.silent(0)
    await work.beat()
    beat = json.loads(await socket.receive_from())
    assert abs(beat["now"] / 1000 - clock.now.timestamp()) < 5


async def test_the_clock_goes_on_until_nothing_is_due(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    left = [True, True, False]
    monkeypatch.setattr(overdue, "settle_due", lambda limit: left.pop(0))
    await background.Work(hub.board()).settle()
    assert left == []
