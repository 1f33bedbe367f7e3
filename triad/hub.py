"""The hub: news of the site to the browsers that listen, one message to each process.

`publish`, `close` and `recheck` may be called from any thread or worker. Inside a transaction they wait for its
commit, and a rollback forgets them. In every process that has sockets one board maps topics to lines and hands each
line the one prepared text; between processes the relay carries one message.

Topics: match.<id>.blue, match.<id>.red, match.<id>.watch, user.<id>, session.<digest>, lobby.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import re
from collections import Counter, deque
from collections.abc import Iterable
from functools import partial
from typing import Any

from django.db import connection, transaction

from triad import relay
from triad.lines import Line
from triad.shared_views import SharedViews
from triad.wires import Text

log = logging.getLogger("triad.hub")

TOPIC = re.compile(r"[a-zA-Z0-9_.-]{1,99}\Z")
#: Topics that many hear of many small things: what comes to them within so many seconds goes out as one text.
GATHERED, GATHERED_FOR = frozenset({"lobby"}), 0.1


def publish(*, topic: str, html: str, version: int = 0, key: str = "", apart: Iterable[str] = ()) -> None:
    """Sends fragments to every socket of a topic but those that hear one of the topics `apart`, after the commit.

    A browser that is slow gets of each `key` only the newest `version`; texts without a key all come, in order.
    """
    _after_commit({"topic": _checked(topic), "html": html, "version": version, "key": key, **_apart(apart)})


def close(*, topic: str, code: int, apart: Iterable[str] = ()) -> None:
    """Shuts every socket of a topic but those that hear one of the topics `apart`, with a close code (triad.rooms),
    after the commit."""
    _after_commit({"topic": _checked(topic), "close": code, **_apart(apart)})


def recheck(*, topic: str) -> None:
    """Lets every socket of a topic prove again who is behind it and whether it may be there, after the commit.

    Who may not is closed with the code of the reason; the others get a fresh view.
    """
    _after_commit({"topic": _checked(topic), "recheck": True})


def is_heard(topic: str) -> bool:
    """Whether anybody may hear a topic, so that what nobody would hear need not be drawn; ask it after the commit.

    Only a process that has all sockets of the site to itself can know. Who begins to listen just then begins with a
    view that has what was committed.
    """
    here = current()
    return here is None or relay.crosses() or bool(here.topics.get(_checked(topic)))


def session_topic(session_key: str) -> str:
    """The topic of all sockets of one session; the key itself is never sent anywhere."""
    return f"session.{hashlib.sha256(session_key.encode()).hexdigest()[:24]}"


def _apart(topics: Iterable[str]) -> dict[str, Any]:
    left_out = sorted({_checked(each) for each in topics})
    return {"apart": left_out} if left_out else {}


def _checked(topic: str) -> str:
    if not TOPIC.match(topic):
        raise ValueError(f"not a topic: {topic!r}")
    return topic


def _after_commit(message: dict[str, Any]) -> None:
    if connection.in_atomic_block:
        transaction.on_commit(partial(_send, message))
    else:
        _send(message)


def _send(message: dict[str, Any]) -> None:
    # Never raises: what the message tells of has happened, whether or not anybody hears of it.
    here = current()
    try:
        if here is not None:
            here.loop.call_soon_threadsafe(here.deliver, message)
        relay.send(message, here.loop if here is not None else None)
    except Exception:
        log.exception("could not publish to %s", message["topic"])


class Board:
    """The lines of this process by topic; everything but `current()` is called in the event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.lines: dict[Line, None] = {}
        self.topics: dict[str, dict[Line, None]] = {}
        self._closes: deque[tuple[int, str, int | None, frozenset[str]]] = deque(maxlen=2000)
        self._mark = 0
        self.visitors: Counter[str] = Counter()
        self.addresses: Counter[str] = Counter()
        self.views = SharedViews()
        self._gathered: dict[str, list[tuple[str, int, Text]]] = {}
        self._beats = 0
        #: What the site's clock is ahead of this loop's, in seconds; None until it was looked up.
        self.clock_ahead: float | None = None

    @property
    def mark(self) -> int:
        """A moment, to be taken before a right is looked up and given to `join` after."""
        return self._mark

    def join(self, line: Line, topics: tuple[str, ...], *, since: int) -> None:
        """Subscribes a line; what closed one of its topics since the mark closes it too."""
        self.lines[line] = None
        self.visitors[line.visitor] += 1
        self.addresses[line.address] += 1
        line.topics = topics
        for topic in topics:
            self.topics.setdefault(topic, {})[line] = None
        for number, topic, code, apart in self._closes:
            if number > since and topic in topics and apart.isdisjoint(topics):
                self._shut_or_recheck([line], code)

    def move(self, line: Line, topics: tuple[str, ...]) -> None:
        """Gives a line other topics."""
        if topics != line.topics:
            self._forget_topics(line)
            line.topics = topics
            for topic in topics:
                self.topics.setdefault(topic, {})[line] = None

    def leave(self, line: Line) -> None:
        """Forgets a line; twice changes nothing."""
        if line in self.lines:
            self._forget_topics(line)
            del self.lines[line]
            for held, name in ((self.visitors, line.visitor), (self.addresses, line.address)):
                held[name] -= 1
                if not held[name]:
                    del held[name]
            line.drop()

    def deliver(self, message: dict[str, Any]) -> None:
        """Hands a message to the lines of its topic."""
        topic = message["topic"]
        apart = frozenset(message.get("apart", ()))
        if "html" in message:
            lines = self.topics.get(topic)
            if not lines:
                return
            text, version = Text(message["html"]), message["version"]
            key = f"{topic}#{message['key']}" if message["key"] else ""
            if topic in GATHERED and not apart:
                self._gather(topic, key, version, text)
                return
            self._hand_out(topic)
            for line in lines:
                if not apart or apart.isdisjoint(line.topics):
                    line.offer(key, version, text)
            return
        self._hand_out(topic)
        self._mark += 1
        code = message.get("close")
        self._closes.append((self._mark, topic, code, apart))
        lines_met = [line for line in self.topics.get(topic, ()) if apart.isdisjoint(line.topics)]
        self._shut_or_recheck(lines_met, code)

    def _gather(self, topic: str, key: str, version: int, text: Text) -> None:
        if topic not in self._gathered:
            self._gathered[topic] = []
            self.loop.call_later(GATHERED_FOR, self._hand_out, topic)
        self._gathered[topic].append((key, version, text))

    def _hand_out(self, topic: str) -> None:
        """Sends what was gathered: one text to who reads, each by its key to who is behind."""
        gathered = self._gathered.pop(topic, None)
        if not gathered:
            return
        whole = Text("".join(text.text for _key, _version, text in gathered))
        for line in self.topics.get(topic, ()):
            if line.opened and not line.is_behind:
                line.offer("", 0, whole)
            else:
                for key, version, text in gathered:
                    line.offer(key, version, text)

    def beat(self) -> Text:
        """What tells a browser that its line stands, and what time it is: {"beat": n, "now": epoch ms}."""
        beat: dict[str, int] = {"beat": self._beats}
        if self.clock_ahead is not None:
            beat["now"] = round((self.loop.time() + self.clock_ahead) * 1000)
        return Text(json.dumps(beat))

    def beat_all(self) -> None:
        """Beats on every line that is not behind; who is behind has enough to read."""
        self._beats += 1
        beat = self.beat()
        for line in self.lines:
            if line.opened and not line.is_behind:
                line.offer("", 0, beat)

    def recheck_all(self) -> None:
        """Lets every line take a fresh view: messages were lost."""
        self._shut_or_recheck(list(self.lines), None)

    def _shut_or_recheck(self, lines: list[Line], code: int | None) -> None:
        for line in lines:
            if code is None:
                line.ask_again()
            else:
                self._forget_topics(line)
                line.close(code)

    def _forget_topics(self, line: Line) -> None:
        for topic in line.topics:
            lines = self.topics.get(topic)
            if lines is not None:
                lines.pop(line, None)
                if not lines:
                    del self.topics[topic]
        line.topics = ()


_board: Board | None = None


def current() -> Board | None:
    """The board of this process; None where no socket was ever opened."""
    board = _board
    return board if board is not None and not board.loop.is_closed() else None


def board() -> Board:
    """The board of the running event loop, made and wired to the relay when it is the first."""
    global _board
    loop = asyncio.get_running_loop()
    if _board is None or _board.loop is not loop:
        _board = Board(loop)
        relay.start(_board.deliver, _board.recheck_all)
    return _board
