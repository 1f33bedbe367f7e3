"""Nothing is told before it is true: news waits for the commit, and a rollback forgets it."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from django.db import transaction

from tests.live.conftest import Browser
from triad import hub


async def test_news_of_a_transaction_comes_after_its_commit(browser: Browser) -> None:
    socket = await browser.open()
    await socket.text()

    def work() -> None:
        with transaction.atomic():
            hub.publish(topic="hall.a", html="done")
            hub.publish(topic="hall.a", html="before", key="other")
            hub.publish(topic="hall.a", html="and closed")

    await sync_to_async(work)()
    assert [await socket.text() for _ in range(3)] == ["done", "before", "and closed"]


async def test_news_inside_a_transaction_is_not_told_yet(browser: Browser) -> None:
    socket = await browser.open()
    await socket.text()
    block = transaction.atomic()
    await sync_to_async(block.__enter__)()
    await sync_to_async(hub.publish)(topic="hall.a", html="not yet")
    assert await socket.silent()
    await sync_to_async(block.__exit__)(None, None, None)
    assert await socket.text() == "not yet"


async def test_a_rolled_back_transaction_tells_and_closes_nothing(browser: Browser) -> None:
    socket = await browser.open()
    await socket.text()

    def work() -> None:
        with transaction.atomic():
            hub.publish(topic="hall.a", html="never true")
            hub.close(topic="hall.a", code=4403)
            hub.recheck(topic="hall.a")
            raise RuntimeError("taken back")

    with pytest.raises(RuntimeError):
        await sync_to_async(work)()
    assert await socket.silent(0.2)
    hub.publish(topic="hall.a", html="true")
    assert await socket.text() == "true"


@pytest.mark.parametrize("topic", ["", "a b", "a/b", "é", "a" * 100, "a\n"])
def test_what_is_no_topic_is_refused(topic: str) -> None:
    with pytest.raises(ValueError, match="not a topic"):
        hub.publish(topic=topic, html="")


def test_publishing_where_nobody_listens_is_no_error() -> None:
    hub.publish(topic="lobby", html="x")
