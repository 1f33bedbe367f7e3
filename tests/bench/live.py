"""`uv run python -m tests.bench.live`: matches with spectators over real sockets against a real server.

It serves a site of its own in a temporary folder, lets players place cards by post as browsers do, and waits for
the fragments at every socket. It prints, first with pauses between placements and then without: placements a second,
p50 and p99 from the post to the last browser's fragment, the fan-out to the spectators (first receipt to last),
memory a socket, and errors. A bare asyncio loop that sends as many bytes to as many sockets is measured in the same
run, so that the fan-out can be told as a ratio.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import statistics
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import broadcast, serve

from tests.served import Site

PLACEMENTS = 9
PATIENCE = 30.0
TOKEN = "b" * 32
VERSION = re.compile(r'id="match-score"[^>]*?data-version="(\d+)"')

#: Makes matches between people with sessions of their own, and prints what the players need to know.
PREPARE = """
import json, sys
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from accounts.models import User
from cards.models import Card
from cards.services.copies import give_copy
from matches.services.challenges import challenge_accept, challenge_send
from matches.services.seeds import seed_make

def player(name):
    user = User.objects.create_user(username=name)
    cards = Card.objects.filter(series="A", level__lte=3).order_by("number")[:5]
    copies = [give_copy(card=card, taker=user, reason="grant", cause="bench") for card in cards]
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return user, [copy.pk for copy in copies], session.session_key

matches = []
for number in range(COUNT):
    (blue, blue_hand, blue_key), (red, red_hand, red_key) = player(f"blue{number}x"), player(f"red{number}x")
    challenge = challenge_send(challenger=blue, opponent=red, seed_id=seed_make(owner=blue).pk,
                               rules=["open", "same", "plus", "combo"], trade="none", move_time=300, copies=blue_hand)
    match = challenge_accept(challenge_id=challenge.pk, user=red, copies=red_hand)
    matches.append({"id": match.pk, "first": match.setup["first"], "version": match.version,
                    "keys": {"blue": blue_key, "red": red_key}})
print(json.dumps(matches))
"""


@dataclass
class Figures:
    """What one phase measured; times in seconds."""

    to_reply: list[float] = field(default_factory=list)
    to_last: list[float] = field(default_factory=list)
    fan_out: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    seconds: float = 0.0


class Listeners:
    """The sockets of the matches, and when each saw which version of its board."""

    def __init__(self) -> None:
        self.sockets: dict[int, list[ClientConnection]] = defaultdict(list)
        self.seen: dict[tuple[int, int], list[float]] = defaultdict(list)
        self.complete: dict[tuple[int, int], asyncio.Event] = defaultdict(asyncio.Event)
        self.board_bytes = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def join(self, site: Site, match_id: int, cookie: str) -> None:
        """Opens a socket at a match and reads it from now on."""
        headers = {"Cookie": cookie}
        socket = await connect(
            f"{site.ws}/live/match/{match_id}/",
            origin=site.url,  # type: ignore[arg-type]
            additional_headers=headers,
            compression=None,
            open_timeout=PATIENCE,
            ping_interval=None,
            max_size=None,
        )
        self.sockets[match_id].append(socket)
        self._tasks.append(asyncio.create_task(self._read(match_id, socket)))

    async def _read(self, match_id: int, socket: ClientConnection) -> None:
        last = 0
        async for text in socket:
            found = VERSION.search(str(text))
            if found and int(found[1]) > last:
                last = int(found[1])
                moments = self.seen[match_id, last]
                moments.append(time.perf_counter())
                self.board_bytes = max(self.board_bytes, len(text))
                if len(moments) == len(self.sockets[match_id]):
                    self.complete[match_id, last].set()

    async def close(self) -> None:
        """Ends all reading."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def play(
    site: Site, match: dict[str, Any], listeners: Listeners, client: httpx.AsyncClient, figures: Figures, pause: float
) -> None:
    """Plays one match to its ninth placement, each side its hand in order, square after square."""
    colours = ["blue", "red"] if match["first"] == "blue" else ["red", "blue"]
    version = match["version"]
    for number in range(PLACEMENTS):
        if pause:
            await asyncio.sleep(pause)
        colour = colours[number % 2]
        card = f"{colour[0]}{number // 2 + 1}"
        began = time.perf_counter()
        try:
            answer = await client.post(
                f"{site.url}/matches/{match['id']}/moves/",
                data={"card": card, "square": number + 1, "version": version},
                headers={
                    "Cookie": f"sessionid={match['keys'][colour]}; csrftoken={TOKEN}",
                    "X-CSRFToken": TOKEN,
                    "HX-Request": "true",
                    "Origin": site.url,
                },
            )
        except httpx.HTTPError as error:
            figures.errors.append(repr(error))
            return
        if answer.status_code != 200:
            figures.errors.append(f"{answer.status_code}: {answer.text[:200]}")
            return
        figures.to_reply.append(time.perf_counter() - began)
        version += 1
        key = (match["id"], version)
        try:
            await asyncio.wait_for(listeners.complete[key].wait(), PATIENCE)
        except TimeoutError:
            reached = f"{len(listeners.seen[key])} of {len(listeners.sockets[match['id']])}"
            figures.errors.append(f"version {version} of match {match['id']} reached only {reached}")
            return
        moments = listeners.seen[key]
        figures.to_last.append(max(moments) - began)
        if len(moments) > 10:
            figures.fan_out.append(max(moments) - min(moments))


