"""The last step to a browser: one socket of the server, written to without waiting, and saying when it is full."""

from __future__ import annotations

import asyncio
import ctypes
import socket
import sys
import types
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.tcp import Connection

Send = Callable[[dict[str, Any]], Awaitable[None]]


class Text:
    """A text made ready once for all sockets that get it."""

    __slots__ = ("_frame", "size", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.size = len(text)
        self._frame: bytes | None = None

    @property
    def frame(self) -> bytes:
        """The text as one whole frame of a server (RFC 6455 5.2: final, text, unmasked)."""
        if self._frame is None:
            data = self.text.encode()
            if len(data) < 126:
                head = bytes((0x81, len(data)))
            elif len(data) < 1 << 16:
                head = b"\x81\x7e" + len(data).to_bytes(2, "big")
            else:
                head = b"\x81\x7f" + len(data).to_bytes(8, "big")
            self._frame = head + data
        return self._frame


def _plain_send() -> Any:
    """The system's own send, called without letting other threads run meanwhile; None where there is none such."""
    try:
        found = ctypes.PyDLL(None).send
    except (AttributeError, OSError, TypeError):
        return None
    found.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int)
    found.restype = ctypes.c_ssize_t
    return found


_system_send = _plain_send()
_AT_ONCE = getattr(socket, "MSG_DONTWAIT", 0) | getattr(socket, "MSG_NOSIGNAL", 0)


def send_now(to: socket.socket, frame: bytes) -> int:
    """Gives the kernel what it takes at once of a frame; gives how many bytes, 0 also where the other side is gone.

    Python's own send lets go of the interpreter each time: beside one thread that computes, each of a thousand sends
    would then wait five milliseconds for its next turn.
    """
    if _system_send is not None:
        return max(0, int(_system_send(to.fileno(), frame, len(frame), _AT_ONCE)))
    try:
        return to.send(frame)
    except OSError:
        return 0


class Wire(Protocol):
    """Writes to one browser. `full` is true while the browser has not taken what was written; then `on_drain` comes."""

    full: bool
    on_drain: Callable[[], None]

    def write(self, text: Text) -> None: ...

    def close(self, code: int) -> None: ...

    def detach(self) -> None: ...


def wire_for(send: Send) -> Wire:
    """The fastest wire that this server's `send` allows."""
    if isinstance(send, partial) and send.args and isinstance(send.args[0], WebSocketProtocol):
        return DaphneWire(send.args[0])
    return AsgiWire(send) if _sansio(send) is None else UvicornWire(send)


def refuse_compression(send: Send) -> None:
    """Takes permessage-deflate out of an answer that is not sent yet, where the server lets it: a prepared frame
    serves all sockets only uncompressed, and compression costs each socket a state of its own."""
    protocol = _sansio(send)
    if protocol is not None and not protocol.handshake_complete and protocol.conn.extensions:
        protocol.conn.extensions = []
        protocol.response.headers.pop("Sec-WebSocket-Extensions", None)


def _sansio(send: Send) -> Any:
    """The protocol of uvicorn's `--ws websockets-sansio` behind a `send`, if it is one and has what is needed."""
    module = sys.modules.get("uvicorn.protocols.websockets.websockets_sansio_impl")
    protocol = getattr(send, "__self__", None)
    if module is None or not isinstance(protocol, module.WebSocketsSansIOProtocol):
        return None
    needed = ("transport", "writable", "close_sent", "handshake_complete", "response", "pause_writing")
    return (
        protocol if all(hasattr(protocol, name) for name in needed) and hasattr(protocol.conn, "extensions") else None
    )


