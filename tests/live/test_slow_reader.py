"""A browser that does not read slows nobody, and of what it missed gets the newest."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest

from triad.hub import Board
from triad.lines import MOST_HELD, Line
from triad.wires import AsgiWire, Text, send_now


class Reader:
    """A server's send to a browser that reads only when let."""

    def __init__(self) -> None:
        self.got: list[str] = []
        self.reads = asyncio.Event()
        self.reads.set()

    async def send(self, message: dict[str, Any]) -> None:
        await self.reads.wait()
        self.got.append(message.get("text") or f"closed {message['code']}")


def _line(board: Board, reader: Reader) -> Line:
    line = Line(AsgiWire(reader.send), visitor="v")
    board.join(line, ("match.1.watch",), since=board.mark)
    line.open("view")
    return line


def _news(board: Board, html: str, version: int = 0, key: str = "") -> None:
    board.deliver({"topic": "match.1.watch", "html": html, "version": version, "key": key})


@pytest.fixture
def board() -> Any:
    async def make() -> Board:
        return Board(asyncio.get_running_loop())

    return make


async def _turns() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_paused_reader_gets_the_newest_of_each_key_and_others_get_everything(board: Any) -> None:
    here = await board()
    slow, quick = Reader(), Reader()
    _line(here, slow), _line(here, quick)
    slow.reads.clear()
    for version in range(1, 101):
        _news(here, f"board {version}", version, "board")
    _news(here, "score 3", 3, "score")
    assert quick.got == ["view", *(f"board {version}" for version in range(1, 101)), "score 3"]
    slow.reads.set()
    await _turns()
    assert slow.got == ["view", "board 1", "board 100", "score 3"]


async def test_an_older_version_never_takes_the_place_of_a_newer_one(board: Any) -> None:
    here = await board()
    slow = Reader()
    _line(here, slow)
    slow.reads.clear()
    for version in (1, 5, 4):
        _news(here, f"board {version}", version, "board")
    slow.reads.set()
    await _turns()
    assert slow.got == ["view", "board 1", "board 5"]


async def test_a_slot_that_overflows_is_emptied_and_a_fresh_view_is_asked_for_once(board: Any) -> None:
    here = await board()
    slow = Reader()
    line = _line(here, slow)
    asked: list[bool] = []
    line.on_stale = lambda: asked.append(True)
    slow.reads.clear()
    for number in range(MOST_HELD * 3):
        _news(here, f"line {number}")
    assert not asked
    slow.reads.set()
    await _turns()
    assert (slow.got, asked) == (["view", "line 0"], [True])
    line.refresh("whole view")
    _news(here, "line after")
    assert slow.got[2:] == ["whole view", "line after"]


async def test_a_large_text_that_waits_cannot_fill_the_memory(board: Any) -> None:
    here = await board()
    slow = Reader()
    line = _line(here, slow)
    slow.reads.clear()
    for version in range(1, 50):
        _news(here, "x" * 100_000, version, f"key {version}")
    assert line._held is None or sum(held.text.size for held in line._held.values()) <= 256 * 1024


async def test_beats_pass_over_who_is_behind(board: Any) -> None:
    here = await board()
    slow = Reader()
    _line(here, slow)
    slow.reads.clear()
    _news(here, "news")
    for _ in range(20):
        here.beat_all()
    slow.reads.set()
    await _turns()
    assert slow.got == ["view", "news"]


async def test_a_slow_reader_is_closed_after_what_is_on_its_way_and_gets_nothing_that_waited(board: Any) -> None:
    here = await board()
    slow = Reader()
    line = _line(here, slow)
    slow.reads.clear()
    _news(here, "news 1")
    _news(here, "a secret")
    here.deliver({"topic": "match.1.watch", "close": 4403})
    _news(here, "another secret")
    slow.reads.set()
    await _turns()
    assert slow.got == ["view", "news 1", "closed 4403"]
    assert line.closed == 4403


async def test_a_browser_that_is_gone_harms_nobody(board: Any) -> None:
    here = await board()

    async def broken(message: dict[str, Any]) -> None:
        raise OSError("gone")

    async def breaking(message: dict[str, Any]) -> None:
        await asyncio.sleep(0)
        raise OSError("gone")

    for send in (broken, breaking):
        line = Line(AsgiWire(send))
        here.join(line, ("match.1.watch",), since=0)
        line.open("view")
    quick = Reader()
    _line(here, quick)
    _news(here, "news")
    await _turns()
    assert quick.got == ["view", "news"]


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536])
def test_a_text_is_one_whole_frame(size: int) -> None:
    from websockets.frames import Frame, Opcode

    text = Text("é" * (size // 2) + "x" * (size % 2))
    assert text.frame == Frame(Opcode.TEXT, text.text.encode()).serialize(mask=False)


def test_the_kernel_is_given_what_it_takes_at_once_and_no_more() -> None:
    here, there = socket.socketpair()
    here.setblocking(False)
    frame = Text("<p>é\0</p>" * 500).frame
    assert send_now(here, frame) == len(frame)
    assert there.recv(len(frame), socket.MSG_WAITALL) == frame
    while send_now(here, frame):
        pass
    assert send_now(here, frame) == 0
    there.close()
    assert send_now(here, frame) == 0
    here.close()
    assert send_now(here, frame) == 0
