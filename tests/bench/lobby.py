"""`uv run python -m tests.bench.lobby`: a lobby that many listen to while open challenges come and go.

It serves a site of its own in a temporary folder, opens sockets at the lobby, and posts and withdraws open challenges
through the site's own pages at a steady rate. It prints how long a change takes from the post to the last browser's
row, how many bytes a change costs each browser beside what a whole lobby would, memory a socket, and errors.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.bench.live import PATIENCE, TOKEN, memory, processor, share
from tests.served import Site

ROW = re.compile(r'id="open-(\d+)"[^>]*')
MAKERS = 20

#: Makes players with five cards and a session, and the seeds that their forms would have shown.
PREPARE = """
import json
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from accounts.models import User
from cards.models import Card
from cards.services.copies import give_copy
from matches.services.seeds import seed_make

found = []
cards = Card.objects.filter(series="A", level__lte=3).order_by("number")[:5]
for number in range(MAKERS):
    user = User.objects.create_user(username=f"maker{number}x")
    for card in cards:
        give_copy(card=card, taker=user, reason="grant", cause="bench")
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    seeds = [seed_make(owner=user).pk for _time in range(SEEDS)]
    found.append({"key": session.session_key, "picks": ",".join(card.pk for card in cards), "seeds": seeds})
print(json.dumps(found))
"""


@dataclass
class Figures:
    """What was measured; times in seconds, by the challenge and whether it came or went."""

    began: dict[tuple[int, bool], float] = field(default_factory=dict)
    seen: dict[tuple[int, bool], list[float]] = field(default_factory=lambda: defaultdict(list))
    replies: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def to_last(self, sockets: int) -> list[float]:
        """From each post to the last socket that has its row, of those changes that all have."""
        whole = ((key, moments) for key, moments in self.seen.items() if len(moments) >= sockets and key in self.began)
        return [max(moments) - self.began[key] for key, moments in whole]


async def listen(site: Site, number: int, figures: Figures, sockets: list[ClientConnection]) -> None:
    """One socket at the lobby, read until it is closed."""
    socket = await connect(
        f"{site.ws}/live/lobby/-/",
        origin=site.url,  # type: ignore[arg-type]
        additional_headers={"Cookie": f"csrftoken={number:032}"},
        compression=None,
        open_timeout=PATIENCE,
        ping_interval=None,
        max_size=None,
    )
    sockets.append(socket)
    async for text in socket:
        moment = time.perf_counter()
        if 'id="lobby-open"' in str(text):
            continue
        rows = list(ROW.finditer(str(text)))
        for found in rows:
            figures.seen[int(found[1]), "data-gone" in found[0]].append(moment)
            if number == 0:
                figures.sizes.append(len(text) // len(rows))


async def first_view(site: Site) -> int:
    """How many characters a socket begins with: the whole lobby as it stands."""
    async with connect(f"{site.ws}/live/lobby/-/", origin=site.url, open_timeout=PATIENCE) as socket:  # type: ignore[arg-type]
        return len(await socket.recv())


async def change(
    site: Site, maker: dict[str, Any], client: httpx.AsyncClient, figures: Figures, rate: float, until: float
) -> None:
    """One player who posts an open challenge and withdraws it, over and over, at the maker's part of the rate."""
    headers = {
        "Cookie": f"sessionid={maker['key']}; csrftoken={TOKEN}",
        "X-CSRFToken": TOKEN,
        "HX-Request": "true",
        "Origin": site.url,
    }
    pause, waiting = MAKERS / rate, 0
    await asyncio.sleep(random.random() * pause)  # not all at the same moment
    form = {"way": "open", "house": "deling", "rules": "same", "trade": "none", "hand": "pick", "picks": maker["picks"]}
    while time.perf_counter() < until and maker["seeds"]:
        began = time.perf_counter()
        data = {} if waiting else {**form, "seed_id": maker["seeds"].pop()}
        address = f"/challenges/{waiting}/withdraw/" if waiting else "/open/"
        try:
            answer = await client.post(f"{site.url}{address}", data=data, headers=headers)
        except httpx.HTTPError as error:
            figures.errors.append(repr(error))
            continue
        if waiting:
            figures.began[waiting, True], waiting = began, 0
        else:
            found = re.search(r"/challenges/(\d+)/", answer.headers.get("HX-Redirect", ""))
            waiting = int(found[1]) if found else 0
            figures.began[waiting, False] = began
        if answer.status_code not in (200, 204):
            figures.errors.append(f"{answer.status_code}: {answer.text[:200]}")
        took = time.perf_counter() - began
        figures.replies.append(took)
        await asyncio.sleep(max(0.0, pause - took))


async def run(site: Site, makers: list[dict[str, Any]], sockets: int, rate: float, seconds: float) -> int:
    """Opens the sockets, changes the lobby, and tells; the number of errors."""
    figures, opened = Figures(), list[ClientConnection]()
    before = memory(site.pid)
    tasks: list[asyncio.Task[None]] = []
    for start in range(0, sockets, 50):
        tasks += [
            asyncio.create_task(listen(site, number, figures, opened))
            for number in range(start, min(start + 50, sockets))
        ]
        while len(opened) < len(tasks) and not any(task.done() for task in tasks):
            await asyncio.sleep(0.05)
    await asyncio.sleep(2)
    grown = (memory(site.pid) - before) / sockets
    async with httpx.AsyncClient(timeout=PATIENCE, limits=httpx.Limits(max_connections=MAKERS)) as client:
        began, worked = time.perf_counter(), processor(site.pid)
        until = began + seconds
        await asyncio.gather(*(change(site, maker, client, figures, rate, until) for maker in makers))
        took, worked = time.perf_counter() - began, processor(site.pid) - worked
        await asyncio.sleep(2)
    whole = await first_view(site)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    last = figures.to_last(sockets)
    print(f"{sockets} sockets, {len(figures.replies)} changes, {len(figures.replies) / took:.1f} a second")
    for what, values in (("reply", figures.replies), ("last browser's row", last)):
        print(f"  post to {what:20} p50 {share(values, 0.5):7.1f} ms   p99 {share(values, 0.99):7.1f} ms")
    print(f"  changes that reached all    {len(last)}")
    print(f"  the server's processor      {worked / max(1, len(figures.replies)) * 1000:.1f} ms a change")
    if figures.sizes:
        print(
            f"  bytes a change              {sum(figures.sizes) / len(figures.sizes):.0f}, {max(figures.sizes)} at most"
        )
    print(f"  bytes of a whole lobby      {whole}")
    print(f"  memory a socket             {grown:.0f} KB")
    for error in figures.errors[:5]:
        print(f"  error: {error}")
    return len(figures.errors)


def main() -> int:
    """Reads the command line, serves a site, measures, and tells."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sockets", type=int, default=500, help="sockets that listen to the lobby")
    parser.add_argument("--rate", type=float, default=20.0, help="changes a second")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long it changes")
    given = parser.parse_args()
    limits = {
        "TRIAD_SOCKETS_AN_ADDRESS": "100000",
        "TRIAD_LIMIT_CONNECTIONS": "0/1",
        "TRIAD_LIMIT_OPEN_CHALLENGES": "0/1",
    }
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), env=limits).start()
        try:
            seeds = int(given.rate * given.seconds / MAKERS) + 10
            code = PREPARE.replace("MAKERS", str(MAKERS)).replace("SEEDS", str(seeds))
            makers = json.loads(site.python(code))
            return min(asyncio.run(run(site, makers, given.sockets, given.rate, given.seconds)), 1)
        finally:
            site.stop()


if __name__ == "__main__":
    raise SystemExit(main())