class DaphneWire:
    """Writes to Daphne's protocol itself, and hears of its transport when the buffer is full."""

    __slots__ = ("_is_plain", "_protocol", "_transport", "full", "on_drain")

    def __init__(self, protocol: WebSocketProtocol) -> None:
        self._protocol = protocol
        self._transport = protocol.transport
        self._is_plain = isinstance(self._transport, Connection)
        self.full = False
        self.on_drain: Callable[[], None] = _nothing
        # The page's HTTP channel still stands there, which would stop reading while a browser is slow.
        self._transport.unregisterProducer()
        self._transport.registerProducer(self, True)

    def write(self, text: Text) -> None:
        protocol = self._protocol
        if protocol.state != protocol.STATE_OPEN:
            return
        if protocol._perMessageCompress is not None or protocol.send_queue:
            protocol.sendMessage(text.text.encode())
            return
        frame, transport = text.frame, self._transport
        if self._is_plain and not transport._tempDataBuffer and not transport.dataBuffer and transport.connected:
            # Straight to the kernel: with a thousand browsers, waiting for each to be writable costs more than writing.
            # What it does not take now, also where the browser is gone, the transport deals with.
            sent = send_now(transport.socket, frame)
            if sent == len(frame):
                return
            frame = frame[sent:]
        transport.write(frame)

    def close(self, code: int) -> None:
        self.detach()
        if self._protocol.state == self._protocol.STATE_OPEN:
            self._protocol.sendClose(code=code)

    def detach(self) -> None:
        # A transport with a producer would wait for it before it closes.
        if self._transport.producer is self:
            self._transport.unregisterProducer()
        self.full = False
        self.on_drain = _nothing

    # Twisted's words for "full", "empty again" and "gone".
    def pauseProducing(self) -> None:
        self.full = True

    def resumeProducing(self) -> None:
        self.full = False
        self.on_drain()

    def stopProducing(self) -> None:
        self.detach()


class AsgiWire:
    """Writes through any server's `send`; where that waits, the wire is full until it is done."""

    __slots__ = ("_closing", "_send", "_task", "full", "on_drain")

    def __init__(self, send: Send) -> None:
        self._send = send
        self._task: asyncio.Task[None] | None = None
        self._closing: int | None = None
        self.full = False
        self.on_drain: Callable[[], None] = _nothing

    def write(self, text: Text) -> None:
        self._start({"type": "websocket.send", "text": text.text})

    def close(self, code: int) -> None:
        if self.full:
            self._closing = code
        else:
            self._start({"type": "websocket.close", "code": code})

    def detach(self) -> None:
        self.on_drain = _nothing
        if self._task is not None and self._closing is None:
            self._task.cancel()

    def _start(self, message: dict[str, Any]) -> None:
        # Most sends end without waiting; only the others are worth a task.
        coroutine = self._send(message)
        try:
            waits_for = coroutine.send(None)  # type: ignore[attr-defined]
        except StopIteration:
            return
        except Exception:
            return  # the browser is gone; the reading side hears of it
        self.full = True
        self._task = asyncio.ensure_future(_finish(coroutine, waits_for))  # type: ignore[arg-type]
        self._task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._task = None
        self.full = False
        if task.cancelled() or task.exception() is not None:
            return
        if self._closing is not None:
            code, self._closing = self._closing, None
            self._start({"type": "websocket.close", "code": code})
        else:
            self.on_drain()


class UvicornWire(AsgiWire):
    """Writes to the transport of uvicorn's protocol itself, and hears of its buffer what the transport tells it."""

    __slots__ = ("_is_plain", "_protocol", "_transport")

    def __init__(self, send: Send) -> None:
        super().__init__(send)
        self._protocol = _sansio(send)
        self._transport = self._protocol.transport
        self._is_plain = not self._protocol.conn.extensions
        self.full = not self._protocol.writable.is_set()
        self._protocol.pause_writing = self._pause
        self._protocol.resume_writing = self._resume

    def write(self, text: Text) -> None:
        if self._transport.is_closing() or self._protocol.close_sent:
            return
        if self._is_plain:
            self._transport.write(text.frame)
        else:
            super().write(text)

    def close(self, code: int) -> None:
        # What is in the transport's buffer goes before it; to wait until a slow browser has taken that helps nobody.
        self.detach()
        self._protocol.writable.set()
        super().close(code)

    def detach(self) -> None:
        super().detach()
        self.full = False
        # The two are the protocol's own again, and the circle of it and the wire is open.
        self._protocol.__dict__.pop("pause_writing", None)
        self._protocol.__dict__.pop("resume_writing", None)

    def _pause(self) -> None:
        self._protocol.writable.clear()
        self.full = True

    def _resume(self) -> None:
        self._protocol.writable.set()
        self.full = False
        self.on_drain()


async def _finish(coroutine: Coroutine[Any, Any, None], waits_for: Any) -> None:
    with suppress(OSError):
        await _rest(coroutine, waits_for)


@types.coroutine
def _rest(coroutine: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """Goes on with a coroutine that has been stepped to its first wait."""
    while True:
        try:
            answer = yield waits_for
        except BaseException as error:
            step = partial(coroutine.throw, error)
        else:
            step = partial(coroutine.send, answer)
        try:
            waits_for = step()
        except StopIteration:
            return


def _nothing() -> None:
    """Nobody listens."""