async def phase(
    site: Site, matches: list[dict[str, Any]], spectators: int, pause: float
) -> tuple[Figures, Listeners, float]:
    """Opens the sockets of these matches (all spectators at the first), plays them, and gives what was measured."""
    listeners, figures = Listeners(), Figures()
    for match in matches:
        for key in match["keys"].values():
            await listeners.join(site, match["id"], f"sessionid={key}")
    before = memory(site.pid)
    for start in range(0, spectators, 50):
        numbers = range(start, min(start + 50, spectators))
        await asyncio.gather(*(listeners.join(site, matches[0]["id"], f"csrftoken={number:032}") for number in numbers))
    await asyncio.sleep(2)
    grown = (memory(site.pid) - before) / spectators if spectators else 0.0
    async with httpx.AsyncClient(timeout=PATIENCE, limits=httpx.Limits(max_connections=len(matches) + 2)) as client:
        began = time.perf_counter()
        await asyncio.gather(*(play(site, match, listeners, client, figures, pause) for match in matches))
        figures.seconds = time.perf_counter() - began
    await listeners.close()
    return figures, listeners, grown


def memory(pid: int) -> float:
    """The resident memory of a process, in KiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1])
    return 0.0


def processor(pid: int) -> float:
    """The processor seconds of a process until now, of all its threads, those included that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def bare_loop(sockets: int, size: int, times: int = 9) -> float:
    """The fan-out of a bare asyncio loop in this process: seconds from the send to the last receipt, median."""
    waiting: set[Any] = set()
    closing = asyncio.Event()

    async def handler(socket: Any) -> None:
        waiting.add(socket)
        await closing.wait()

    received: list[int] = [0]
    complete = asyncio.Event()

    async def read(socket: ClientConnection) -> None:
        async for _text in socket:
            received[0] += 1
            if received[0] == sockets:
                complete.set()

    async with serve(handler, "127.0.0.1", 0, compression=None, ping_interval=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        clients = []
        for _number in range(sockets):
            clients.append(await connect(f"ws://127.0.0.1:{port}/", compression=None, ping_interval=None))
        tasks = [asyncio.create_task(read(client)) for client in clients]
        took = []
        for _time in range(times):
            received[0] = 0
            complete.clear()
            began = time.perf_counter()
            broadcast(waiting, "x" * size)
            await complete.wait()
            took.append(time.perf_counter() - began)
        for task in tasks:
            task.cancel()
        closing.set()
    return statistics.median(took)


def share(values: list[float], part: float) -> float:
    """The value below which this part of the values lies, in milliseconds."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000 if ordered else float("nan")


def tell(name: str, figures: Figures) -> None:
    """One phase in words."""
    rate = len(figures.to_reply) / figures.seconds if figures.seconds else 0.0
    print(f"{name}: {len(figures.to_reply)} placements, {rate:.1f} a second, {len(figures.errors)} errors")
    for what, values in (("reply", figures.to_reply), ("last browser's fragment", figures.to_last)):
        print(f"  post to {what:24} p50 {share(values, 0.5):7.1f} ms   p99 {share(values, 0.99):7.1f} ms")
    for error in figures.errors[:5]:
        print(f"  error: {error}")


async def run(site: Site, matches: list[dict[str, Any]], spectators: int, pause: float) -> int:
    """Both phases and the bare loop; the number of errors."""
    half = len(matches) // 2
    paced, listeners, grown = await phase(site, matches[:half], spectators, pause)
    tell(f"{half} matches, {spectators} spectators at one of them, {pause:g} s between placements", paced)
    if paced.fan_out:
        bare = await bare_loop(spectators, listeners.board_bytes)
        fan_out = statistics.median(paced.fan_out)
        print(
            f"  fan-out to {spectators + 2} of {listeners.board_bytes / 1024:.1f} KB   median {fan_out * 1000:6.1f} ms,"
            f" {fan_out / bare:.1f} times a bare asyncio loop ({bare * 1000:.1f} ms)"
        )
        print(f"  memory a socket                {grown:.0f} KB")
    rushed, _listeners, _grown = await phase(site, matches[half:], 0, 0.0)
    tell(f"{len(matches) - half} matches as fast as they go", rushed)
    return len(paced.errors) + len(rushed.errors)


def main() -> int:
    """Reads the command line, serves a site, measures, and tells."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=20, help="matches at once in each phase")
    parser.add_argument("--spectators", type=int, default=200, help="sockets that watch the first match")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between the placements of a match")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), env={"TRIAD_SOCKETS_AN_ADDRESS": "100000"}).start()
        try:
            matches = json.loads(site.python(PREPARE.replace("COUNT", str(given.matches * 2))))
            return min(asyncio.run(run(site, matches, given.spectators, given.pause)), 1)
        finally:
            site.stop()


if __name__ == "__main__":
    raise SystemExit(main())
