"""Draws the chat and sends it: one line where one is new, the newest lines where a page or a line to it begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User
from matches.chat import bang
from matches.chat.models import Line
from matches.chat.presets import PRESETS
from matches.chat.reading import LineView, Log, log_of, not_for, quiets_of, unread_authors
from matches.chat.rights import check_may_read
from matches.chat.room import Room
from matches.models import Match
from triad import hub
from triad.clock import now
from triad.errors import GameError


@dataclass(frozen=True, slots=True)
class ChatView:
    """The chat of one page: the room in which its reader writes, and its lines.

    `after` are the spectators' lines for the two players, once the match is over; `has_after` says that they will be.
    `before` is the key of the room that this one goes on from, that of the match before a rematch.
    """

    log: Log
    version: int
    has_after: bool = False
    after: Log | None = None
    before: str = ""

    @property
    def room(self) -> Room:
        return self.log.room


def lobby_chat(player: User | None) -> ChatView:
    """The lobby's chat for a player or a visitor."""
    return ChatView(log_of(Room.lobby(), apart=unread_authors(player)), _version())


def match_chat(match: Match, audience: str, player: User | None) -> ChatView | None:
    """The chat of a match for a player of it or a spectator; None for who plays a robot.

    The `audience` is that of `MatchState.audience_of`, which has looked who may watch.
    """
    apart = unread_authors(player)
    before = "" if match.rematch_of_id is None else _room_of(match.rematch_of_id, audience).key
    log = log_of(_room_of(match.pk, audience), apart=apart, match=match)
    if audience == "watch":
        return ChatView(log, _version(), before=before)
    if not match.with_people:
        return None
    over = match.state == Match.State.OVER
    after = log_of(Room.spectators(match.pk), apart=apart, match=match) if over else None
    return ChatView(log, _version(), True, after, before)


def _room_of(match_id: int, audience: str) -> Room:
    return Room.spectators(match_id) if audience == "watch" else Room.players(match_id)


def may_listen_in(match_id: int, player: User | None) -> bool:
    """Whether who looks at a match as spectators do may read what they say: its own players only afterwards."""
    try:
        check_may_read(room=Room.spectators(match_id), user=player)
    except GameError:
        return False
    return True


def chat_listened_in(match_id: int | None, player: User | None) -> ChatView | None:
    """The spectators' chat of a match for a page that follows it; None where there is none for this reader."""
    if match_id is None or not may_listen_in(match_id, player):
        return None
    return match_chat(Match.objects.get(pk=match_id), "watch", player)


def reads_apart(player: User | None) -> bool:
    """Whether a player does not get all lines that others get."""
    return bool(unread_authors(player))


def chat_context(chat: ChatView | None, player: User | None) -> dict[str, Any]:
    """What the panel of a page is drawn from; `player` is who reads."""
    quiets = quiets_of(player) if chat is not None and player is not None else []
    return {"chat": chat, "presets": PRESETS.items(), "quiets": quiets}


def chat_fragments(chat: ChatView | None, player: User | None = None, *, language: str = settings.LANGUAGE_CODE) -> str:
    """The lines of a chat, to be put together with those that a page shows: what a socket begins with."""
    if chat is None:
        return ""
    with translation.override(language):
        parts = [_draw("_where", {"chat": chat}), _log_fragment(chat.log, chat.version)]
        if chat.has_after:
            parts.insert(0, _draw("_after", {"chat": chat, "empty": True}))
        if chat.after is not None:
            parts.append(_log_fragment(chat.after, chat.version))
        # A view that many share is for those who hide nobody, and says so to who has just ended hiding elsewhere.
        nobody: dict[str, Any] = {"quiets": [], "version": _version()}
        parts.append(_draw("_quiets", nobody) if player is None else quiets_fragment(player))
        return "\n".join(parts)


def quiets_fragment(player: User, *, language: str = settings.LANGUAGE_CODE) -> str:
    """Whose lines the player hides, with the buttons that show them again."""
    with translation.override(language):
        return _draw("_quiets", {"quiets": quiets_of(player), "version": _version()})


def line_fragment(line: Line, *, language: str = settings.LANGUAGE_CODE) -> str:
    """One line, to be put in its place."""
    with translation.override(language):
        return _draw("_line", {"line": LineView.of(line)})


def line_pushed(line_id: int) -> None:
    """Sends a line that is new, or that the staff has hidden or shown, to who hears its room."""
    line = Line.objects.select_related("author", "match").filter(pk=line_id).first()
    if line is None:
        return
    apart = [f"user.{pk}" for pk in not_for(line.author)] if line.author is not None else []
    html = line_fragment(line)
    hub.publish(topic=line.room.topic, html=html, apart=apart)
    # Read after the commit: a match that has ended meanwhile has shown its players all lines until then.
    if line.where == Room.SPECTATORS and line.match is not None and _is_open_to_players(line.match):
        hub.publish(topic=Room.players(line.match.pk).topic, html=html, apart=apart)


def line_answered(line_id: int) -> None:
    """Gives a line to what answers commands and hears answers to the quiz."""
    line = Line.objects.select_related("author").filter(pk=line_id).first()
    if line is not None and line.author is not None and not line.preset:
        bang.hear(room=line.room, author=line.author, text=line.text)


def match_over(match: Match, players: list[User]) -> None:
    """Shows the two players of a match that is over what the spectators said; each without those kept apart."""
    if not _is_open_to_players(match):
        return
    for colour, player in zip(("blue", "red"), players, strict=True):
        chat = match_chat(match, colour, player)
        assert chat is not None and chat.after is not None
        # Also where nothing was said yet: what is said from now on needs its place.
        html = _draw("_after", {"chat": chat, "empty": True}) + _log_fragment(chat.after, chat.version)
        others = [f"user.{other.pk}" for other in players if other != player]
        hub.publish(topic=Room.players(match.pk).topic, html=html, apart=others)


def _is_open_to_players(match: Match) -> bool:
    return match.with_people and match.state == Match.State.OVER


def _log_fragment(log: Log, version: int) -> str:
    return _draw("_lines", {"log": log, "version": version})


def _draw(name: str, context: dict[str, Any]) -> str:
    return render_to_string(f"matches/chat/{name}.html", {**context, "oob": True})


def _version() -> int:
    return int(now().timestamp() * 1000)
