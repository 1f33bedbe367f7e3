"""A socket ends with the right of the one behind it: at once where it is told of, within a sweep where it is not."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.live.conftest import Browser, signed_in
from triad import hub, rooms
from triad.background import Work


def _client(session: str) -> Client:
    client = Client()
    client.cookies["sessionid"] = session
    return client


async def test_signing_out_ends_the_sockets_of_this_session_and_of_no_other(browser: Browser) -> None:
    alice, desk = await signed_in("alice")

    def sign_in_again() -> str:
        client = Client()
        client.force_login(alice)
        return str(client.session.session_key)

    phone = await sync_to_async(sign_in_again)()
    at_desk, second_tab, on_phone = [await browser.open(session=key) for key in (desk, desk, phone)]
    stranger = await browser.open()
    for socket in (at_desk, second_tab, on_phone, stranger):
        await socket.text()

    answer = await sync_to_async(_client(desk).post)(reverse("account_logout"))
    assert answer.status_code == 302
    assert await at_desk.code() == rooms.SIGNED_OUT
    assert await second_tab.code() == rooms.SIGNED_OUT
    assert await stranger.silent()
    hub.publish(topic=f"user.{alice.pk}", html="for alice")
    assert await on_phone.text() == "for alice"
    assert not await on_phone.silent(0) or on_phone.output_queue.empty()


async def test_closing_an_account_ends_all_its_sockets(browser: Browser) -> None:
    alice, session = await signed_in("alice")
    socket = await browser.open(session=session)
    await socket.text()

    def close() -> None:
        user = User.objects.get(pk=alice.pk)
        user.is_active = False
        user.save()

    await sync_to_async(close)()
    assert await socket.code() == rooms.SIGNED_OUT


async def test_a_new_password_ends_the_sockets_of_the_old_one(browser: Browser) -> None:
    alice, session = await signed_in("alice")
    socket = await browser.open(session=session)
    await socket.text()

    def change() -> None:
        user = User.objects.get(pk=alice.pk)
        user.set_password("seven-squares")
        user.save()

    await sync_to_async(change)()
    assert await socket.code() == rooms.SIGNED_OUT


@pytest.mark.parametrize("what", ["session", "account"])
async def test_what_no_signal_tells_of_is_found_by_the_sweep(browser: Browser, what: str) -> None:
    alice, session = await signed_in("alice")
    _, other = await signed_in("bob")
    socket, stays = await browser.open(session=session), await browser.open(session=other)
    await socket.text(), await stays.text()

    def end() -> None:
        if what == "session":
            Session.objects.filter(pk=session).delete()
        else:
            User.objects.filter(pk=alice.pk).update(is_active=False)

    await sync_to_async(end)()
    await Work(hub.board()).seen()
    assert await socket.code() == rooms.SIGNED_OUT
    assert await stays.silent()


async def test_a_socket_of_a_session_that_is_over_is_a_visitors(browser: Browser) -> None:
    alice, session = await signed_in("alice")
    await sync_to_async(_client(session).post)(reverse("account_logout"))
    socket = await browser.open(session=session)
    await socket.text()
    hub.publish(topic=f"user.{alice.pk}", html="for alice")
    assert await socket.silent()
