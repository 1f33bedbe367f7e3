"""Who is here and how many watch: by person, never by socket, and never wrong for long."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async

from accounts.civility.naming import name_change
from accounts.models import User
from accounts.queries import is_connected
from matches.models import Audience, Match, Seed
from tests.conftest import Clock
from tests.live.conftest import Browser, Hall, Socket, signed_in
from triad import hub, presence, rooms
from triad.background import Work


@pytest.fixture
def match(transactional_db: None) -> Match:
    """A match to be watched; nothing else of it matters here."""
    seed = Seed.objects.create(secret="00" * 32, commitment="11" * 32)
    return Match.objects.create(house="deling", setup={}, seed=seed)


@pytest.fixture
def told() -> Iterator[list[int]]:
    """The matches of whose audience the callbacks were told."""
    heard: list[int] = []
    rooms.on_audience(heard.append)
    yield heard
    rooms._audience_callbacks.remove(heard.append)


async def _count(match: Match) -> presence.Crowd:
    return await sync_to_async(presence.audience_of)(match.pk)


async def _open(browser: Browser, session: str = "") -> Socket:
    socket = await browser.open(session=session)
    await socket.text()
    return socket


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
async def test_three_tabs_are_one_viewer_until_the_last_is_closed(
    browser: Browser, hall: Hall, match: Match, told: list[int], order: tuple[int, ...]
) -> None:
    hall.watches = match.pk
    _, session = await signed_in("alice")
    tabs = [await _open(browser, session) for _ in range(3)]
    work = Work(hub.board())
    await work.audience()
    assert await _count(match) == (1, ("alice",))
    for closed, tab in enumerate(order, start=1):
        await tabs[tab].disconnect()
        await work.audience()
        assert (await _count(match))[0] == (0 if closed == 3 else 1)
    assert told == [match.pk, match.pk]


async def test_people_browsers_and_phones_are_told_apart(browser: Browser, hall: Hall, match: Match) -> None:
    hall.watches = match.pk
    sessions = [(await signed_in(name))[1] for name in ("alice", "bob")]
    for session in (*sessions, sessions[0], "", ""):
        await _open(browser, session)
    await Work(hub.board()).audience()
    assert await _count(match) == (3, ("alice", "bob"))


async def test_who_changes_the_name_watches_under_the_new_one(browser: Browser, hall: Hall, match: Match) -> None:
    hall.watches = match.pk
    alice, session = await signed_in("alice")
    socket = await _open(browser, session)
    await sync_to_async(name_change)(player=alice, name="Liz")
    await socket.text()
    await Work(hub.board()).audience()
    assert await _count(match) == (1, ("Liz",))


async def test_who_plays_is_no_viewer(browser: Browser, hall: Hall, match: Match) -> None:
    await _open(browser)
    await Work(hub.board()).audience()
    assert await _count(match) == (0, ())


async def test_rows_are_written_only_when_something_changed_or_needs_renewal(
    browser: Browser, hall: Hall, match: Match, clock: Clock, told: list[int]
) -> None:
    hall.watches = match.pk
    await _open(browser)
    work = Work(hub.board())
    await work.audience()
    first = await Audience.objects.aget()
    await sync_to_async(clock.advance)(2)
    await work.audience()
    assert (await Audience.objects.aget()).seen_at == first.seen_at
    await sync_to_async(clock.advance)(10)
    await work.audience()
    assert (await Audience.objects.aget()).seen_at == first.seen_at + timedelta(seconds=12)
    assert told == [match.pk]


async def test_the_viewers_of_a_killed_process_lapse_and_the_match_is_told(
    browser: Browser, match: Match, clock: Clock, told: list[int]
) -> None:
    await Audience.objects.acreate(match=match, process="killed", count=4, names=["zoe"], seen_at=clock.now)
    assert await _count(match) == (4, ("zoe",))
    await sync_to_async(clock.advance)(31)
    assert await _count(match) == (0, ())
    await Work(hub.board()).audience()
    assert told == [match.pk]
    assert not await Audience.objects.aexists()


async def test_one_who_watches_through_two_processes_counts_once(
    browser: Browser, hall: Hall, match: Match, clock: Clock
) -> None:
    hall.watches = match.pk
    _, session = await signed_in("alice")
    await _open(browser, session)
    await Work(hub.board()).audience()
    await Audience.objects.acreate(match=match, process="other", count=3, names=["alice"], seen_at=clock.now)
    assert await _count(match) == (3, ("alice",))


async def test_connected_players_are_seen_again_and_again(browser: Browser, clock: Clock) -> None:
    alice, session = await signed_in("alice")
    await _open(browser, session)
    await _open(browser, session)
    await sync_to_async(clock.advance)(60)
    await Work(hub.board()).seen()
    assert (await User.objects.aget(pk=alice.pk)).seen_at == clock.now


async def test_of_two_tabs_one_is_closed_and_the_player_is_still_here(browser: Browser, clock: Clock) -> None:
    alice, session = await signed_in("alice")
    tabs = [await _open(browser, session) for _ in range(2)]
    work, here = Work(hub.board()), sync_to_async(is_connected)
    for left in (True, False):
        await tabs.pop().disconnect()
        await sync_to_async(clock.advance)(61)
        await work.seen()
        assert await here(alice) is left
