"""The chat over sockets: who hears which line, and that nobody's bytes hold what is not for them."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.blocks import block_set
from accounts.models import User
from matches.chat.quieting import quiet_set
from matches.chat.room import Room
from matches.chat.speaking import line_announce, line_hide, line_say
from matches.live import announce
from matches.live.rooms import follow_topic
from matches.models import Match
from matches.services.options import option_set
from tests.live.conftest import Browser, Socket, signed_in
from tests.matches import rows
from triad import hub
from triad.rooms import NOT_ALLOWED

pytestmark = pytest.mark.django_db(transaction=True)

#: Seconds in which even a busy machine has drawn a page.
LONG = 20
say = sync_to_async(line_say)
announce_line = sync_to_async(line_announce)


async def people() -> tuple[list[User], list[str]]:
    """Alice, Bob and Charlie, and their sessions."""
    made = [await signed_in(name) for name in ("alice", "bob", "charlie")]
    return [user for user, _session in made], [session for _user, session in made]


@sync_to_async
def begin(alice: User, bob: User, **more: Any) -> Match:
    return rows.match_write(rows.record(), alice, bob, **more)


@sync_to_async
def end(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(
        state="over", ended="forfeit", winner="blue", turn="", due_at=None, left={"by": "red", "how": "forfeit"}
    )
    announce.match_changed(match.pk)


async def until(socket: Socket, part: str) -> str:
    """All that comes until a text with this part, that one with it."""
    heard = await socket.text(LONG)
    while part not in heard:
        heard += await socket.text(LONG)
    return heard


async def test_each_hears_the_own_room_and_the_players_the_other_only_afterwards(browser: Browser) -> None:
    (alice, bob, charlie), sessions = await people()
    match = await begin(alice, bob)
    players, spectators = Room.players(match.pk), Room.spectators(match.pk)
    await say(room=players, author=alice, text="first between us")
    await say(room=spectators, author=charlie, text="first among us")
    address = f"/live/match/{match.pk}/"
    at_table = [await browser.open(address, session=session) for session in sessions[:2]]
    beside = [
        await browser.open(address, session=sessions[2]),
        await browser.open(address),
        await browser.open("/live/tv/-/"),
    ]
    screen = await browser.open(f"/live/broadcast/{match.pk}/")
    own_tv = await browser.open("/live/tv/-/", session=sessions[0])

    await say(room=spectators, author=charlie, text="second among us")
    await say(room=players, author=bob, text="second between us <img src=x>")
    heard = [await until(socket, "second between") for socket in at_table]
    assert all("first between us" in text and "among us" not in text for text in heard)
    assert all("&lt;img src=x&gt;" in text and "<img src=x" not in text for text in heard)
    seen = [await until(socket, "second among") for socket in beside]
    assert all("first among us" in text for text in seen)
    assert all(text.count("second among us") == 1 for text in (*heard, *seen) if "second among us" in text)

    await end(match)
    after = [await until(socket, 'id="chat-after-lines"') for socket in at_table]
    assert all("first among us" in text and "second among us" in text for text in after)
    await say(room=spectators, author=charlie, text="third among us")
    await announce_line(room=players, text="last between us")
    for socket in at_table:
        assert "third among us" in await until(socket, "last between us")
    for socket in beside:
        assert "between us" not in await until(socket, "third among us")
    hub.publish(topic=follow_topic(match.pk), html="that is all")
    for socket in (screen, own_tv):
        told = await until(socket, "that is all")
        assert "match-board" in told and "between us" not in told and "among us" not in told


async def test_what_is_first_said_after_the_end_has_its_place_at_the_table(browser: Browser) -> None:
    (alice, bob, charlie), sessions = await people()
    match = await begin(alice, bob)
    at_table = await browser.open(f"/live/match/{match.pk}/", session=sessions[0])
    await until(at_table, "chat-players")
    await end(match)
    assert 'id="chat-spectators"' in await until(at_table, 'id="chat-after-lines"')
    await say(room=Room.spectators(match.pk), author=charlie, text="first among us")
    assert 'data-line-into="chat-spectators"' in await until(at_table, "first among us")


async def test_who_keeps_apart_hears_nothing_of_each_other_in_pushes_and_views(browser: Browser) -> None:
    (alice, bob, charlie), sessions = await people()
    sockets = [await browser.open("/live/lobby/-/", session=session) for session in sessions]
    visitor = await browser.open("/live/lobby/-/")
    await announce_line(room=Room.lobby(), text="the house is open")
    for socket in (*sockets, visitor):
        await until(socket, "the house is open")

    await sync_to_async(block_set)(blocker=alice, blocked=bob, on=True)
    await sync_to_async(quiet_set)(listener=charlie, author_id=alice.pk, on=True)
    for author in (alice, bob):
        await say(room=Room.lobby(), author=author, text=f"word of {author.username}")
    await announce_line(room=Room.lobby(), text="the house is closed")
    by_alice, by_bob, by_charlie, by_visitor = [
        await until(socket, "the house is closed") for socket in (*sockets, visitor)
    ]
    assert "word of alice" in by_alice and "word of bob" not in by_alice
    assert "word of bob" in by_bob and "word of alice" not in by_bob
    assert "word of bob" in by_charlie and "word of alice" not in by_charlie
    assert "word of alice" in by_visitor and "word of bob" in by_visitor

    again = [await browser.open("/live/lobby/-/", session=session) for session in sessions]
    seen = [await until(socket, "the house is closed") for socket in again]
    assert ["word of alice" in text for text in seen] == [True, False, False]
    assert ["word of bob" in text for text in seen] == [False, True, True]
    assert "Show alice again" in seen[2]


async def test_one_line_is_pushed_and_the_staff_s_hand_replaces_it(browser: Browser) -> None:
    (alice, _bob, _charlie), _sessions = await people()
    await say(room=Room.lobby(), author=alice, text="good evening")
    socket = await browser.open("/live/lobby/-/")
    await until(socket, "good evening")
    line = await say(room=Room.lobby(), author=alice, text="rude words")
    pushed = await until(socket, "rude words")
    assert pushed.count("<li") == 1 and "good evening" not in pushed and f'id="line-{line.pk}"' in pushed
    await sync_to_async(line_hide)(line_id=line.pk, hidden=True)
    replaced = await until(socket, f'id="line-{line.pk}"')
    assert "Hidden by the staff." in replaced and "rude words" not in replaced and 'data-version="2"' in replaced
    assert "rude words" not in await until(await browser.open("/live/lobby/-/"), "Hidden by the staff.")


async def test_private_shows_spectators_out_of_their_chat_too(browser: Browser) -> None:
    (alice, bob, charlie), sessions = await people()
    match = await begin(alice, bob)
    watcher = await browser.open(f"/live/match/{match.pk}/", session=sessions[2])
    tv = await browser.open("/live/tv/-/", session=sessions[2])
    for socket in (watcher, tv):
        await until(socket, 'id="chat-spectators"')
    await sync_to_async(option_set)(match_id=match.pk, user=alice, option="private")
    assert await watcher.code(LONG) == NOT_ALLOWED
    await until(tv, "Nobody plays just now")
    await announce_line(room=Room.spectators(match.pk), text="among us")
    hub.publish(topic=f"user.{charlie.pk}", html="that is all")
    assert "among us" not in await until(tv, "that is all")
    refused = await browser.open(f"/live/match/{match.pk}/", session=sessions[2])
    assert await refused.code(LONG) == NOT_ALLOWED
