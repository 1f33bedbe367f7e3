"""Reads lines: the newest of a room as one reader may see them, and whose lines a player does not read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from accounts.blocks import blocked_ids
from accounts.models import User
from matches.chat.models import Line, Quiet
from matches.chat.presets import PRESETS
from matches.chat.room import Room
from matches.models import Match, Option

#: So many lines a page begins with.
MOST_SHOWN = 50


@dataclass(frozen=True, slots=True)
class LineView:
    """A line as it is shown. `by` is the author's ID, 0 for the house; of a hidden line the text is empty."""

    id: int
    version: int
    list_id: str
    by: int
    name: str
    reportable: bool
    text: str
    preset: str
    hidden: bool
    said_at: datetime

    @classmethod
    def of(cls, line: Line) -> LineView:
        """The view of a row, its author loaded."""
        author, hidden = line.author, line.hidden_by_staff
        known = "" if hidden or line.preset not in PRESETS else line.preset
        return cls(
            id=line.pk,
            version=line.version,
            list_id=line.room.list_id,
            by=author.pk if author is not None else 0,
            name=author.username if author is not None else "",
            reportable=author is not None and author.is_person and not hidden,
            text="" if hidden else str(PRESETS[known]) if known else line.text,
            preset=known,
            hidden=hidden,
            said_at=line.said_at,
        )


@dataclass(frozen=True, slots=True)
class Log:
    """The newest lines of a room, the oldest first. `upto` is the last line that there was, whether shown or not."""

    room: Room
    lines: tuple[LineView, ...]
    upto: int


def log_of(room: Room, *, apart: set[int] | frozenset[int] = frozenset(), match: Match | None = None) -> Log:
    """The newest lines of a room but those of the authors `apart`.

    Where the `match` is a rematch, the lines of the match before are part of it, if they were for the same readers.
    """
    found = Line.objects.filter(_of_room(room, match)).select_related("author")
    shown = found.exclude(author__in=apart) if apart else found
    lines = list(shown.order_by("-pk")[:MOST_SHOWN])
    last = lines[0].pk if lines else 0
    if apart:
        last = found.order_by("-pk").values_list("pk", flat=True).first() or 0
    return Log(room, tuple(LineView.of(line) for line in reversed(lines)), last)


def _of_room(room: Room, match: Match | None) -> Q:
    if room.match_id is None:
        return Q(where=Room.LOBBY)
    ids = [room.match_id]
    if match is not None and match.rematch_of_id is not None:
        if room.kind == Room.PLAYERS:
            ids.append(match.rematch_of_id)
        else:
            # What was said before could be read by all who watch now, and by the players since that match is over.
            before = Match.objects.filter(pk=match.rematch_of_id, state=Match.State.OVER)
            ids.extend(before.exclude(option=Option.PRIVATE).values_list("pk", flat=True))
    return Q(where=room.kind, match__in=ids)


def quiets_of(player: User) -> list[Quiet]:
    """Whose lines a player does not want to read, by name."""
    return list(Quiet.objects.filter(listener=player).select_related("author").order_by("author__username"))


def unread_authors(player: User | None) -> set[int]:
    """Whose lines a player does not get: those hidden by the player, and who keeps apart, either way."""
    if player is None:
        return set()
    hidden = Quiet.objects.filter(listener=player).values_list("author", flat=True)
    return blocked_ids(player) | set(hidden)


def not_for(author: User) -> set[int]:
    """Who does not get the lines of an author: the other side of `unread_authors`."""
    return blocked_ids(author) | set(Quiet.objects.filter(author=author).values_list("listener", flat=True))
