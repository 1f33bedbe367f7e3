"""A line: one browser's socket as the hub sees it, with its own small slot of what it has not taken yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from triad.wires import Text, Wire

#: What a slow reader may owe before the line is told to take a whole fresh view instead.
MOST_HELD = 32
MOST_HELD_CHARACTERS = 256 * 1024


class Held(NamedTuple):
    """A text that waits, and its version."""

    version: int
    text: Text


class Line:
    """Takes texts without ever making the giver wait.

    Until the first view is sent, and while the browser is slow, texts wait in the slot: of each key only the newest.
    A slot that overflows is emptied and `on_stale` called once the browser reads again.
    """

    __slots__ = (
        "_counter",
        "_held",
        "_size",
        "_stale",
        "_wire",
        "address",
        "closed",
        "name",
        "on_stale",
        "opened",
        "player_id",
        "session_key",
        "topics",
        "visitor",
        "watches",
    )

    def __init__(
        self,
        wire: Wire,
        *,
        visitor: str = "",
        address: str = "",
        player_id: int | None = None,
        session_key: str = "",
    ) -> None:
        self._wire = wire
        self._held: dict[str, Held] | None = None
        self._size = 0
        self._counter = 0
        self._stale = False
        self.opened = False
        self.closed: int | None = None
        self.topics: tuple[str, ...] = ()
        self.visitor = visitor
        self.address = address
        self.player_id = player_id
        self.session_key = session_key
        self.name = ""
        self.watches: int | None = None
        self.on_stale: Callable[[], None] | None = None
        wire.on_drain = self._drain

    @property
    def is_behind(self) -> bool:
        """Whether something waits for the browser to read."""
        return self._wire.full or self._held is not None or self._stale

    def offer(self, key: str, version: int, text: Text) -> None:
        """Sends a text, or keeps it in place of an older one of the same key; an empty key is never replaced."""
        if self.closed is not None:
            return
        if self.opened and self._held is None and not self._stale and not self._wire.full:
            self._wire.write(text)
        elif not self._stale:
            self._keep(key, version, text)

    def open(self, view: str) -> None:
        """Sends the first view, then whatever came meanwhile."""
        if self.closed is not None:
            return
        if view:
            self._wire.write(Text(view))
        self.opened = True
        self._drain()

    def ask_again(self) -> None:
        """Has the one behind the line looked up again, and a whole fresh view made."""
        if self.closed is None and self.on_stale is not None:
            self.on_stale()

    def refresh(self, view: str) -> None:
        """Sends a whole fresh view."""
        self._stale = False
        if view:
            self.offer("#view", 0, Text(view))

    def close(self, code: int) -> None:
        """Shuts the socket; nothing that waited is sent."""
        if self.closed is None:
            self.closed = code
            self._held = None
            self._wire.close(code)

    def drop(self) -> None:
        """Forgets the socket, which is gone."""
        if self.closed is None:
            self.closed = 1006
        self._held = None
        self.on_stale = None
        self._wire.detach()

    def _keep(self, key: str, version: int, text: Text) -> None:
        held = self._held if self._held is not None else {}
        if not key:
            self._counter += 1
            key = f"#{self._counter}"
        older = held.get(key)
        if older is not None:
            if older.version > version:
                return
            del held[key]
            self._size -= older.text.size
        held[key] = Held(version, text)
        self._size += text.size
        self._held = held
        if len(held) > MOST_HELD or self._size > MOST_HELD_CHARACTERS:
            self._held, self._size, self._stale = None, 0, True
            if self.opened and not self._wire.full:
                self._drain()

    def _drain(self) -> None:
        if not self.opened or self.closed is not None:
            return
        while self._held and not self._wire.full:
            key = next(iter(self._held))
            held = self._held.pop(key)
            self._size -= held.text.size
            self._wire.write(held.text)
        if not self._held:
            self._held = None
        if self._stale and not self._wire.full:
            self.ask_again()
