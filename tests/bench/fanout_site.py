"""What `tests.bench.fanout` measures, each a process on one core: `python tests/bench/fanout_site.py serve --port 0`.

BENCH_SERVER says which: `daphne` and `uvicorn` serve the whole site; `bare` is an asyncio loop that knows nothing but
its sockets. All answer GET /bench/<topic>/<mark>/: one fragment of 4 KB that ends with the mark goes to all sockets of
the topic, and the answer is the monotonic moment before it, in nanoseconds.
"""

from __future__ import annotations

import asyncio
import base64
import gc
import hashlib
import os
import re
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
SIZE = 4096
ADDRESS = re.compile(r"/bench/(?P<topic>[\w.-]+)/(?P<mark>\w+)/\Z")
#: The readers answer no pings; with these in their places all else is as it is served.
PING_EVERY = 3600
#: What a socket is sent last of all before news may come.
READY = b'{"beat"'


def fragment(mark: str) -> str:
    """A fragment of 4 KB whose end is `end_of(mark)`."""
    head, end = '<div id="bench" hx-swap-oob="true">', end_of(mark).decode()
    return f"{head}{'x' * (SIZE - len(head) - len(end))}{end}"


def end_of(mark: str) -> bytes:
    """By what a reader knows that the fragment of a mark has come."""
    return f"{mark}</div>".encode()


def publish(topic: str, mark: str) -> int:
    """Publishes as a view does, from a thread."""
    from triad import hub

    html = fragment(mark)
    began = time.monotonic_ns()
    hub.publish(topic=topic, html=html, version=began)
    return began


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """The site, and the address that publishes."""
    from triad.asgi import application as site

    found = ADDRESS.match(scope["path"]) if scope["type"] == "http" else None
    if found is None:
        await site(scope, receive, send)
        return
    began = await asyncio.to_thread(publish, found["topic"], found["mark"])
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": b"at %d." % began})


class Bare(asyncio.Protocol):
    """A socket of the bare loop: a handshake, and frames written to its transport."""

    open: dict[asyncio.Transport, None] = {}

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.heard = b""

    def data_received(self, data: bytes) -> None:
        self.heard += data
        if b"\r\n\r\n" not in self.heard:
            return
        head, self.heard = self.heard.decode("latin1"), b""
        found = ADDRESS.match(head.split(" ")[1])
        if found is not None:
            frame = b"\x81\x7e" + SIZE.to_bytes(2, "big") + fragment(found["mark"]).encode()
            began = time.monotonic_ns()
            for transport in self.open:
                transport.write(frame)
            self.transport.write(b"HTTP/1.1 200 OK\r\n\r\nat %d." % began)
        elif key := re.search(r"(?i)sec-websocket-key: (\S+)", head):
            digest = hashlib.sha1(f"{key[1]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest()
            answer = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            accept = base64.b64encode(digest).decode()
            self.transport.write(f"{answer}Sec-WebSocket-Accept: {accept}\r\n\r\n".encode() + b"\x81\x07" + READY)
            self.open[self.transport] = None

    def connection_lost(self, exc: Exception | None) -> None:
        self.open.pop(self.transport, None)


def tell(port: int) -> None:
    """Says the address as `manage.py serve` does."""
    print(f"Triad is served at http://127.0.0.1:{port}/\nStop with Ctrl-C.", flush=True)


async def serve_bare() -> None:
    """The bare loop, with the same calm collector as the site."""
    server = await asyncio.get_running_loop().create_server(Bare, "127.0.0.1", 0, backlog=2048)
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    tell(server.sockets[0].getsockname()[1])
    await server.serve_forever()


def serve_uvicorn() -> None:
    """The site as the README's line for uvicorn serves it."""
    import django
    import uvicorn

    django.setup()
    from triad import setup

    setup.prepare()
    config = uvicorn.Config(
        application, port=0, loop="uvloop", ws="websockets-sansio", ws_max_size=16384,
        ws_ping_interval=PING_EVERY, log_level="warning",
    )  # fmt: skip
    listening = config.bind_socket()

    class Server(uvicorn.Server):
        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            tell(listening.getsockname()[1])

    Server(config).run(sockets=[listening])


def serve_daphne() -> None:
    """The site as `manage.py serve` serves it."""
    import django

    django.setup()
    from django.core.management import execute_from_command_line

    import triad.asgi
    from triad import server

    server.PING_EVERY = PING_EVERY
    site, here = triad.asgi.application, application

    async def with_bench(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await (here if ADDRESS.match(scope.get("path", "")) else site)(scope, receive, send)

    triad.asgi.application = with_bench
    execute_from_command_line(["manage.py", "serve", "--port", "0"])


if __name__ == "__main__":
    os.sched_setaffinity(0, {int(os.environ["BENCH_CORE"])})
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "triad.settings")
    if os.environ["BENCH_SERVER"] == "bare":
        asyncio.run(serve_bare())
    elif os.environ["BENCH_SERVER"] == "uvicorn":
        serve_uvicorn()
    else:
        serve_daphne()
