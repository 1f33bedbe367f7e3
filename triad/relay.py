"""Carries the hub's messages between processes over the channel layer: one subscription a process.

Redis' publish/subscribe loses what is sent while a connection is down. Every process numbers its packets and pulses,
so that a receiver sees a gap and lets its sockets take fresh views. In one process nothing is carried.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import threading
import uuid
from collections.abc import Callable
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer

log = logging.getLogger("triad.relay")

#: The name of this process among all that ever were.
PROCESS = uuid.uuid4().hex
GROUP = "hub"
PULSE_EVERY = 5.0
#: A subscription that has not brought back the process's own pulse for so long is made anew.
DEAF_AFTER = 16.0
SEND_WITHIN = 5.0

_lock = threading.Lock()
_numbers = itertools.count(1)
_tasks: set[asyncio.Task[None]] = set()


def crosses() -> bool:
    """Whether there may be other processes: the layer is not the one in memory."""
    return not isinstance(get_channel_layer(), InMemoryChannelLayer)


def send(message: dict[str, Any] | None, loop: asyncio.AbstractEventLoop | None) -> None:
    """Sends to all other processes, by the loop that holds the connection, or where there is none at once."""
    if not crosses():
        return
    with _lock:
        packet = {"type": "hub.packet", "from": PROCESS, "number": next(_numbers), "message": message}
        if loop is not None:
            asyncio.run_coroutine_threadsafe(_send(packet), loop)
            return
    async_to_sync(_send)(packet)


def pulse() -> None:
    """Sends an empty packet, by which others notice that an earlier one was lost; for workers without sockets."""
    send(None, None)


async def _send(packet: dict[str, Any]) -> None:
    try:
        await asyncio.wait_for(get_channel_layer().group_send(GROUP, packet), SEND_WITHIN)
    except Exception as error:
        log.warning("packet %s was not sent: %r", packet["number"], error)


def start(deliver: Callable[[dict[str, Any]], None], lost: Callable[[], None]) -> None:
    """Listens, in the running loop: `deliver` gets others' messages, `lost` is called when some were missed."""
    for task in list(_tasks):
        _tasks.discard(task)
        if not task.get_loop().is_closed():
            task.cancel()
    if crosses():
        task = asyncio.get_running_loop().create_task(_keep_listening(Inbox(deliver, lost)))
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)


class Inbox:
    """Sorts what arrives: own packets, others', and the gaps between them."""

    def __init__(self, deliver: Callable[[dict[str, Any]], None], lost: Callable[[], None]) -> None:
        self._deliver = deliver
        self._lost = lost
        self._last: dict[str, int] = {}
        self.heard_at = 0.0
        self.stands = False

    def take(self, packet: dict[str, Any], at: float) -> None:
        """Delivers a packet of another process; a hole in its numbers means that something was lost."""
        sender, number, message = packet["from"], packet["number"], packet["message"]
        last = self._last.get(sender, number - 1)
        self._last[sender] = max(number, last)
        starts = False
        if sender == PROCESS:
            # The first own packet that comes back shows that the subscription stands: before it nothing was heard.
            starts, self.stands, self.heard_at = not self.stands, True, at
        elif message is not None:
            self._deliver(message)
        if number > last + 1:
            log.warning("missed %d packets; the sockets take fresh views", number - last - 1)
        if starts or number > last + 1:
            self._lost()


async def _keep_listening(inbox: Inbox) -> None:
    loop = asyncio.get_running_loop()
    while True:
        inbox.heard_at, inbox.stands = loop.time(), False
        listening = loop.create_task(_listen(inbox))
        try:
            while not listening.done() and loop.time() - inbox.heard_at < DEAF_AFTER:
                await asyncio.wait([listening], timeout=PULSE_EVERY)
                send(None, loop)
            if listening.done() and listening.exception() is not None:
                log.warning("the subscription broke: %r", listening.exception())
            else:
                log.warning("the subscription is deaf")
        finally:
            listening.cancel()
        await _renew()


async def _listen(inbox: Inbox) -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(GROUP, channel)
    send(None, asyncio.get_running_loop())
    loop = asyncio.get_running_loop()
    while True:
        inbox.take(await layer.receive(channel), loop.time())


async def _renew() -> None:
    try:
        await asyncio.wait_for(get_channel_layer().flush(), SEND_WITHIN)
    except Exception as error:
        log.warning("the old subscription could not be shut: %r", error)
    await asyncio.sleep(1)
