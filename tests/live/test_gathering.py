"""What many hear of many small things goes out together, and what nobody hears is known before it is drawn."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.live.conftest import Browser
from triad import hub
from triad.lines import Line
from triad.wires import AsgiWire


class Reader:
    """A browser at the lobby, which reads only when let."""

    def __init__(self, board: hub.Board, *topics: str) -> None:
        self.got: list[str] = []
        self.reads = asyncio.Event()
        self.reads.set()
        self.line = Line(AsgiWire(self._send), visitor="v")
        board.join(self.line, ("lobby", *topics), since=board.mark)
        self.line.open("view")

    async def _send(self, message: dict[str, Any]) -> None:
        await self.reads.wait()
        self.got.append(message.get("text") or f"closed {message['code']}")

    async def until(self, last: str) -> list[str]:
        """What came, once the last has."""
        while self.got[-1:] != [last]:
            await asyncio.wait_for(asyncio.sleep(0.005), 5)
        return self.got


def _news(board: hub.Board, html: str, version: int = 0, key: str = "", **more: Any) -> None:
    board.deliver({"topic": "lobby", "html": html, "version": version, "key": key, **more})


async def test_a_lobby_is_told_in_one_text_what_happens_within_a_moment() -> None:
    board = hub.Board(asyncio.get_running_loop())
    reader = Reader(board)
    for number in range(5):
        _news(board, f"<row {number}>", number, f"row {number}")
    assert reader.got == ["view"]
    assert await reader.until("<row 0><row 1><row 2><row 3><row 4>") == ["view", reader.got[-1]]
    _news(board, "later")
    assert (await reader.until("later"))[2:] == ["later"]


async def test_who_is_behind_gets_of_each_row_only_the_newest() -> None:
    board = hub.Board(asyncio.get_running_loop())
    slow, quick = Reader(board), Reader(board)
    slow.reads.clear()
    for version in (1, 2, 3):
        _news(board, f"<row 1 {version}>", version, "row 1")
        _news(board, f"<row 2 {version}>", version, "row 2")
        await quick.until(f"<row 1 {version}><row 2 {version}>")
    slow.reads.set()
    assert await slow.until("<row 2 3>") == ["view", "<row 1 1><row 2 1>", "<row 1 3>", "<row 2 3>"]


async def test_order_holds_between_what_is_for_all_for_some_and_an_end() -> None:
    board = hub.Board(asyncio.get_running_loop())
    reader, other = Reader(board, "user.1"), Reader(board, "user.2")
    _news(board, "for all")
    _news(board, "for some", apart=["user.1"])
    _news(board, "for all again")
    board.deliver({"topic": "lobby", "close": 4403})
    assert await reader.until("closed 4403") == ["view", "for all", "for all again", "closed 4403"]
    assert await other.until("closed 4403") == ["view", "for all", "for some", "for all again", "closed 4403"]


async def test_nothing_need_be_drawn_for_a_topic_without_a_socket(browser: Browser) -> None:
    socket = await browser.open("/live/hall/a/")
    await socket.text()
    assert hub.is_heard("hall.a") and not hub.is_heard("hall.b")
    await socket.disconnect()
    assert not hub.is_heard("hall.a")
