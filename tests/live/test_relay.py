"""Several processes: news crosses them, what was lost between them is noticed, and Redis may come and go."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import redis as client
from websockets.asyncio.client import ClientConnection, connect

from tests.served import Site, port_to_keep
from triad import relay


def _packet(sender: str, number: int, message: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"from": sender, "number": number, "message": message}


class Post:
    """An inbox whose deliveries and alarms are written down."""

    def __init__(self) -> None:
        self.got: list[dict[str, Any]] = []
        self.lost = 0
        self.inbox = relay.Inbox(self.got.append, self._note)

    def _note(self) -> None:
        self.lost += 1


def test_packets_of_others_are_delivered_and_own_ones_are_not() -> None:
    post = Post()
    post.inbox.stands = True
    post.inbox.take(_packet("other", 7, {"a": 1}), 1.0)
    post.inbox.take(_packet(relay.PROCESS, 1, {"a": 2}), 2.0)
    post.inbox.take(_packet("other", 8), 3.0)
    assert (post.got, post.lost, post.inbox.heard_at) == ([{"a": 1}], 0, 2.0)


@pytest.mark.parametrize("sender", ["other", relay.PROCESS], ids=["other", "own"])
def test_a_gap_in_anybodys_numbers_is_a_loss(sender: str) -> None:
    post = Post()
    post.inbox.stands = True
    for number in (1, 2, 4, 5):
        post.inbox.take(_packet(sender, number), 1.0)
    assert post.lost == 1


def test_what_was_told_before_the_subscription_stood_counts_as_lost() -> None:
    post = Post()
    for number in (1, 2):
        post.inbox.take(_packet(relay.PROCESS, number), 1.0)
    assert post.lost == 1


def test_the_first_packet_of_a_new_process_is_no_loss() -> None:
    post = Post()
    post.inbox.take(_packet("a", 100), 1.0)
    post.inbox.take(_packet("b", 1), 1.0)
    assert post.lost == 0


def test_in_one_process_nothing_is_carried() -> None:
    assert not relay.crosses()
    relay.pulse()


class Redis:
    """A Redis server on a port of its own."""

    def __init__(self, folder: Path) -> None:
        self.port = port_to_keep()
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> Redis:
        program = shutil.which("redis-server")
        assert program is not None
        options = ["--port", str(self.port), "--save", "", "--dir", str(self._folder), "--bind", "127.0.0.1"]
        self._process = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL)
        return self

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    if shutil.which("redis-server") is None:
        pytest.skip("redis-server is not installed")
    server = Redis(tmp_path_factory.mktemp("redis")).start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def two(redis: Redis, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, Site]]:
    """Two web processes of one site."""
    folder = tmp_path_factory.mktemp("two")
    env = {"REDIS_URL": redis.url}
    sites = [Site(folder, env=env, script="tests/hall_site.py") for _ in range(2)]
    for site in sites:
        site.start()
    yield sites[0], sites[1]
    for site in sites:
        site.end()


def _connect(site: Site) -> connect:
    address = f"{site.ws}/live/hall/a/"
    return connect(address, origin=site.url, compression=None, open_timeout=30)  # type: ignore[arg-type]


ASKED = "does it cross?"


async def _news(line: ClientConnection, within: float = 30, *, passing: str = ASKED) -> str:
    """The next text that is neither a beat nor what is passed over."""
    async with asyncio.timeout(within):
        while True:
            text = str(await line.recv())
            if not text.startswith('{"beat"') and text != passing:
                return text


async def _ready(line: ClientConnection) -> None:
    while "beat" not in str(await asyncio.wait_for(line.recv(), 30)):
        pass


async def _until_it_crosses(site: Site, line: ClientConnection) -> None:
    """Waits until both processes' subscriptions stand; what was asked too often comes later, and is passed over."""
    async with asyncio.timeout(60):
        while True:
            await _publish(site, topic="hall.a", html=ASKED)
            with suppress(TimeoutError):
                await _news(line, within=1, passing="")
                return


async def _publish(site: Site, **fields: object) -> None:
    await asyncio.to_thread(site.post, "/hall/publish/", **fields)


async def test_news_crosses_processes_once_and_closes_do_too(two: tuple[Site, Site]) -> None:
    here, there = two
    async with _connect(here) as near, _connect(there) as far:
        await _ready(near)
        await _ready(far)
        await _until_it_crosses(here, far)
        await _until_it_crosses(there, near)
        for number in range(20):
            await _publish(here, topic="hall.a", html=f"news {number}")
        expected = [f"news {number}" for number in range(20)]
        assert [await _news(near) for _ in expected] == expected
        assert [await _news(far) for _ in expected] == expected
        await asyncio.to_thread(here.python, "from triad import hub; hub.publish(topic='hall.a', html='from a worker')")
        assert [await _news(near), await _news(far)] == ["from a worker", "from a worker"]
        await _publish(there, topic="hall.a", code=4403)
        for line in (near, far):
            await asyncio.wait_for(line.wait_closed(), 30)
            assert line.close_code == 4403


async def test_after_redis_was_away_the_sockets_are_right_again(two: tuple[Site, Site], redis: Redis) -> None:
    here, there = two
    await _publish(here, view="")
    async with _connect(there) as far, _connect(here) as near:
        await _ready(far)
        await _ready(near)
        redis.stop()
        # The own sockets of the process that tells need no Redis.
        await _publish(here, topic="hall.a", html="told while Redis was away")
        assert await _news(near) == "told while Redis was away"
        await _publish(here, view="the whole view")
        redis.start()
        assert await _news(far, within=30) == "the whole view"
        async with asyncio.timeout(30):
            number = 0
            while True:
                number += 1
                await _publish(here, topic="hall.a", html=f"again {number}")
                if (await _news(far)).startswith("again"):
                    break
    await _publish(here, view="")


async def test_flushing_redis_under_open_pages_harms_nothing(two: tuple[Site, Site], redis: Redis) -> None:
    here, there = two
    async with _connect(there) as far, _connect(here) as near:
        await _ready(far)
        await _ready(near)
        await _until_it_crosses(here, far)
        await _until_it_crosses(there, near)
        with client.from_url(redis.url) as flushing:
            flushing.flushall()
        for number in range(20):
            await _publish((here, there)[number % 2], topic="hall.a", html=f"after the flush {number}")
        for line in (near, far):
            news = [await _news(line) for _ in range(20)]
            assert news == [f"after the flush {number}" for number in range(20)]
