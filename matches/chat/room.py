"""The rooms in which people write: the lobby's, and of each match one of its players and one of its spectators."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.urls import reverse

_MOST_DIGITS = 17


@dataclass(frozen=True, slots=True)
class Room:
    """A room by its kind, and by its match where it belongs to one."""

    kind: str
    match_id: int | None = None

    LOBBY: ClassVar[str] = "lobby"
    PLAYERS: ClassVar[str] = "players"
    SPECTATORS: ClassVar[str] = "spectators"

    @classmethod
    def lobby(cls) -> Room:
        """The site's own room."""
        return cls(cls.LOBBY)

    @classmethod
    def players(cls, match_id: int) -> Room:
        """Where the two players of a match write to each other."""
        return cls(cls.PLAYERS, match_id)

    @classmethod
    def spectators(cls, match_id: int) -> Room:
        """Where those write who watch a match."""
        return cls(cls.SPECTATORS, match_id)

    @classmethod
    def of_key(cls, key: str) -> Room | None:
        """The room of a key such as `lobby` or `players:12`; None for anything else."""
        if key == cls.LOBBY:
            return cls.lobby()
        kind, _colon, number = key.partition(":")
        if kind not in (cls.PLAYERS, cls.SPECTATORS):
            return None
        if not (number.isascii() and number.isdigit() and len(number) <= _MOST_DIGITS):
            return None
        return cls(kind, int(number))

    @property
    def key(self) -> str:
        """What forms name the room by: `lobby`, `players:12`, `spectators:12`."""
        return self.kind if self.match_id is None else f"{self.kind}:{self.match_id}"

    @property
    def topic(self) -> str:
        """The hub's topic of who hears the room."""
        if self.match_id is None:
            return "chat.lobby"
        return f"match.{self.match_id}.chat.{'players' if self.kind == self.PLAYERS else 'watch'}"

    @property
    def list_id(self) -> str:
        """The element that holds its lines on a page."""
        return f"chat-{self.kind}"

    @property
    def url(self) -> str:
        """The page on which the room is."""
        return reverse("start") + "#chat" if self.match_id is None else self._match_url

    @property
    def _match_url(self) -> str:
        return reverse("matches:match", args=[self.match_id]) + "#chat"
