from __future__ import annotations

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from accounts.services.links import reset_link_make
from tests.accounts.conftest import PASSWORD, signed_in
from triad.errors import GameError

CHANGE = "/account/password/change/"
RESET = "/account/password/reset/"
NEW = {"password1": "moon-and-tide", "password2": "moon-and-tide"}


def test_it_is_changed_and_only_this_browser_stays(
    alices: Client, alice: User, hub_sent: list[dict[str, Any]], django_capture_on_commit_callbacks: Any
) -> None:
    elsewhere = signed_in(alice)
    with django_capture_on_commit_callbacks(execute=True):
        answer = alices.post(CHANGE, {"oldpassword": PASSWORD, **NEW})
    assert answer["Location"] == "/settings/"
    alice.refresh_from_db()
    assert alice.check_password("moon-and-tide")
    assert alices.get("/settings/").status_code == 200
    assert elsewhere.get("/settings/").status_code == 302
    assert {"topic": f"user.{alice.pk}", "close": 4401} in hub_sent


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"oldpassword": "wrong"}, b"not your present password"),
        ({"password2": "other-words"}, b"same password"),
        ({"password1": "1234", "password2": "1234"}, b"too short"),
    ],
)
def test_a_wrong_change_changes_nothing(
    alices: Client, alice: User, hub_sent: list[Any], changes: dict[str, str], sentence: bytes
) -> None:
    answer = alices.post(CHANGE, {"oldpassword": PASSWORD, **NEW, **changes})
    assert answer.status_code == 400
    assert sentence in answer.content
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)
    assert hub_sent == []


def test_a_visitor_is_led_to_sign_in(client: Client, db: None) -> None:
    assert client.get(CHANGE).status_code == 302


def test_who_has_an_address_gets_a_link_that_works_once(client: Client, alice: User) -> None:
    alice.email = "alice@example.org"
    alice.save()
    assert client.post(RESET, {"email": "Alice@example.org"}).status_code == 302
    (sent,) = mail.outbox
    found = re.search(r"http://testserver(/account/password/reset/key/\S+)", str(sent.body))
    assert found
    use_link(found[1])
    alice.refresh_from_db()
    assert alice.check_password("moon-and-tide")
    again = Client().get(found[1])
    assert b"This link does not work" in again.content


def test_an_unknown_address_looks_the_same(client: Client, alice: User) -> None:
    answer = client.post(RESET, {"email": "nobody@example.org"}, follow=True)
    assert b"Look into your mail" in answer.content


def test_the_page_tells_those_without_an_address_what_to_do(client: Client, db: None) -> None:
    assert b"An administrator can make a link" in client.get(RESET).content


def use_link(path: str) -> None:
    client = Client()
    form = client.get(path, follow=True)
    assert b"A new password" in form.content
    at = form.redirect_chain[-1][0]
    wrong = client.post(at, {"password1": "1234", "password2": "1234"})
    assert wrong.status_code == 400
    assert client.post(at, NEW).status_code == 302


def test_a_link_of_the_staff_works_once(
    alice: User, hub_sent: list[dict[str, Any]], django_capture_on_commit_callbacks: Any
) -> None:
    link = reset_link_make(user=alice)
    with django_capture_on_commit_callbacks(execute=True):
        use_link(link)
    alice.refresh_from_db()
    assert alice.check_password("moon-and-tide")
    assert hub_sent == [{"topic": f"user.{alice.pk}", "close": 4401}]
    assert b"This link does not work" in Client().get(link, follow=True).content


@pytest.mark.parametrize("path", ["key/1-nonsense/", "key/zzzzzzzzzzzzzzzzzzzz-abc-def/", "key/1-set-password/"])
def test_a_forged_link_gets_a_sentence(client: Client, alice: User, path: str) -> None:
    answer = client.get(RESET + path)
    assert b"This link does not work" in answer.content


def test_there_is_no_link_for_robots_guests_and_closed_accounts(alice: User, bob: User, charlie: User) -> None:
    alice.kind, bob.kind, charlie.is_active = "robot", "guest", False
    for user in (alice, bob, charlie):
        with pytest.raises(GameError):
            reset_link_make(user=user)
