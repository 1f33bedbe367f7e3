"""The rooms of pages that follow: the TV from match to match, the big screen through rematches.

A page that follows is a spectator's like any other and hears what spectators hear. Besides it hears the topic
`follow.<id>`: by it the page is made to look again where to be, instead of being shown out.
"""

from __future__ import annotations

from dataclasses import replace

from django.db import connection

from accounts.models import User
from matches.broadcast.showing import WORD_LATER, WORD_NOTHING, WORD_PRIVATE, page_fragments
from matches.broadcast.tv import TOPIC, tv_match_id
from matches.chat.room import Room as ChatRoom
from matches.chat.showing import chat_context, chat_fragments, chat_listened_in, may_listen_in, reads_apart
from matches.live.rooms import follow_topic, match_topic
from matches.models import Match, Option
from matches.queries.public import has_begun, running_now
from matches.services.overdue import settle_match
from triad import hub
from triad.rooms import NO_SUCH_ROOM, Joined, Refused

MOST_DIGITS = 17
_LAST = """
    WITH RECURSIVE chain (id) AS (
        SELECT id FROM matches_match WHERE id = %s
        UNION ALL
        SELECT younger.id FROM matches_match younger JOIN chain ON younger.rematch_of_id = chain.id
        WHERE younger.delay = 0 OR younger.shown <> ''
    )
    SELECT MAX(id) FROM chain
"""


def last_of(match_id: int) -> int | None:
    """The match itself, or the last of the rematches that came of it and can be seen by now; None where there is no
    such match."""
    if not Match.objects.filter(pk=match_id).exists():
        return None
    # In one look: robots that play for show make chains of thousands. A rematch is always younger than its match.
    with connection.cursor() as cursor:
        cursor.execute(_LAST, [match_id])
        (last,) = cursor.fetchone()
    return int(last)


class TvRoom:
    """The TV: everybody may look on, and sees what spectators see."""

    def join(self, player: User | None, session_key: str, argument: str) -> Joined:
        """The spectators' topic of the match that is shown now."""
        match_id = tv_match_id()
        if match_id is None:
            return Joined(topics=(TOPIC,), audience=WORD_NOTHING, share=WORD_NOTHING)
        hears, own = may_listen_in(match_id, player), reads_apart(player)
        chat = (ChatRoom.spectators(match_id).topic,) if hears else ()
        joined = _joined(match_id, TOPIC, follow_topic(match_id), *chat)
        return joined if hears and not own else replace(joined, share="")

    def snapshot(self, joined: Joined, player: User | None) -> str:
        """The whole page, every region of it, and the spectators' chat."""
        return _snapshot("tv", joined, reader=None if joined.share else player, talks=True)


class BroadcastRoom:
    """The big screen: the match of the address, then its rematches; a word while it is private."""

    def join(self, player: User | None, session_key: str, argument: str) -> Joined:
        """The spectators' topic of the last match of the chain; refused where there is none."""
        if not (argument.isascii() and argument.isdigit() and len(argument) <= MOST_DIGITS):
            raise Refused(NO_SUCH_ROOM)
        match_id = last_of(int(argument))
        if match_id is None:
            raise Refused(NO_SUCH_ROOM)
        if Match.objects.filter(pk=match_id, option=Option.PRIVATE).exists():
            return Joined(topics=(follow_topic(match_id),), audience=WORD_PRIVATE, share=f"{match_id} {WORD_PRIVATE}")
        if not has_begun(Match.objects.get(pk=match_id)):
            return Joined(topics=(follow_topic(match_id),), audience=WORD_LATER, share=f"{match_id} {WORD_LATER}")
        return _joined(match_id, follow_topic(match_id))

    def snapshot(self, joined: Joined, player: User | None) -> str:
        """The whole page, and every region of it."""
        return _snapshot("cast", joined)


def lobby_changed(match_id: int) -> None:
    """Has pages look again where to be: a rematch has begun, or the players have changed who may watch."""
    match = Match.objects.filter(running_now(), pk=match_id).only("rematch_of").first()
    if match is None:
        return
    for followed in (match.pk, match.rematch_of_id):
        if followed is not None:
            hub.recheck(topic=follow_topic(followed))


def _joined(match_id: int, *topics: str) -> Joined:
    heard = (match_topic(match_id, "watch"), *topics)
    return Joined(topics=heard, audience="watch", watches=match_id, share=f"match {match_id}")


def _snapshot(place: str, joined: Joined, *, reader: User | None = None, talks: bool = False) -> str:
    if joined.watches is None:
        match_id = last_of(int(joined.argument)) if joined.audience == WORD_LATER else None
        return page_fragments(place, match_id, word=joined.audience)
    settle_match(match_id=joined.watches)
    chat = chat_listened_in(joined.watches, reader) if talks else None
    return page_fragments(place, joined.watches, chat=chat_context(chat, reader)) + chat_fragments(chat, reader)
