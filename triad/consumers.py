"""The one kind of socket: a page listens at /live/<room>/<argument>/ to what happens in its room and to its player.

Nothing is commanded here, commands go by post. A browser may send {"sync": …} to be shown everything afresh.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.utils import translation

from accounts.civility.sanctions import is_suspended
from triad import hub, rooms, workers
from triad.knocks import Knocks
from triad.lines import Line
from triad.visits import Visit, visit_of
from triad.wires import refuse_compression, wire_for

log = logging.getLogger("triad.live")

ADDRESS = re.compile(r"/live/(?P<room>[a-z]{1,20})/(?P<argument>[A-Za-z0-9_.~-]{1,80})/\Z")
LONGEST_MESSAGE = 2000
BAD_MESSAGES_BORNE = 4
#: Messages at once, and then a second.
BURST, REFILL = 20.0, 4.0

knocks = Knocks()


@dataclass(frozen=True, slots=True)
class Call:
    """What a handshake asks for: the room, its argument, and the player whom the page was made for, if it says so."""

    room: str
    argument: str
    made_for: str | None
    headers: list[tuple[bytes, bytes]]
    client: str

    @classmethod
    def of(cls, scope: dict[str, Any]) -> Call | None:
        """The call of an address; None for no address of a room."""
        found = ADDRESS.match(scope["path"])
        if found is None:
            return None
        query = parse_qs(scope.get("query_string", b"").decode("latin1"), keep_blank_values=True)
        client = str((scope.get("client") or [""])[0])
        return cls(found["room"], found["argument"], query.get("as", [None])[0], scope["headers"], client)


def enter(call: Call) -> tuple[Visit, rooms.Joined]:
    """Who calls and what they may hear; in a thread. Raises Refused."""
    visit = visit_of(call.headers, call.client)
    player_id = "" if visit.player is None else str(visit.player.pk)
    if call.made_for is not None and call.made_for != player_id:
        raise rooms.Refused(rooms.SIGNED_OUT)
    if visit.player is not None and is_suspended(visit.player):
        raise rooms.Refused(rooms.SIGNED_OUT)
    joined = rooms.room_of(call.room).join(visit.player, visit.session_key, call.argument)
    return visit, replace(joined, argument=call.argument)


def topics_of(visit: Visit, joined: rooms.Joined) -> tuple[str, ...]:
    """The topics of the room, of the player and of the session."""
    own = [f"user.{visit.player.pk}"] if visit.player is not None else []
    if visit.session_key:
        own.append(hub.session_topic(visit.session_key))
    return (*joined.topics, *own)


def _view(call: Call, joined: rooms.Joined, visit: Visit) -> str:
    with translation.override(settings.LANGUAGE_CODE):
        view = rooms.room_of(call.room).snapshot(joined, visit.player)
        # A shared view is everybody's: nothing of one player may be in it.
        return view if joined.share or visit.player is None else view + rooms.greetings(visit.player)


async def view_of(here: hub.Board, call: Call, joined: rooms.Joined, visit: Visit) -> str:
    """The whole current view, made after this was called."""
    if joined.share:
        return await here.views.get(f"{call.room} {joined.share}", lambda: _view(call, joined, visit))
    return await workers.for_sockets(_view, call, joined, visit)


async def live(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """One socket from its handshake to its end."""
    await receive()
    here = hub.board()
    mark = here.mark
    try:
        call = Call.of(scope)
        if call is None:
            raise rooms.Refused(rooms.NO_SUCH_ROOM)
        visit, joined = await workers.for_sockets(enter, call)
        if here.visitors[visit.visitor] >= settings.LIVE_SOCKETS_A_VISITOR:
            raise rooms.Refused(rooms.TOO_MUCH)
        if visit.address and here.addresses[visit.address] >= settings.LIVE_SOCKETS_AN_ADDRESS:
            raise rooms.Refused(rooms.TOO_MUCH)
        if wait := knocks.wait(visit.visitor):
            raise rooms.Refused(rooms.TOO_MUCH, wait=wait)
    except rooms.Refused as refusal:
        # Refused after accepting: a browser can read the code of a close, but not why a handshake failed.
        await send({"type": "websocket.accept"})
        reason = str(refusal.wait) if refusal.wait else ""
        await send({"type": "websocket.close", "code": refusal.code, "reason": reason})
        return
    refuse_compression(send)
    await send({"type": "websocket.accept"})
    listener = Listener(call, visit, joined, Line(wire_for(send), visitor=visit.visitor, address=visit.address), here)
    # Subscribed before the first view is made, so that what happens meanwhile is in it or comes after it.
    here.join(listener.line, topics_of(visit, joined), since=mark)
    try:
        await listener.begin(joined, visit)
        await listener.listen(receive)
    finally:
        here.leave(listener.line)


class Listener:
    """A socket in a room: its line, and what must be known to look everything up again."""

    __slots__ = ("_again", "_bad", "_board", "_call", "_filled_at", "_task", "_tokens", "line")

    def __init__(self, call: Call, visit: Visit, joined: rooms.Joined, line: Line, board: hub.Board) -> None:
        self._call = call
        self._board = board
        self._task: asyncio.Task[None] | None = None
        self._again = False
        self._bad = 0
        self._tokens = BURST
        self._filled_at = time.monotonic()
        self.line = line
        line.player_id = visit.player.pk if visit.player is not None else None
        line.name = _name_of(visit)
        line.session_key = visit.session_key
        line.watches = joined.watches
        line.on_stale = self.ask_again

    async def begin(self, joined: rooms.Joined, visit: Visit) -> None:
        """Shows the first view and says that the line stands."""
        self.line.open(await view_of(self._board, self._call, joined, visit))
        self.line.offer("", 0, self._board.beat())

    async def listen(self, receive: Any) -> None:
        """Takes what the browser says until it is gone or no longer heard."""
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            if message["type"] == "websocket.receive" and self.line.closed is None:
                self._hear(message.get("text"))

    def ask_again(self) -> None:
        """Looks up again who is there and shows a fresh view; calls while one is being made lead to one more."""
        if self._task is not None:
            self._again = True
            return
        self._task = asyncio.get_running_loop().create_task(self._look())
        self._task.add_done_callback(self._looked)

    def _looked(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if not task.cancelled() and task.exception() is not None:
            log.error("no fresh view of %s/%s", self._call.room, self._call.argument, exc_info=task.exception())
            self.line.close(rooms.TOO_MUCH)
        elif self._again and self.line.closed is None:
            self._again = False
            self.ask_again()

    async def _look(self) -> None:
        line = self.line
        try:
            visit, joined = await workers.for_sockets(enter, self._call)
            if (visit.player.pk if visit.player is not None else None) != line.player_id:
                raise rooms.Refused(rooms.SIGNED_OUT)
        except rooms.Refused as refusal:
            line.close(refusal.code)
            return
        if line.closed is None:
            line.watches, line.name = joined.watches, _name_of(visit)
            self._board.move(line, topics_of(visit, joined))
            line.refresh(await view_of(self._board, self._call, joined, visit))

    def _hear(self, text: str | None) -> None:
        moment = time.monotonic()
        self._tokens = min(BURST, self._tokens + (moment - self._filled_at) * REFILL) - 1
        self._filled_at = moment
        if self._tokens < 0:
            log.info("%s flooded its socket", self.line.visitor)
            self.line.close(rooms.TOO_MUCH)
        elif is_sync(text):
            self.ask_again()
        else:
            self._bad += 1
            if self._bad > BAD_MESSAGES_BORNE:
                log.info("%s sent nothing readable", self.line.visitor)
                self.line.close(rooms.BAD_MESSAGE)


def _name_of(visit: Visit) -> str:
    """What a visitor is called among those who watch; nothing without an account."""
    return visit.player.username if visit.player is not None and visit.player.is_person else ""


def is_sync(text: str | None) -> bool:
    """Whether a message is the one that a browser may send."""
    if text is None or len(text) > LONGEST_MESSAGE:
        return False
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(message, dict) and "sync" in message
