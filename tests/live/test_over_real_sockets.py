"""The same over real sockets against a served site: handshakes, codes, slow readers, kills and restarts."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket as sockets
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.served import Site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    served = Site(tmp_path_factory.mktemp("hall"), script="tests/hall_site.py").start()
    yield served
    served.end()


class UvicornSite(Site):
    """The hall as uvicorn serves it by the line in the README."""

    says, last_words = re.compile(r"Uvicorn running on (http://\S+:(\d+))"), "Uvicorn running on"

    def command(self) -> list[str]:
        words = "tests.hall_site:application --ws websockets-sansio --loop uvloop --ws-max-size 16384"
        return [sys.executable, "-m", "uvicorn", *words.split(), "--port", str(self.port)]


@pytest.fixture(scope="module")
def under_uvicorn(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    served = UvicornSite(tmp_path_factory.mktemp("uvicorn")).start()
    yield served
    served.end()
    assert "Traceback" not in "".join(served.output)


@pytest.fixture
def either(request: pytest.FixtureRequest) -> Site:
    """The hall under one server or the other."""
    found: Site = request.getfixturevalue(request.param)
    return found


both = pytest.mark.parametrize("either", ["site", "under_uvicorn"], indirect=True)


def _connect(site: Site, path: str, *, origin: str | None = "", cookie: str = "", **options: Any) -> connect:
    headers = {"Cookie": f"sessionid={cookie}"} if cookie else {}
    given = site.url if origin == "" else origin
    return connect(
        f"{site.ws}{path}",
        origin=given,  # type: ignore[arg-type]
        additional_headers=headers,
        compression=None,
        open_timeout=30,
        **options,
    )


async def _publish(site: Site, **fields: object) -> str:
    return await asyncio.to_thread(site.post, "/hall/publish/", **fields)


async def _ready(line: ClientConnection) -> None:
    while "beat" not in str(await asyncio.wait_for(line.recv(), 30)):
        pass


async def _news(line: ClientConnection) -> str:
    """The next text that is no beat."""
    while True:
        text = str(await asyncio.wait_for(line.recv(), 30))
        if not text.startswith('{"beat"'):
            return text


async def _narrow(site: Site) -> sockets.socket:
    """A connection that takes little before it is read."""
    found = sockets.socket()
    found.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 8192)
    found.setblocking(False)
    await asyncio.get_running_loop().sock_connect(found, ("127.0.0.1", site.port))
    return found


async def _code(line: ClientConnection) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            await _news(line)
    assert closed.value.rcvd is not None
    return int(closed.value.rcvd.code)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1.evil.example", None])
async def test_a_foreign_handshake_is_answered_with_403(site: Site, origin: str | None) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with _connect(site, "/live/hall/a/", origin=origin):
            pass
    assert refused.value.response.status_code == 403


@both
@pytest.mark.parametrize("code", [4401, 4403, 4404])
async def test_a_refusal_reaches_the_browser_as_a_code(either: Site, code: int) -> None:
    async with _connect(either, f"/live/hall/refused-{code}/") as line:
        assert await _code(line) == code


def test_a_browser_slow_to_answer_a_close_is_not_cut_off(site: Site) -> None:
    # A browser whose answer cannot be written reports an abnormal end, and would ask a room that refuses for ever.
    host, port = site.url.removeprefix("http://").split(":")
    handshake = (
        f"GET /live/hall/refused-4403/ HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {site.url}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    goodbye = b"\x88\x02" + (4403).to_bytes(2, "big")
    answer = b"\x88\x82" + bytes(4) + (4403).to_bytes(2, "big")
    with sockets.create_connection((host, int(port)), timeout=30) as browser:
        browser.sendall(handshake.encode())
        got = b""
        while goodbye not in got:
            got += browser.recv(4096)
        browser.settimeout(3)
        with pytest.raises(TimeoutError):
            browser.recv(1)  # nothing more, and above all no end
        browser.settimeout(30)
        browser.sendall(answer)
        with suppress(ConnectionResetError):
            assert browser.recv(1) == b""


async def test_a_message_too_long_for_the_server_is_cut_off(site: Site) -> None:
    async with _connect(site, "/live/hall/a/") as line:
        await _ready(line)
        await line.send("x" * 20_000)
        with pytest.raises(ConnectionClosed):
            await _news(line)


@both
async def test_bad_messages_end_with_4400_and_a_flood_with_4408(either: Site) -> None:
    async with _connect(either, "/live/hall/a/") as line:
        for _ in range(5):
            await line.send("nonsense")
        assert await _code(line) == 4400
    async with _connect(either, "/live/hall/a/") as line:
        for _ in range(60):
            await line.send('{"sync": 1}')
        assert await _code(line) == 4408


@both
async def test_news_arrives_and_the_beat_tells_the_servers_time(either: Site) -> None:
    async with _connect(either, "/live/hall/news/") as line:
        await _ready(line)
        await _publish(either, topic="hall.news", html="<p id='x'>é</p>", version=1)
        assert await _news(line) == "<p id='x'>é</p>"
        beat = json.loads(await asyncio.wait_for(line.recv(), 30))
        assert abs(beat["now"] / 1000 - time.time()) < 15


@both
async def test_a_reader_that_stands_still_slows_nobody_and_gets_the_newest(either: Site) -> None:
    stuck = await _narrow(either)
    # Twenty megabytes, of which the stuck one takes nothing: more than any buffer between the two holds.
    async with (
        _connect(either, "/live/hall/crowd/", sock=stuck, max_queue=1, max_size=None) as slow,
        _connect(either, "/live/hall/crowd/", max_size=None) as quick,
    ):
        await _ready(slow)
        await _ready(quick)
        slow.transport.pause_reading()
        for version in range(1, 201):
            html = f"{version} {'x' * 100_000}"
            await _publish(either, topic="hall.crowd", html=html, version=version, key="board")
            assert (await _news(quick)).split()[0] == str(version)
        rss = int(Path(f"/proc/{either.pid}/statm").read_text().split()[1]) * 4096
        assert rss < 250_000_000
        slow.transport.resume_reading()
        got: list[int] = []
        while not got or got[-1] != 200:
            got.append(int((await _news(slow)).split()[0]))
        assert got == sorted(got)
        assert len(got) < 150


@both
async def test_a_slow_reader_is_shut_out_without_what_it_had_not_taken(either: Site) -> None:
    stuck = await _narrow(either)
    async with _connect(either, "/live/hall/door/", sock=stuck, max_queue=1, max_size=None) as slow:
        await _ready(slow)
        slow.transport.pause_reading()
        for _ in range(12):
            await _publish(either, topic="hall.door", html="x" * 1_000_000)
        await _publish(either, topic="hall.door", html="a secret")
        await _publish(either, topic="hall.door", code=4403)
        slow.transport.resume_reading()
        got: list[str] = []
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                got.append(await _news(slow))
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403
        assert len(got) < 12 and "a secret" not in got


def test_uvicorn_serves_pages_with_their_files_and_headers(under_uvicorn: Site) -> None:
    page = httpx.get(f"{under_uvicorn.url}/", timeout=20)
    assert page.status_code == 200 and "default-src 'self'" in page.headers["Content-Security-Policy"]
    styles = re.findall(r'href="(/static/[^"]+\.css)"', page.text)
    assert httpx.get(f"{under_uvicorn.url}{styles[0]}", timeout=20).status_code == 200


async def test_a_browser_that_offers_compression_gets_the_frames_that_all_get(under_uvicorn: Site) -> None:
    address = f"{under_uvicorn.ws}/live/hall/packed/"
    async with connect(address, origin=under_uvicorn.url, compression="deflate") as line:  # type: ignore[arg-type]
        assert line.response is not None and "Sec-WebSocket-Extensions" not in line.response.headers
        await _ready(line)
        await _publish(under_uvicorn, topic="hall.packed", html="<p>é</p>", version=1)
        assert await _news(line) == "<p>é</p>"


async def test_a_slow_join_keeps_no_other_socket_waiting(site: Site) -> None:
    async def join(path: str) -> float:
        began = time.monotonic()
        async with _connect(site, path) as line:
            await _ready(line)
            return time.monotonic() - began

    slow = [asyncio.create_task(join(f"/live/hall/slow-{number}/")) for number in range(3)]
    await asyncio.sleep(0.05)
    assert await join("/live/hall/a/") < min(await asyncio.gather(*slow)) + 0.2


async def test_a_killed_server_comes_back_on_the_same_data(tmp_path: Path) -> None:
    site = Site(tmp_path, script="tests/hall_site.py").start()
    try:
        cookie = site.cookie("alice")
        alice = site.python("from accounts.models import User; print(User.objects.get(username='alice').pk)").strip()
        async with _connect(site, "/live/hall/a/", cookie=cookie) as line:
            await _ready(line)
            site.kill()
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(line.recv(), 30)
        await asyncio.to_thread(site.start)
        async with _connect(site, "/live/hall/a/", cookie=cookie) as line:
            await _ready(line)
            await _publish(site, topic=f"user.{alice}", html="for alice")
            assert await _news(line) == "for alice"
            # Told to end with an open line and a request on its way, it is gone soon, without an error.
            site.signal(signal.SIGTERM)
            began = time.monotonic()
            with pytest.raises(ConnectionClosed):
                await _news(line)
            await asyncio.to_thread(site._wait)
            assert time.monotonic() - began < 10
            assert site.returncode == 0
    finally:
        site.end()
    assert "Traceback" not in "".join(site.output)
