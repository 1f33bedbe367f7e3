"""A socket is subscribed before its first view is made: nothing falls into the gap between page and socket."""

from __future__ import annotations

import json
import time

from asgiref.sync import sync_to_async
from django.test import Client

from accounts.models import User
from matches.services.options import option_set
from tests.live.conftest import Browser, Hall
from tests.matches import rows
from triad import hub


async def test_a_socket_is_shown_the_whole_view_and_then_a_beat(browser: Browser, hall: Hall) -> None:
    socket = await browser.open()
    assert await socket.receive_from() == hall.view
    assert json.loads(await socket.receive_from())["beat"] == 0


async def test_an_event_while_the_view_is_made_comes_after_it(browser: Browser, hall: Hall) -> None:
    hall.before_view = lambda: hub.publish(topic="hall.a", html="news", version=2, key="hall")
    socket = await browser.open()
    assert [await socket.text(), await socket.text()] == [hall.view, "news"]


async def test_of_many_events_while_the_view_is_made_only_the_newest_of_a_key_comes(
    browser: Browser, hall: Hall
) -> None:
    def tell() -> None:
        for version in (2, 4, 3):
            hub.publish(topic="hall.a", html=f"board {version}", version=version, key="board")
        hub.publish(topic="hall.a", html="chat 1")
        hub.publish(topic="hall.a", html="chat 2")

    hall.before_view = tell
    socket = await browser.open()
    assert await socket.text() == hall.view
    assert [await socket.text() for _ in range(3)] == ["board 4", "chat 1", "chat 2"]
    assert await socket.silent()


async def test_a_topic_is_heard_only_in_its_room(browser: Browser) -> None:
    here, there = await browser.open("/live/hall/a/"), await browser.open("/live/hall/b/")
    await here.text(), await there.text()
    hub.publish(topic="hall.b", html="news")
    assert await there.text() == "news"
    assert await here.silent()


async def test_a_browser_that_asks_is_shown_everything_afresh(browser: Browser, hall: Hall) -> None:
    socket = await browser.open()
    await socket.text()
    hall.view = "second view"
    await socket.send_json_to({"sync": 1})
    assert await socket.text() == "second view"


async def test_sockets_that_share_a_view_are_shown_one_making(browser: Browser, hall: Hall) -> None:
    hall.share = "watch"
    hall.before_view = lambda: time.sleep(0.05)
    sockets = [await browser.open() for _ in range(6)]
    assert {await socket.text() for socket in sockets} == {hall.view}
    assert 1 <= hall.made <= 6
    made = hall.made
    for socket in sockets:
        await socket.send_json_to({"sync": 1})
    assert {await socket.text() for socket in sockets} == {hall.view}
    assert hall.made - made < 6


async def test_what_happens_between_a_match_page_and_its_socket_is_in_the_first_view(browser: Browser) -> None:
    def page() -> tuple[int, int]:
        alice, bob = (User.objects.create_user(username=name) for name in ("alice", "bob"))
        match = rows.match_write(rows.record(), alice, bob)
        shown = f'id="match-score" class="scorebar" data-version="{match.version}"'
        assert shown in Client().get(f"/matches/{match.pk}/").content.decode()
        option_set(match_id=match.pk, user=alice, option="private")
        for player in (alice, bob):
            option_set(match_id=match.pk, user=player, option="open")
        before = match.version
        match.refresh_from_db()
        assert match.version > before
        return match.pk, match.version

    match_id, version = await sync_to_async(page)()
    socket = await browser.open(f"/live/match/{match_id}/")
    assert f'id="match-score" class="scorebar" data-version="{version}"' in await socket.text(20)
