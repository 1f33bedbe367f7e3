from __future__ import annotations

import threading

import pytest
from django.db import connection
from django.test import Client

from accounts import forms
from accounts.models import Kind, User, Wallet

URL = "/account/signup/"


def form(name: str, **changes: str) -> dict[str, str]:
    return {"username": name, "password1": "moon-and-tide", "password2": "moon-and-tide", "email": "", **changes}


@pytest.mark.django_db
def test_a_name_and_a_password_are_enough(client: Client) -> None:
    answer = client.post(URL, form("Rinoa"))
    assert answer.status_code == 302
    user = User.objects.get(username="Rinoa")
    assert (user.kind, user.email, user.wallet.points) == (Kind.PERSON, "", 0)
    assert client.session["_auth_user_id"] == str(user.pk)


@pytest.mark.django_db
def test_an_address_is_kept_when_given(client: Client) -> None:
    client.post(URL, form("Rinoa", email="Rinoa@example.org"))
    assert User.objects.get(username="Rinoa").email == "rinoa@example.org"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name",
    [
        "",
        "ab",
        "4ever",
        "-dash",
        "with space",
        "a" * 21,
        "a" * 10_000,
        "аlice",  # the first letter is Cyrillic
        "ali\u200bce",
        "\u202eecila",
        "alice\n",
        "ali\x00ce",
        "<script>alert(1)</script>",
        '"><img src=x>',
        "{{ 7*7 }}",
    ],
)
def test_a_name_that_breaks_the_pattern_gets_a_sentence(client: Client, name: str) -> None:
    answer = client.post(URL, form(name, email="me@example.org"))
    if name == "alice\n":  # the white space about a name is nobody's meaning
        assert answer.status_code == 302
        return
    assert answer.status_code == 400
    assert b"form__error" in answer.content
    assert b"me@example.org" in answer.content, "what was typed is lost"
    for raw in (b"<script>alert", b"<img src=x", b">49<"):
        assert raw not in answer.content
    assert not User.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name",
    [
        "admin",
        "Admin",
        "adm1n",
        "Administrator",
        "staff",
        "the_staff",
        "robot",
        "Robot7",
        "guest-AAAAA",
        "system",
        "mog",
        "Mog-Easy",
        "MogSharp",
    ],
)
def test_a_reserved_name_is_refused(client: Client, name: str) -> None:
    answer = client.post(URL, form(name))
    assert answer.status_code == 400
    assert b"kept for the site" in answer.content
    assert not User.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Stafford", "Mogens", "Robotham", "Siobhan_2"])
def test_a_name_that_only_begins_like_a_reserved_one_is_free(client: Client, name: str) -> None:
    assert client.post(URL, form(name)).status_code == 302


@pytest.mark.parametrize("name", ["alice", "ALICE", "a1ice", "aIice", "al-ice", "al_ice", "alice-", " alice "])
def test_a_name_too_like_another_is_refused(client: Client, alice: User, name: str) -> None:
    answer = client.post(URL, form(name))
    assert answer.status_code == 400
    assert b"is taken" in answer.content
    assert User.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"password2": "another-tide"}, b"same password"),
        ({"password1": "short", "password2": "short"}, b"too short"),
        ({"password1": "password1", "password2": "password1"}, b"too common"),
        ({"email": "no address"}, b"valid email"),
        ({"email": "a" * 60 + "@" + ".".join(["b" * 60] * 4) + ".org"}, b"254 characters"),
    ],
)
def test_what_is_wrong_with_the_rest_is_said(client: Client, changes: dict[str, str], sentence: bytes) -> None:
    answer = client.post(URL, form("Rinoa", **changes))
    assert answer.status_code == 400
    assert sentence in answer.content
    assert b'value="Rinoa"' in answer.content
    assert not User.objects.exists()


@pytest.mark.django_db
def test_an_address_of_another_is_refused(client: Client) -> None:
    client.post(URL, form("Rinoa", email="me@example.org"))
    answer = Client().post(URL, form("Quistis", email="me@example.org"))
    assert answer.status_code == 400
    assert b"another account" in answer.content


@pytest.mark.django_db
def test_losing_a_race_for_a_name_gives_a_sentence(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    checked = forms.SignupForm.clean_username

    def another_is_quicker(self: forms.SignupForm) -> str:
        name: str = checked(self)
        User.objects.create_user(username="R1NOA", password="moon-and-tide")
        return name

    monkeypatch.setattr(forms.SignupForm, "clean_username", another_is_quicker)
    answer = client.post(URL, form("Rinoa"))
    assert answer.status_code == 409
    assert b"is taken" in answer.content
    assert [user.username for user in User.objects.all()] == ["R1NOA"]
    assert "_auth_user_id" not in client.session


def race(names: list[str]) -> list[int]:
    barrier = threading.Barrier(len(names))
    codes: list[int] = []

    def sign_up(name: str) -> None:
        try:
            client = Client(raise_request_exception=False)
            client.get(URL)
            barrier.wait(60)
            codes.append(client.post(URL, form(name)).status_code)
        finally:
            connection.close()

    threads = [threading.Thread(target=sign_up, args=[name]) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return sorted(codes)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_many_at_once_for_one_name_make_one_account() -> None:
    codes = race(["Rinoa", "rinoa", "R1noa", "RINOA", "Rin-oa", "Rinoa", "rin0a", "Rinoa"])
    assert len(codes) == 8
    assert codes[0] == 302
    assert set(codes[1:]) <= {400, 409}
    assert User.objects.count() == Wallet.objects.count() == 1


@pytest.mark.django_db
def test_who_is_signed_in_needs_no_second_account(alices: Client) -> None:
    assert alices.get(URL).status_code == 302


@pytest.mark.django_db
def test_every_player_has_a_folded_name_and_a_wallet() -> None:
    made = User.objects.create_superuser(username="Squall-L", password="x")
    assert (made.name_key, made.wallet.points) == ("squalll", 0)
