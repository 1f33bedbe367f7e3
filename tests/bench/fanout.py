"""`uv run python -m tests.bench.fanout`: one fragment of 4 KB to all spectators of a match, until the last has it.

It serves the whole site under Daphne, as `manage.py serve` does, and under uvicorn, and beside each a bare asyncio
loop that only writes to its sockets; all on one core, one after the other in turns. The readers are one loop on the
other core that does as little as a reader can. Each round is one `hub.publish` within the server; its time is from
there to the last reader's last byte, by the machine's one monotonic clock. Printed are medians, their multiples of the
bare loop of the same run, processor time a delivery, and memory a socket. It takes about two minutes.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import select
import socket
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from tests.bench.fanout_site import READY, end_of
from tests.bench.live import PREPARE, memory, processor
from tests.served import Site

SERVER_CORE, READER_CORE = 0, 1
WARMING = 5
PATIENCE = 60.0
AT_ONCE = 100
MOMENT = re.compile(rb"at (\d+)\.")
KEY = "dGhlIHNhbXBsZSBub25jZQ=="


class Readers:
    """The sockets of the spectators of one match, read by one poll."""

    def __init__(self, site: Site, match_id: int) -> None:
        self._address = (urlsplit(site.url).hostname, site.port)
        self._head = (
            f"GET /live/match/{match_id}/ HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nOrigin: {site.url}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\n"
        )
        self._topic = f"match.{match_id}.watch"
        self._poll = select.epoll()
        self.sockets: dict[int, socket.socket] = {}

    def grow(self, count: int) -> None:
        """Opens sockets, until there are so many and each has its first view."""
        while len(self.sockets) < count:
            new = [self._open(len(self.sockets)) for _ in range(min(AT_ONCE, count - len(self.sockets)))]
            self._read(READY, {each.fileno() for each in new})

    def _open(self, number: int) -> socket.socket:
        opened = socket.create_connection(self._address, timeout=PATIENCE)
        opened.sendall(f"{self._head}Cookie: csrftoken={number:032}\r\n\r\n".encode())
        self.sockets[opened.fileno()] = opened
        self._poll.register(opened.fileno(), select.EPOLLIN)
        return opened

    def _read(self, end: bytes, missing: set[int]) -> None:
        """Reads until each of these sockets has brought the bytes."""
        tails: dict[int, bytes] = {}
        until = time.monotonic() + PATIENCE
        while missing:
            for fd, _event in self._poll.poll(1):
                data = os.read(fd, 8192)
                if data.endswith(end) or end in (tails.get(fd, b"") + data):
                    missing.discard(fd)
                elif not data:
                    raise ConnectionError("a spectator's socket was shut")
                else:
                    tails[fd] = data[-len(end) :]
            if time.monotonic() > until:
                raise TimeoutError(f"{len(missing)} of {len(self.sockets)} did not get {end!r}")

    def round(self, mark: str) -> float:
        """One fragment to all; the seconds until the last has it."""
        missing, end = set(self.sockets), end_of(mark)
        with socket.create_connection(self._address, timeout=PATIENCE) as caller:
            caller.sendall(f"GET /bench/{self._topic}/{mark}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            self._read(end, missing)
            last = time.monotonic_ns()
            answer = b""
            while not (found := MOMENT.search(answer)):
                if not (more := caller.recv(4096)):
                    raise ConnectionError(f"no moment in {answer!r}")
                answer += more
        return (last - int(found[1])) / 1e9

    def close(self) -> None:
        """Shuts all sockets."""
        for each in self.sockets.values():
            each.close()


@dataclass
class Figures:
    """What one server took: seconds by number of sockets, processor seconds, and KB a socket."""

    took: dict[int, list[float]] = field(default_factory=dict)
    worked: dict[int, list[float]] = field(default_factory=dict)
    kilobytes: dict[int, float] = field(default_factory=dict)

    def median(self, sockets: int) -> float:
        """The median of the rounds."""
        return statistics.median(self.took[sockets])

    def work(self, sockets: int) -> float:
        """The processor's microseconds a delivery."""
        return sum(self.worked[sockets]) / len(self.worked[sockets]) / sockets * 1e6


def serve(name: str, folder: Path) -> tuple[Site, Readers]:
    """A server on its core, and readers of its match, none yet."""
    env = {"BENCH_SERVER": name, "BENCH_CORE": str(SERVER_CORE), "TRIAD_SOCKETS_AN_ADDRESS": "100000"}
    folder.mkdir()
    site = Site(folder, env=env, script="tests/bench/fanout_site.py").start()
    match_id = 1 if name == "bare" else json.loads(site.python(PREPARE.replace("COUNT", "1")))[0]["id"]
    return site, Readers(site, match_id)


def measure(name: str, folder: Path, sizes: list[int], rounds: int) -> tuple[Figures, Figures]:
    """A server and the bare loop, in turns."""
    pair = [serve(name, folder / name), serve("bare", folder / f"{name}-bare")]
    both = Figures(), Figures()
    begun = [memory(site.pid) for site, _readers in pair]
    try:
        for size in sizes:
            for (site, readers), figures, before in zip(pair, both, begun, strict=True):
                readers.grow(size)
                print(f"{name}: {size} sockets open", file=sys.stderr)
                time.sleep(3)  # the audience is counted every two seconds
                figures.took[size], figures.worked[size] = [], []
                figures.kilobytes[size] = (memory(site.pid) - before) / size
            for number in range(WARMING + rounds):
                for (site, readers), figures in zip(pair, both, strict=True):
                    before = processor(site.pid)
                    took = readers.round(f"s{size}r{number:04}")
                    if number >= WARMING:
                        figures.took[size].append(took)
                        figures.worked[size].append(processor(site.pid) - before)
    finally:
        for site, readers in pair:
            readers.close()
            site.kill()
    return both


def tell(name: str, figures: Figures, bare: Figures) -> None:
    """The rows of one server and of the bare loop beside it."""
    for who, each in ((name, figures), ("  bare loop beside it", bare)):
        for size in each.took:
            ratio = f"{each.median(size) / bare.median(size):6.2f}" if each is figures else "     -"
            print(
                f"{who:21} {size:7} {each.median(size) * 1000:9.1f} {min(each.took[size]) * 1000:9.1f} {ratio}"
                f" {each.work(size):12.1f} {each.kilobytes[size]:10.1f}"
            )
        if len(each.took) > 1:
            first, *_between, last = sorted(each.took)
            print(f"{'':21} t({last}) / t({first}) = {each.median(last) / each.median(first):.2f}")


def main() -> int:
    """Reads the command line, measures, and tells."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--servers", default="uvicorn,daphne", help="which, with commas")
    parser.add_argument("--sockets", default="1000,3000", help="numbers of spectators, with commas, rising")
    parser.add_argument("--rounds", type=int, default=30, help="fragments sent to each number")
    given = parser.parse_args()
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    sizes = [int(each) for each in given.sockets.split(",")]
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for name in given.servers.split(","):
            os.sched_setaffinity(0, {READER_CORE})
            found.append((name, *measure(name, Path(folder), sizes, given.rounds)))
    print(
        f"{'':21} {'sockets':>6} {'median ms':>8} {'least ms':>9} {'x bare':>6} {'cpu us/each':>12} {'KB/socket':>10}"
    )
    for name, figures, bare in found:
        tell(name, figures, bare)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
