"""What a web process does by itself: beats to the browsers, the site's heartbeat and clock, and who is here.

It starts with the server or with the first request, whichever a server offers, and no fault of one step ends it.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable
from types import ModuleType

from triad import hub, presence, workers
from triad.clock import now
from triad.lines import Line

resource: ModuleType | None
try:
    import resource
except ImportError:  # not on Windows
    resource = None

log = logging.getLogger("triad.background")

BEAT_EVERY = 5.0
CLOCK_EVERY = 1.0
HEART_EVERY = 2.0
AUDIENCE_EVERY = 2.0
SEEN_EVERY = 15.0
MAIL_EVERY = 5.0
MOST_FILES = 65_536

_tasks: set[asyncio.Task[None]] = set()


def start() -> None:
    """Starts the tasks in the running loop; once a process, and again when its loop is another."""
    loop = asyncio.get_running_loop()
    if any(task.get_loop() is loop and not task.done() for task in _tasks):
        return
    _tasks.clear()
    board = hub.board()
    work = Work(board)
    for seconds, step in (
        (BEAT_EVERY, work.beat),
        (HEART_EVERY, work.heart),
        (CLOCK_EVERY, work.settle),
        (AUDIENCE_EVERY, work.audience),
        (SEEN_EVERY, work.seen),
        (MAIL_EVERY, work.mail),
    ):
        _tasks.add(loop.create_task(_repeat(step, seconds)))
    _calm_collector()
    _open_many()


def stop() -> None:
    """Ends the tasks."""
    for task in _tasks:
        task.cancel()
    _tasks.clear()


async def _repeat(step: Callable[[], Awaitable[None]], seconds: float) -> None:
    while True:
        try:
            await step()
        except Exception:
            log.exception("%s failed; it is tried again", getattr(step, "__name__", step))
        await asyncio.sleep(seconds)


def _calm_collector() -> None:
    # Thousands of sockets' objects live long; looking at them again and again would stop every match for moments.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def _open_many() -> None:
    # A socket is a file: a thousand of them are more than most systems allow before they are asked.
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def heart() -> float:
    """Beats the site's heart, by which an outage is seen later; gives the site's time in seconds."""
    from matches.services import overdue

    overdue.beat()
    return now().timestamp()


def settle() -> bool:
    """Settles some of what is due; True when there is more."""
    from matches.services import overdue

    return bool(overdue.settle_due(limit=50))


def learn_avatars() -> None:
    """Learns which beasts players have chosen, also through other processes."""
    from accounts.avatars import avatars_load

    avatars_load()


def mail() -> bool:
    """Sends some of the mails that are due; True when there is more."""
    from accounts.civility.letters import letters_mail
    from accounts.notices.mails import mails_send

    return letters_mail() or mails_send()


class Work:
    """The steps, each of which can be called alone."""

    def __init__(self, board: hub.Board) -> None:
        self._board = board
        self._audiences: presence.Audiences | None = None

    async def beat(self) -> None:
        """Tells every browser that its line stands."""
        self._board.beat_all()

    async def heart(self) -> None:
        """Beats the site's heart, and learns how far its clock is from this loop's."""
        moment = await workers.for_clock(heart)
        self._board.clock_ahead = moment - self._board.loop.time()

    async def settle(self) -> None:
        """Does what the clock has to do, until nothing is due."""
        while await workers.for_clock(settle):
            pass

    async def mail(self) -> None:
        """Sends the mails that are due."""
        while await workers.for_mail(mail):
            pass

    async def audience(self) -> None:
        """Writes how many watch."""
        if self._audiences is None:
            self._audiences = await workers.for_sockets(presence.Audiences)
        await workers.for_sockets(self._audiences.write, presence.crowds_of(self._board.lines))

    async def seen(self) -> None:
        """Notes who is connected, and looks again at lines whose session or player is gone."""
        lines: list[Line] = [line for line in self._board.lines if line.closed is None]
        players = {line.player_id for line in lines if line.player_id is not None}
        await workers.for_sockets(presence.note_seen, players)
        await workers.for_sockets(learn_avatars)
        await workers.for_sockets(presence.note_topics, {topic for line in lines for topic in line.topics})
        sessions = {line.session_key for line in lines if line.session_key}
        over, shut_out = await workers.for_sockets(presence.gone_behind, sessions, players)
        for line in lines:
            if line.session_key in over or line.player_id in shut_out:
                line.ask_again()
