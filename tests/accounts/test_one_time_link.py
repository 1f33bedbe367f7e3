from __future__ import annotations

import time

import pytest
from django.core import signing
from django.test import Client

from accounts.models import User
from accounts.services import links
from accounts.services.links import one_time_link_make
from triad.errors import NotAllowed


@pytest.fixture
def demo(alice: User) -> User:
    alice.is_demo = True
    alice.set_unusable_password()
    alice.save()
    return alice


def test_it_signs_in_once(client: Client, demo: User) -> None:
    link = one_time_link_make(user=demo)
    assert b"Play as alice" in client.get(link).content
    assert "_auth_user_id" not in client.session
    assert client.post(link).status_code == 302
    assert client.session["_auth_user_id"] == str(demo.pk)
    for again in (Client().get(link), Client().post(link)):
        assert again.status_code == 404
        assert b"has been used or is too old" in again.content


def test_looking_at_it_uses_nothing_up(demo: User) -> None:
    link = one_time_link_make(user=demo)
    for _ in range(3):
        assert Client().get(link).status_code == 200
    assert Client().post(link).status_code == 302


def test_it_is_for_demo_accounts_only(alice: User) -> None:
    with pytest.raises(NotAllowed):
        one_time_link_make(user=alice)


def test_it_ends_with_the_demo_and_with_the_account(client: Client, demo: User) -> None:
    link = one_time_link_make(user=demo)
    User.objects.filter(pk=demo.pk).update(is_demo=False)
    assert client.post(link).status_code == 404
    User.objects.filter(pk=demo.pk).update(is_demo=True, is_active=False)
    assert client.post(link).status_code == 404


def test_it_ends_after_an_hour(client: Client, demo: User, monkeypatch: pytest.MonkeyPatch) -> None:
    link, real = one_time_link_make(user=demo), time.time
    monkeypatch.setattr("django.core.signing.time.time", lambda: real() + 3595)
    assert client.get(link).status_code == 200
    monkeypatch.setattr("django.core.signing.time.time", lambda: real() + 3605)
    assert client.get(link).status_code == 404


@pytest.mark.parametrize("token", ["x", "a:b:c", "x" * 10_000, "%00"])
def test_a_forged_one_is_refused(client: Client, demo: User, token: str) -> None:
    assert client.get(f"/demo/{token}/").status_code == 404


def test_a_token_of_another_kind_is_refused(client: Client, demo: User) -> None:
    token = signing.dumps([demo.pk, ""], salt="another")
    assert client.post(f"/demo/{token}/").status_code == 404
    assert links.LINK_AGE.total_seconds() == 3600
