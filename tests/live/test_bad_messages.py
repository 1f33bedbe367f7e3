"""What a browser may not send: it is borne a few times, then the socket is closed."""

from __future__ import annotations

import pytest

from tests.live.conftest import Browser, Hall
from triad import rooms
from triad.consumers import BAD_MESSAGES_BORNE, BURST, LONGEST_MESSAGE, is_sync

LONG = f'{{"sync": "{"x" * LONGEST_MESSAGE}"}}'
BAD = [" ", "hello", "[]", "1", "null", '"sync"', "{}", '{"move": 1}', "{" * 1999, "[" * 1999, LONG]


@pytest.mark.parametrize("text", BAD)
async def test_bad_messages_are_borne_and_then_end_the_socket(browser: Browser, text: str) -> None:
    socket = await browser.open()
    await socket.text()
    for _ in range(BAD_MESSAGES_BORNE):
        await socket.send_to(text_data=text)
    assert await socket.silent()
    await socket.send_to(text_data=text)
    assert await socket.code() == rooms.BAD_MESSAGE


async def test_bytes_are_bad_messages(browser: Browser) -> None:
    socket = await browser.open()
    for _ in range(BAD_MESSAGES_BORNE + 1):
        await socket.send_to(bytes_data=b"\x00\xff")
    assert await socket.code() == rooms.BAD_MESSAGE


async def test_a_flood_of_good_messages_ends_the_socket(browser: Browser, hall: Hall) -> None:
    socket = await browser.open()
    await socket.text()
    made = hall.made
    for _ in range(int(BURST) * 3):
        await socket.send_json_to({"sync": 1})
    assert await socket.code() == rooms.TOO_MUCH
    assert hall.made - made <= BURST


def test_a_long_message_is_not_even_read() -> None:
    assert is_sync('{"sync": 1}')
    assert not is_sync('{"sync": 1}'.ljust(LONGEST_MESSAGE + 1))
    assert not is_sync(None)
