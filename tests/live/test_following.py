"""Pages that follow over real sockets: a match made private shows spectators out, and leaves those pages a word."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from matches.models import Match
from matches.services.options import option_set
from tests.live.conftest import Browser, Socket
from tests.matches import rows
from triad.rooms import NOT_ALLOWED

pytestmark = pytest.mark.django_db(transaction=True)

#: Seconds in which even a busy machine has drawn a page.
LONG = 20


@sync_to_async
def begin() -> tuple[Match, Match, User, User]:
    """Two running matches of the same two; the TV takes the second, where more is at stake."""
    alice, bob = (User.objects.create_user(username=name) for name in ("alice", "bob"))
    first = rows.match_write(rows.record(), alice, bob)
    return first, rows.match_write(rows.record(), alice, bob, bet=100), alice, bob


async def told(socket: Socket, part: str) -> str:
    """The next text with this part; those before it are passed over."""
    while part not in (text := await socket.text(LONG)):
        pass
    return text


async def test_private_shows_out_who_watches_and_not_who_follows(browser: Browser) -> None:
    first, second, alice, bob = await begin()
    watcher = await browser.open(f"/live/match/{second.pk}/")
    screen = await browser.open(f"/live/broadcast/{second.pk}/")
    tv = await browser.open("/live/tv/-/")
    for socket in (watcher, screen, tv):
        await told(socket, f'data-scope="{second.pk}"')

    set_option = sync_to_async(option_set)
    await set_option(match_id=second.pk, user=alice, option="private")
    await told(watcher, "This match is private now")
    assert await watcher.code(LONG) == NOT_ALLOWED
    word = await told(screen, "This match is private")
    assert "match-board" not in word and "alice" not in word
    await told(tv, f'data-scope="{first.pk}"')

    for player in (alice, bob):
        await set_option(match_id=second.pk, user=player, option="open")
    await told(screen, f'data-scope="{second.pk}"')
