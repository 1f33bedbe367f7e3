from __future__ import annotations

import runpy
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client

import triad.settings
from accounts.models import User
from accounts.services.guests import guest_make
from tests.accounts.conftest import PASSWORD
from triad.hub import session_topic

LOGIN = "/account/login/"
LOGOUT = "/account/logout/"


def test_a_name_in_any_case_signs_in(client: Client, alice: User) -> None:
    answer = client.post(LOGIN, {"login": "ALICE", "password": PASSWORD})
    assert answer.status_code == 302
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_one_comes_back_to_where_one_was(client: Client, alice: User) -> None:
    answer = client.post(LOGIN + "?next=/settings/", {"login": "alice", "password": PASSWORD, "next": "/settings/"})
    assert answer["Location"] == "/settings/"


def test_every_page_leads_to_sign_in_and_back_to_itself(client: Client, db: None) -> None:
    assert 'href="/account/login/?next=%2Ftv%2F%3Fa%3Db"' in client.get("/tv/?a=b").content.decode()
    for path in ("/", LOGIN):
        assert "login/?next=%2F" not in client.get(path).content.decode(), path
    table = {"HX-Request": "true", "HX-Current-URL": "http://testserver/matches/1/"}
    notice = client.post("/matches/1/moves/", headers=table).content.decode()
    assert "Sign in first." in notice and 'href="/account/login/?next=%2Fmatches%2F1%2F"' in notice
    table["HX-Current-URL"] = "https://example.org/matches/1/"
    assert "next=" not in client.post("/matches/1/moves/", headers=table).content.decode()
    page = client.post("/matches/1/moves/").content.decode()
    assert "Sign in first." in page and 'href="/account/login/"' in page


def test_the_way_back_never_leads_to_another_site(client: Client, alice: User) -> None:
    answer = client.post(LOGIN, {"login": "alice", "password": PASSWORD, "next": "https://example.org/"})
    assert "example.org" not in answer["Location"]


@pytest.mark.parametrize(
    ("name", "password", "sentence"),
    [
        ("alice", "wrong", b"do not belong together"),
        ("nobody-here", PASSWORD, b"do not belong together"),
        ("a" * 10_000, PASSWORD, b"at most 20"),
        ("ali\x00ce", PASSWORD, b"Null characters"),
        ("", "", b"required"),
    ],
)
def test_a_wrong_pair_gets_a_sentence(client: Client, alice: User, name: str, password: str, sentence: bytes) -> None:
    answer = client.post(LOGIN, {"login": name, "password": password})
    assert answer.status_code == 400
    assert sentence in answer.content
    assert "_auth_user_id" not in client.session


def test_a_closed_account_cannot_be_entered(client: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    answer = client.post(LOGIN, {"login": "alice", "password": PASSWORD}, follow=True)
    assert b"This account is closed" in answer.content
    assert "_auth_user_id" not in client.session


def test_a_guest_cannot_be_signed_in_to(client: Client, db: None) -> None:
    guest = guest_make()
    for password in ("", "!", guest.password):
        assert client.post(LOGIN, {"login": guest.username, "password": password}).status_code == 400


def test_signing_out_ends_the_session_and_its_sockets(
    alices: Client, hub_sent: list[dict[str, Any]], django_capture_on_commit_callbacks: Any
) -> None:
    key = alices.session.session_key
    asked = alices.get(LOGOUT)
    assert asked.status_code == 200 and "_auth_user_id" in alices.session
    with django_capture_on_commit_callbacks(execute=True):
        answer = alices.post(LOGOUT)
    assert answer.status_code == 302
    assert "_auth_user_id" not in alices.session
    assert hub_sent == [{"topic": session_topic(str(key)), "close": 4401}]


def test_the_private_pages_are_not_kept_for_the_back_button(alices: Client) -> None:
    for path in ("/settings/", "/settings/ledger/"):
        assert "no-store" in alices.get(path)["Cache-Control"]


def test_attempts_are_limited(client: Client, alice: User, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {}
    cache.clear()
    answers = [client.post(LOGIN, {"login": "alice", "password": "wrong"}) for _ in range(12)]
    assert answers[-1].status_code in (400, 429)
    assert b"Too many attempts" in answers[-1].content
    cache.clear()


def test_the_staffs_sign_in_counts_its_tries(settings: Any, db: None) -> None:
    settings.LIMITS = {**settings.LIMITS, "password": (3, 600)}
    boss = f"boss-{uuid4().hex[:8]}"
    User.objects.create_superuser(username=boss, password=PASSWORD)
    browser, address = Client(), "/admin/login/"
    for name in (boss, boss.upper(), boss.replace("boss", "b0ss")):
        assert "too often" not in browser.post(address, {"username": name, "password": "no"}).content.decode()
    page = browser.post(address, {"username": boss, "password": PASSWORD}).content.decode()
    assert "That was too often. Wait" in page and "_auth_user_id" not in browser.session


def test_behind_a_proxy_people_are_counted_by_their_own_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIAD_BEHIND_TLS", "1")
    assert runpy.run_path(str(triad.settings.__file__))["ALLAUTH_TRUSTED_PROXY_COUNT"] == 1
