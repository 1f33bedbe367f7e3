"""Who may not join is accepted and closed with a code, which a browser can read."""

from __future__ import annotations

from typing import Any

import pytest

from tests.live.conftest import HOST, ORIGIN, Browser, Hall, Socket, signed_in
from triad import hub, rooms


async def _code(browser: Browser, path: str, session: str = "") -> int:
    socket = await browser.open(path, session=session)
    return await socket.code()


@pytest.mark.parametrize("path", ["/live/nowhere/a/", "/live/", "/", "/live/hall/", "/live/hall/a/b/", "/live/hall/ä/"])
async def test_where_there_is_no_room_the_code_is_4404(browser: Browser, path: str) -> None:
    assert await _code(browser, path) == 4404


async def test_an_argument_of_ten_thousand_characters_is_no_room(browser: Browser) -> None:
    assert await _code(browser, f"/live/hall/{'a' * 10_000}/") == 4404


@pytest.mark.parametrize("code", [rooms.SIGNED_OUT, rooms.NOT_ALLOWED, rooms.NO_SUCH_ROOM])
async def test_a_room_refuses_with_its_code(browser: Browser, hall: Hall, code: int) -> None:
    hall.refusal = code
    assert await _code(browser, "/live/hall/a/") == code


async def test_a_page_of_another_sign_in_is_refused(browser: Browser) -> None:
    alice, session = await signed_in("alice")
    assert await _code(browser, f"/live/hall/a/?as={alice.pk}") == 4401
    assert await _code(browser, "/live/hall/a/?as=", session) == 4401
    socket = await browser.open(f"/live/hall/a/?as={alice.pk}", session=session)
    assert await socket.text()


async def test_one_more_socket_than_allowed_is_too_much(browser: Browser, settings: Any) -> None:
    settings.LIVE_SOCKETS_A_VISITOR = 3
    _, session = await signed_in("alice")
    held = [await browser.open(session=session) for _ in range(3)]
    assert await _code(browser, "/live/hall/a/", session) == rooms.TOO_MUCH
    await held[0].disconnect()
    socket = await browser.open(session=session)
    assert await socket.text()


async def test_visitors_of_one_address_are_counted_together_whatever_cookies_they_send(
    browser: Browser, settings: Any
) -> None:
    settings.LIVE_SOCKETS_AN_ADDRESS = 3

    def visitor(number: int, *more: tuple[bytes, bytes]) -> Socket:
        opened = browser.socket(headers=[HOST, ORIGIN, (b"cookie", b"csrftoken=%d" % number), *more])
        opened.scope["client"] = ["192.0.2.1", 5000 + number]
        return opened

    for number in range(3):
        await visitor(number).connect()
    fourth = visitor(4)
    await fourth.connect()
    assert await fourth.code() == rooms.TOO_MUCH
    # Who has an account is not counted with them.
    _, session = await signed_in("alice")
    assert await (await browser.open(session=session)).text()
    # Only the proxy's own word of where somebody comes from is taken.
    claimed = visitor(5, (b"x-forwarded-for", b"203.0.113.9"))
    await claimed.connect()
    assert await claimed.code() == rooms.TOO_MUCH
    settings.BEHIND_PROXY = True
    forwarded = visitor(6, (b"x-forwarded-for", b"198.51.100.1, 203.0.113.9"))
    await forwarded.connect()
    assert await forwarded.text()


async def test_a_right_that_ends_while_the_socket_joins_ends_it(browser: Browser, hall: Hall) -> None:
    joined = hall.join

    def join_and_lose(*args: Any) -> rooms.Joined:
        allowed = joined(*args)
        hub.close(topic="hall.a", code=rooms.NOT_ALLOWED)
        return allowed

    hall.join = join_and_lose  # type: ignore[method-assign]
    assert await _code(browser, "/live/hall/a/") == rooms.NOT_ALLOWED


async def test_closing_a_topic_shuts_its_sockets_and_no_other(browser: Browser) -> None:
    here, there = await browser.open("/live/hall/a/"), await browser.open("/live/hall/b/")
    hub.close(topic="hall.a", code=rooms.NOT_ALLOWED)
    hub.publish(topic="hall.a", html="a secret")
    assert await here.code() == rooms.NOT_ALLOWED
    assert await here.silent()
    assert await there.text() and await there.silent()


async def test_a_recheck_shuts_who_may_no_longer_be_there(browser: Browser, hall: Hall) -> None:
    socket = await browser.open()
    await socket.text()
    hall.view = "afresh"
    hub.recheck(topic="hall.a")
    assert await socket.text() == "afresh"
    hall.refusal = rooms.NOT_ALLOWED
    hub.recheck(topic="hall.a")
    assert await socket.code() == rooms.NOT_ALLOWED
