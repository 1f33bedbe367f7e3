"""A delayed match over real sockets: spectators get what is due, when it is due, and nothing before."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from matches.models import Match
from matches.services.delays import match_show
from matches.services.options import option_set
from matches.services.overdue import settle_match
from tests.conftest import Clock
from tests.live.conftest import Browser, Socket
from tests.matches import world
from tests.matches.delayed import DELAY, choose, match_delayed, names_give, pass_time, play_out, seen_in
from triad.rooms import NOT_ALLOWED

pytestmark = pytest.mark.django_db(transaction=True)

#: Seconds in which even a busy machine has drawn a page.
LONG = 20


class Ears:
    """A socket, and everything that it has received."""

    def __init__(self, socket: Socket) -> None:
        self.socket, self.heard = socket, ""

    async def told(self, part: str) -> str:
        """The next text with this part; those before it are kept too."""
        while True:
            text = await self.socket.text(LONG)
            self.heard += text
            if part in text:
                return text

    async def rest(self) -> str:
        """Everything so far, with what has come meanwhile."""
        while not self.socket.output_queue.empty():
            self.heard += self.socket.output_queue.get_nowait().get("text", "")
        return self.heard


@sync_to_async
def begin(alice: User, bob: User, *, delay: bool = True) -> Match:
    names_give(alice, bob)
    given = {"rules": ["same"], "option": "broadcast", "move_time": 300}
    return match_delayed(alice, bob) if delay else world.match_make(alice, bob, **given)


async def test_spectators_hear_what_is_due_and_nothing_before(
    browser: Browser, alice: User, bob: User, clock: Clock
) -> None:
    match = await begin(alice, bob)
    early = await browser.open(f"/live/match/{match.pk}/")
    assert await early.code(LONG) == NOT_ALLOWED
    screen = Ears(await browser.open(f"/live/broadcast/{match.pk}/"))
    await screen.told("it begins here at 12:01 UTC")
    lobby = Ears(await browser.open("/live/lobby/-/"))
    await lobby.told("lobby-tables")

    placed = await sync_to_async(play_out)(match, clock)
    await sync_to_async(choose)(match)
    first, last = [move.at async for move in match.moves.order_by("at")][:: len(placed) - 1]
    # While it was played, its beginning came to be shown.
    if (first - match.began_at).total_seconds() + DELAY > (last - match.began_at).total_seconds():
        assert seen_in((await screen.rest() + await lobby.rest()).encode()) == set()
    assert "alice" in await screen.told(f'data-scope="{match.pk}"')
    watcher = Ears(await browser.open(f"/live/match/{match.pk}/"))
    await watcher.told("match-board")
    ears = (screen, lobby, watcher)
    while True:
        shown = await match.moves.filter(at__lte=clock.now - match.delay_time).acount()
        for each in ears:
            assert seen_in((await each.rest()).encode()) <= set(placed[:shown])
            assert " wins" not in each.heard
        if shown == len(placed) - 1:
            break
        await sync_to_async(pass_time)(clock, 10)
        for each in ears[::2]:
            await each.told(placed[shown])
    await sync_to_async(pass_time)(clock, DELAY)
    for each in ears[::2]:
        await each.told(" wins")
    # Whoever comes first does it, and once.
    for again in (match_show, settle_match):
        await sync_to_async(again)(match_id=match.pk)
    for each in ears:
        await each.rest()
        assert await each.socket.silent()


async def test_who_watches_already_is_shown_out_with_the_hour(
    browser: Browser, alice: User, bob: User, clock: Clock
) -> None:
    match = await begin(alice, bob, delay=False)
    watcher = Ears(await browser.open(f"/live/match/{match.pk}/"))
    await watcher.told("match-board")
    await set_delay(match)
    await watcher.told("it begins here at 12:01 UTC")
    assert await watcher.socket.code(LONG) == NOT_ALLOWED


async def test_lobbies_lose_a_match_that_is_shown_later_and_hear_nothing_of_the_next(
    browser: Browser, alice: User, bob: User, clock: Clock
) -> None:
    match = await begin(alice, bob, delay=False)
    lobby = Ears(await browser.open("/live/lobby/-/"))
    assert f'id="table-{match.pk}"' in await lobby.told("lobby-tables")
    await set_delay(match)
    await lobby.told(f'id="table-{match.pk}"')
    await sync_to_async(play_out)(match, clock)
    await sync_to_async(choose)(match)
    await sync_to_async(pass_time)(clock, 5)
    again = await next_of(alice, bob)
    await sync_to_async(option_set)(match_id=again.pk, user=alice, option="open")
    # The end of the first is shown; the next begins for others five seconds later.
    await lobby.rest()
    seen, lobby.heard = lobby.heard, ""
    await sync_to_async(pass_time)(clock, DELAY - 5)
    await lobby.told(f'id="table-{match.pk}"')
    told = seen + await lobby.rest()
    assert f'table-{again.pk}"' not in told and f'cast-{again.pk}"' not in told


@sync_to_async
def next_of(alice: User, bob: User) -> Match:
    return world.match_make(alice, bob, rules=["same", "limitless"], trade="none", option="broadcast", move_time=300)


@sync_to_async
def set_delay(match: Match) -> None:
    from accounts.roles import ORGANISER
    from matches.services.delays import delay_set
    from tests.cards.grants import staff_make

    delay_set(match_id=match.pk, seconds=DELAY, by=staff_make("olga", ORGANISER))
