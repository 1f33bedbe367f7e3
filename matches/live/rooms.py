"""The rooms that pages of matches listen to: who may join, and the whole current view that each socket begins with."""

from __future__ import annotations

from accounts.models import User
from matches.arena.opening import invite_of
from matches.arena.roll import here_fragment
from matches.arena.showing import open_fragment
from matches.chat.room import Room as ChatRoom
from matches.chat.showing import chat_fragments, lobby_chat, match_chat, reads_apart
from matches.live import lobby
from matches.live.banner import banner_fragment
from matches.live.challenges import challenge_state_fragment, challenges_fragment
from matches.live.render import match_fragments, shown_out_fragment, watchers_fragment
from matches.live.sight import Audience
from matches.live.state import MatchState
from matches.models import Challenge
from matches.services.challenge_rows import challenge_for
from matches.services.overdue import settle_match
from triad.errors import GameError, NotAllowed, NotFound
from triad.rooms import NO_SUCH_ROOM, NOT_ALLOWED, Joined, Refused


class MatchRoom:
    """A match: a player hears the own side, everybody else what spectators may see."""

    def join(self, player: User | None, session_key: str, argument: str) -> Joined:
        """The topics of the player's side, or of the spectators; refused where there is no match, or a private one."""
        match_id = _number(argument)
        try:
            audience = MatchState.load(match_id, viewer=player).audience_of(player)
        except NotFound:
            raise Refused(NO_SUCH_ROOM) from None
        except NotAllowed:
            raise Refused(NOT_ALLOWED) from None
        topic, watches = match_topic(match_id, audience), audience == "watch"
        chat = ChatRoom.spectators(match_id) if watches else ChatRoom.players(match_id)
        return Joined(
            topics=(topic, chat.topic),
            audience=audience,
            argument=argument,
            watches=match_id if watches else None,
            share=topic if watches and not reads_apart(player) else "",
        )

    def snapshot(self, joined: Joined, player: User | None) -> str:
        """Every region as it stands, settled, without the events of the last move."""
        match_id = int(joined.argument)
        settle_match(match_id=match_id)
        try:
            state = MatchState.load(match_id, viewer=None if joined.audience == "watch" else player)
        except NotAllowed as error:
            return shown_out_fragment(later=error.message)
        parts = [match_fragments(state, audience_word(joined.audience)), watchers_fragment(match_id)]
        reader = None if joined.share else player
        parts.append(chat_fragments(match_chat(state.match, joined.audience, reader), reader))
        if joined.audience != "watch" and player is not None:
            parts.append(banner_fragment(player))
        return "\n".join(parts)


class LobbyRoom:
    """The start page: running matches, the Broadcast strip, and the player's own challenges."""

    def join(self, player: User | None, session_key: str, argument: str) -> Joined:
        """Everybody may; a player hears of the own challenges besides."""
        own = (lobby_topic(player.pk),) if player is not None else ()
        return Joined(
            topics=("lobby", ChatRoom.lobby().topic, *own),
            argument=argument,
            share="" if player is not None else "visitors",
        )

    def snapshot(self, joined: Joined, player: User | None) -> str:
        """What is live on the start page."""
        parts = [lobby.tables_fragment(), open_fragment(player), here_fragment(player)]
        parts.append(chat_fragments(lobby_chat(player), player))
        if player is not None:
            parts += [banner_fragment(player), challenges_fragment(player)]
        return "\n".join(parts)


class ChallengeRoom:
    """The page of one challenge: how it stands. The argument is its ID, or the token of an invite's link."""

    def join(self, player: User | None, session_key: str, argument: str) -> Joined:
        """Its two players may, and who may answer it."""
        challenge = _challenge(argument, player)
        assert player is not None
        topics = [challenge_topic(challenge.pk, player.pk)]
        if player.pk not in (challenge.challenger_id, challenge.opponent_id):
            topics.append(others_topic(challenge.pk))
        return Joined(topics=tuple(topics), argument=argument)

    def snapshot(self, joined: Joined, player: User | None) -> str:
        """Its state, and the banner."""
        if player is None:
            return ""
        return challenge_state_fragment(_challenge(joined.argument, player), player) + banner_fragment(player)


class PageRoom:
    """Every other page: the banner of the player."""

    def join(self, player: User | None, session_key: str, argument: str) -> Joined:
        """Everybody may; without a player nothing is heard."""
        return Joined(argument=argument)

    def snapshot(self, joined: Joined, player: User | None) -> str:
        """The banner."""
        return "" if player is None else banner_fragment(player)


def _number(argument: str) -> int:
    """The ID that an address names; raises Refused for anything else."""
    if not (argument.isascii() and argument.isdigit() and len(argument) < 18):
        raise Refused(NO_SUCH_ROOM)
    return int(argument)


def _challenge(argument: str, player: User | None) -> Challenge:
    """The challenge of an address, if the player may look at it; raises Refused."""
    if player is None:
        raise Refused(NO_SUCH_ROOM)
    try:
        invited = "." in argument
        challenge_id = invite_of(argument).pk if invited else _number(argument)
        return challenge_for(challenge_id=challenge_id, user=player, invited=invited)
    except GameError:
        raise Refused(NO_SUCH_ROOM) from None


def lobby_topic(user_id: int) -> str:
    """The hub's topic of one player's own part of the start page."""
    return f"lobby.{user_id}"


def challenge_topic(challenge_id: int, user_id: int) -> str:
    """The hub's topic of a challenge's page as one of its players sees it."""
    return f"challenge.{challenge_id}.{user_id}"


def others_topic(challenge_id: int) -> str:
    """The hub's topic of a challenge's page for all who may answer it."""
    return f"challenge.{challenge_id}.others"


def match_topic(match_id: int, audience: str) -> str:
    """The hub's topic of one audience of a match."""
    return f"match.{match_id}.{audience}"


def follow_topic(match_id: int) -> str:
    """The hub's topic of all pages that follow a match to wherever it leads."""
    return f"follow.{match_id}"


def audience_word(word: str) -> Audience:
    """A room's word as an audience; anything unknown is a spectator."""
    return "blue" if word == "blue" else "red" if word == "red" else "watch"
