"""The rooms that a page can listen to: who may join, which topics a socket hears there, and what it is shown first.

Apps register their rooms in `ready()`; a socket asks for one by its address, /live/<room>/<argument>/.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from accounts.models import User

#: What the browser saw was no message; it does not come back.
BAD_MESSAGE = 4400
#: The session behind the socket is over, or the room is for players only.
SIGNED_OUT = 4401
#: Not for this person (any more).
NOT_ALLOWED = 4403
#: There is no such room, or nothing under this argument.
NO_SUCH_ROOM = 4404
#: Too many messages or sockets; the browser comes back after a pause.
TOO_MUCH = 4408


class Refused(Exception):
    """A room's answer to who may not join: the socket is accepted and closed with the code."""

    def __init__(self, code: int, *, wait: int = 0) -> None:
        super().__init__(code)
        self.code = code
        #: In how many seconds the browser may come back; 0: it knows itself.
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Joined:
    """What a socket hears in a room.

    `topics` are the hub's; `audience` is the room's own word for whose eyes these are; `argument` is that of the
    address; `watches` is the match whose spectators the socket counts among. Sockets with the same `share` are shown
    the same snapshot, which is then made once for all that wait for it.
    """

    topics: tuple[str, ...] = ()
    audience: str = ""
    argument: str = ""
    watches: int | None = None
    share: str = ""


class Room(Protocol):
    """Both functions are called in a thread with a database connection, never in the event loop."""

    def join(self, player: User | None, session_key: str, argument: str) -> Joined:
        """What the player (None: a visitor) hears here; raises Refused."""
        ...

    def snapshot(self, joined: Joined, player: User | None) -> str:
        """The whole current view as fragments with ids, versions and hx-swap-oob."""
        ...


class Corridor:
    """The room of a page that listens only to what concerns its own player."""

    def join(self, player: User | None, session_key: str, argument: str) -> Joined:
        return Joined(argument=argument)

    def snapshot(self, joined: Joined, player: User | None) -> str:
        return ""


_rooms: dict[str, Room] = {"page": Corridor()}
_audience_callbacks: list[Callable[[int], None]] = []
_greetings: list[Callable[[User], str]] = []


def register(name: str, room: Room) -> None:
    """Opens a room under a name; the last registration of a name stands."""
    _rooms[name] = room


def room_of(name: str) -> Room:
    """The room of a name; raises Refused(4404)."""
    if name not in _rooms:
        raise Refused(NO_SUCH_ROOM)
    return _rooms[name]


def on_audience(callback: Callable[[int], None]) -> Callable[[int], None]:
    """Registers a callback that is called with a match's id, in a thread, when its number of spectators changed."""
    if callback not in _audience_callbacks:
        _audience_callbacks.append(callback)
    return callback


def greet(callback: Callable[[User], str]) -> None:
    """Registers what every socket of a player begins with besides the view of its room: fragments, made in a thread."""
    if callback not in _greetings:
        _greetings.append(callback)


def greetings(player: User) -> str:
    """What a player's socket begins with, of all who registered."""
    return "".join(callback(player) for callback in _greetings)


def audience_callbacks() -> tuple[Callable[[int], None], ...]:
    """Who wants to know of a changed audience."""
    return tuple(_audience_callbacks)
