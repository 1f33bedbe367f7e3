"""Who opens sockets again and again is told in how many seconds there is room."""

from __future__ import annotations

from typing import Any

import pytest

from tests.live.conftest import Browser, signed_in
from triad import consumers, rooms
from triad.knocks import Knocks


@pytest.fixture(autouse=True)
def nobody_knocked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "knocks", Knocks())


async def test_one_opening_more_than_allowed_is_too_much(browser: Browser, settings: Any) -> None:
    settings.LIVE_CONNECTIONS = (2, 60)
    _, session = await signed_in("alice")
    for _ in range(2):
        await (await browser.open(session=session)).disconnect()
    refused = await browser.open(session=session)
    said = await refused.receive_output(20)
    assert said["code"] == rooms.TOO_MUCH and 0 < int(said["reason"]) <= 60
    _, others = await signed_in("bob")
    assert await (await browser.open(session=others)).text(20)


def test_openings_are_counted_by_visitor_and_forgotten_in_time(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LIVE_CONNECTIONS = (2, 10)
    moment = [100.0]
    monkeypatch.setattr("triad.knocks.time.monotonic", lambda: moment[0])
    knocks = Knocks()
    assert [knocks.wait("a"), knocks.wait("a"), knocks.wait("b")] == [0, 0, 0]
    moment[0] = 104.5
    assert knocks.wait("a") == 6
    moment[0] = 110.0
    assert knocks.wait("a") == 0
    settings.LIVE_CONNECTIONS = (0, 1)
    assert {knocks.wait("a") for _ in range(9)} == {0}
