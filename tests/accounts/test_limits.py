"""So many times in so many seconds, also of those who come at the same moment."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.core.cache import cache

from accounts.limits import TooOften, spend
from tests.conftest import Clock


@pytest.fixture(autouse=True)
def limits(settings: Any) -> Iterator[None]:
    settings.LIMITS = {"knock": (3, 60), "sing": (1, 10), "free": (0, 1)}
    cache.clear()
    yield
    cache.clear()


def _wait(action: str, who: str | int) -> int:
    """The seconds that somebody is told to wait; 0 where it was counted."""
    try:
        spend(action, who)
    except TooOften as error:
        return error.retry_after
    return 0


def test_each_use_is_free_again_when_its_own_time_is_over(clock: Clock) -> None:
    waits = [_wait("knock", 1)]
    for seconds in (20, 10, 10, 19):
        clock.advance(seconds)
        waits.append(_wait("knock", 1))
    assert waits == [0, 0, 0, 20, 1]
    clock.advance(1)
    assert [_wait("knock", 1), _wait("knock", 1)] == [0, 20]


def test_who_is_turned_away_waits_no_longer_for_it(clock: Clock) -> None:
    assert [_wait("sing", 1), _wait("sing", 1), _wait("sing", 1)] == [0, 10, 10]
    clock.advance(10)
    assert _wait("sing", 1) == 0


def test_others_and_other_actions_are_counted_apart(clock: Clock) -> None:
    assert [_wait("sing", 1), _wait("sing", 2), _wait("sing", "10.0.0.1"), _wait("knock", 1)] == [0, 0, 0, 0]
    assert [_wait("free", 1) for _ in range(100)] == [0] * 100


def test_nobody_waits_long_for_a_cache_that_does_not_answer(clock: Clock, settings: Any) -> None:
    before = settings.CACHES
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        address = f"redis://127.0.0.1:{deaf.getsockname()[1]}/0"
        settings.CACHES = {"default": settings.REDIS_CACHE | {"LOCATION": address}}
        with ThreadPoolExecutor(1) as pool:
            try:
                assert pool.submit(_wait, "sing", 1).result(30) == 0
            finally:
                # Whoever waits yet is let go, so that the test ends.
                deaf.settimeout(0.1)
                while True:
                    try:
                        deaf.accept()[0].close()
                    except TimeoutError:
                        break
    settings.CACHES = before


def test_of_many_at_once_no_more_are_let_through_than_may_be(clock: Clock) -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            for round in range(20):
                together = Barrier(8)

                def knock(_number: int, round: int = round, together: Barrier = together) -> bool:
                    together.wait(60)
                    return _wait("knock", round) == 0

                assert sum(pool.map(knock, range(8))) == 3
                clock.advance(60)
                assert sum(pool.map(knock, range(8))) == 3
    finally:
        sys.setswitchinterval(interval)
