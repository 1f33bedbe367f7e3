from __future__ import annotations

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client, RequestFactory

from accounts import guests
from accounts.middleware import player_of
from accounts.models import Kind, User, Wallet
from accounts.services.guests import guest_make
from triad.errors import GameError

SIGN_UP = {"username": "Rinoa", "password1": "moon-and-tide", "password2": "moon-and-tide"}


@pytest.fixture
def adopted() -> Iterator[list[tuple[str, str]]]:
    """What the callbacks were told, as names; the callbacks of the site stand aside for the test."""
    told: list[tuple[str, str]] = []
    site = guests._adopted[:]
    guests._adopted.clear()

    @guests.on_adopted
    def tell(*, guest: User, user: User) -> None:
        told.append((guest.username, user.username))

    yield told
    guests._adopted[:] = site


def as_guest(client: Client) -> User:
    guest = guest_make()
    session = client.session
    session["guest_id"] = guest.pk
    session.save()
    return guest


@pytest.mark.django_db
def test_a_guest_has_a_name_a_wallet_and_no_password() -> None:
    guest = guest_make()
    assert re.fullmatch(r"Guest-[2-9A-Z]{5}", guest.username)
    assert guest.kind == Kind.GUEST and not guest.has_usable_password()
    assert guest.wallet.points == 0


@pytest.mark.django_db
def test_names_of_guests_never_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = iter("AAAAAAAAAAAAAAB")
    drawn = SimpleNamespace(choice=lambda alphabet: next(letters))
    monkeypatch.setattr("accounts.services.guests.secrets", drawn)
    assert [guest_make().username, guest_make().username] == ["Guest-AAAAA", "Guest-AAAAB"]


@pytest.mark.django_db
def test_a_visitor_becomes_a_guest_once(rf: RequestFactory) -> None:
    request = rf.post("/")
    request.user, request.session = AnonymousUser(), SessionStore()
    first = guests.player_for(request)
    assert guests.player_for(request) == first == player_of(request)
    assert not request.user.is_authenticated
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_one_address_makes_no_guests_by_the_dozen(rf: RequestFactory, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"guest": "2/m/ip"}
    answers = []
    for address in ("192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"):
        request = rf.post("/", REMOTE_ADDR=address)
        request.user, request.session = AnonymousUser(), SessionStore()
        try:
            answers.append(guests.player_for(request).kind)
        except GameError as error:
            answers.append(str(error.status))
    assert answers == ["guest", "guest", "429", "guest"] and User.objects.count() == 3


@pytest.mark.django_db
def test_without_the_cache_that_counts_guests_still_come(
    rf: RequestFactory, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*args: object, **kwargs: object) -> None:
        raise ConnectionError

    monkeypatch.setattr("accounts.guests.ratelimit.consume", fails)
    request = rf.post("/")
    request.user, request.session = AnonymousUser(), SessionStore()
    assert guests.player_for(request).is_guest


def test_a_person_stays_a_person(rf: RequestFactory, alice: User) -> None:
    request = rf.post("/")
    request.user, request.session = alice, SessionStore()
    request.player = alice  # type: ignore[attr-defined]
    assert guests.player_for(request) == alice
    assert User.objects.count() == 1


def test_the_session_knows_its_guest_and_no_other_player(client: Client, alice: User) -> None:
    guest = as_guest(client)
    assert client.get("/account/signup/").context["player"] == guest
    for wrong in (alice.pk, 10**12, None):
        session = client.session
        session["guest_id"] = wrong
        session.save()
        assert client.get("/account/signup/").context["player"] is None


def test_who_is_signed_in_is_the_player_whatever_guest_there_was(alices: Client, alice: User) -> None:
    as_guest(alices)
    assert alices.get("/settings/").context["player"] == alice


@pytest.mark.django_db
def test_signing_up_hands_over_what_the_guest_had(
    client: Client,
    adopted: list[tuple[str, str]],
    hub_sent: list[dict[str, Any]],
    django_capture_on_commit_callbacks: Any,
) -> None:
    guest = as_guest(client)
    assert guest.username in client.get("/account/signup/").content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post("/account/signup/", SIGN_UP).status_code == 302
    assert adopted == [(guest.username, "Rinoa")]
    guest.refresh_from_db()
    assert not guest.is_active
    assert "guest_id" not in client.session
    assert client.get(f"/players/{guest.username}/").status_code == 404
    assert {"topic": f"user.{guest.pk}", "close": 4401} in hub_sent


@pytest.mark.django_db
def test_a_failure_while_handing_over_undoes_the_sign_up(client: Client, adopted: list[tuple[str, str]]) -> None:
    guest = as_guest(client)

    @guests.on_adopted
    def fail(*, guest: User, user: User) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        client.post("/account/signup/", SIGN_UP)
    guest.refresh_from_db()
    assert guest.is_active
    assert not User.objects.filter(username="Rinoa").exists()
    assert client.session["guest_id"] == guest.pk


def test_a_guest_is_handed_over_once(alice: User, bob: User, adopted: list[tuple[str, str]]) -> None:
    guest = guest_make()
    guests.adopt(guest=guest, user=alice)
    guests.adopt(guest=guest, user=bob)
    guests.adopt(guest=alice, user=bob)
    assert adopted == [(guest.username, "alice")]
    alice.refresh_from_db()
    assert alice.is_active and Wallet.objects.count() == 3


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/settings/", "/settings/ledger/", "/profile/", "/account/email/"])
def test_a_guest_has_no_private_pages(client: Client, path: str) -> None:
    as_guest(client)
    answer = client.get(path)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/account/login/?next=")
