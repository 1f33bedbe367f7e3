"""What tests of sockets share: a room whose rights and view the test sets, and sockets as browsers open them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts.models import User
from triad import hub, rooms
from triad.asgi import application

#: Seconds in which even a busy machine has done what it was asked; Channels gives one.
PATIENCE = 30.0
ORIGIN = (b"origin", b"http://testserver")
HOST = (b"host", b"testserver")


class Hall:
    """A room of the tests: topics hall.<argument>; what it shows and whom it refuses is set by the test."""

    def __init__(self) -> None:
        self.view = '<p id="hall" data-version="1">first view</p>'
        self.refusal: int | None = None
        self.watches: int | None = None
        self.share = ""
        self.made = 0
        self.before_view: Any = None

    def join(self, player: User | None, session_key: str, argument: str) -> rooms.Joined:
        if self.refusal is not None:
            raise rooms.Refused(self.refusal)
        return rooms.Joined(topics=(f"hall.{argument}",), watches=self.watches, share=self.share)

    def snapshot(self, joined: rooms.Joined, player: User | None) -> str:
        if self.before_view is not None:
            self.before_view()
        self.made += 1
        return self.view


@pytest.fixture
def hall(settings: Any) -> Iterator[Hall]:
    """The room at /live/hall/<argument>/."""
    settings.ALLOWED_HOSTS = ["testserver"]
    room = Hall()
    rooms.register("hall", room)
    yield room
    rooms._rooms.pop("hall")


class Socket(WebsocketCommunicator):
    """One browser's socket."""

    async def receive_output(self, timeout: float = PATIENCE) -> Any:
        return await super().receive_output(max(timeout, PATIENCE))

    async def wait(self, timeout: float = PATIENCE) -> None:
        await super().wait(max(timeout, PATIENCE))

    async def text(self, within: float = PATIENCE) -> str:
        """The next text that is no beat."""
        while True:
            message = await self.receive_output(within)
            assert message["type"] == "websocket.send", message
            if not message["text"].startswith('{"beat"'):
                return str(message["text"])

    async def code(self, within: float = PATIENCE) -> int:
        """The code with which the socket is closed; what is sent before is passed over."""
        while True:
            message = await self.receive_output(within)
            if message["type"] == "websocket.close":
                return int(message["code"])

    async def silent(self, for_seconds: float = 0.1) -> bool:
        """Whether nothing but beats comes for a moment."""
        await asyncio.sleep(for_seconds)
        while not self.output_queue.empty():
            message = self.output_queue.get_nowait()
            if not message.get("text", "").startswith('{"beat"'):
                return False
        return True


class Browser:
    """Opens sockets, and shuts them at the end of the test."""

    def __init__(self) -> None:
        self._opened: list[Socket] = []

    def socket(
        self, path: str = "/live/hall/a/", *, session: str = "", headers: list[tuple[bytes, bytes]] | None = None
    ) -> Socket:
        """A socket that has not connected yet."""
        given = [HOST, ORIGIN] if headers is None else headers
        if session:
            given = [*given, (b"cookie", f"sessionid={session}".encode())]
        socket = Socket(application, path, headers=given)
        self._opened.append(socket)
        return socket

    async def open(self, path: str = "/live/hall/a/", *, session: str = "") -> Socket:
        """A connected socket; the first view is still to be read."""
        socket = self.socket(path, session=session)
        connected, _ = await socket.connect()
        assert connected
        return socket

    async def close(self) -> None:
        """Shuts all sockets and waits until the hub has forgotten them."""
        for socket in self._opened:
            if not socket.future.done():
                await socket.disconnect()
        here = hub.current()
        assert here is None or not here.lines
        assert here is None or not here.topics


@pytest_asyncio.fixture
async def browser(hall: Hall, transactional_db: None) -> AsyncIterator[Browser]:
    """A browser whose sockets end with the test and leave nothing in the hub."""
    opened = Browser()
    yield opened
    await opened.close()


async def signed_in(name: str) -> tuple[User, str]:
    """A new person, and the key of a session in which the person is signed in."""

    def make() -> tuple[User, str]:
        user = User.objects.create_user(username=name, password="eight-squares")
        client = Client()
        client.force_login(user)
        return user, client.session.session_key

    return await sync_to_async(make)()


def beat(text: str) -> bool:
    """Whether a text is a beat."""
    return "beat" in json.loads(text)
