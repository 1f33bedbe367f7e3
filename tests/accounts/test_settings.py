from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.services.guests import guest_make
from accounts.services.players import do_not_disturb_set, preferences_set
from triad.errors import NotAllowed

SWITCH = "/settings/do-not-disturb/"


def test_unique_cards_are_staked_only_where_their_owner_says_so(alices: Client, alice: User) -> None:
    assert not User.objects.get(pk=alice.pk).stakes_unique
    assert "unique" in alices.get("/settings/").content.decode()
    alices.post("/settings/", {"stakes_unique": "on"})
    assert User.objects.get(pk=alice.pk).stakes_unique and switches(alice) == (False, False)


def switches(user: User) -> tuple[bool, bool]:
    found = User.objects.get(pk=user.pk)
    return found.do_not_disturb, found.hides_stash


def test_both_switches_are_saved(alices: Client, alice: User, bob: User) -> None:
    assert alices.get("/settings/").status_code == 200
    answer = alices.post("/settings/", {"do_not_disturb": "on", "hides_stash": "on"})
    assert answer["Location"] == "/settings/"
    assert (switches(alice), switches(bob)) == ((True, True), (False, False))
    alices.post("/settings/", {})
    assert switches(alice) == (False, False)


def test_it_changes_nothing_else(alices: Client, alice: User) -> None:
    alices.post("/settings/", {"username": "mallory", "is_staff": "on", "is_superuser": "on", "kind": "robot"})
    alice.refresh_from_db()
    assert (alice.username, alice.is_staff, alice.is_superuser, alice.kind) == ("alice", False, False, "person")


def test_a_visitor_is_led_to_sign_in_and_back(client: Client, db: None) -> None:
    assert client.get("/settings/")["Location"] == "/account/login/?next=/settings/"
    assert client.post("/settings/", {}).status_code == 403
    assert client.post(SWITCH, {"on": "1"}).status_code == 403


def test_the_switch_says_what_it_shall_be_so_twice_is_once(alices: Client, alice: User) -> None:
    for _ in range(2):
        assert alices.post(SWITCH, {"on": "1", "next": "/players/alice/"})["Location"] == "/players/alice/"
        assert switches(alice) == (True, False)
    alices.post(SWITCH, {"on": "0"})
    assert switches(alice) == (False, False)


def test_htmx_gets_the_switch_again(alices: Client, alice: User) -> None:
    answer = alices.post(SWITCH, {"on": "1", "next": "/x/"}, headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert 'aria-pressed="true"' in page and 'name="on" value="0"' in page and 'value="/x/"' in page
    assert "<html" not in page


@pytest.mark.parametrize("away", ["https://example.org/", "//example.org", "javascript:alert(1)", ""])
def test_it_leads_to_no_other_site(alices: Client, away: str) -> None:
    assert alices.post(SWITCH, {"on": "1", "next": away})["Location"] == "/settings/"


@pytest.mark.parametrize("on", ["", "2", "true", "x" * 10_000])
def test_it_refuses_what_is_neither_on_nor_off(alices: Client, alice: User, on: str) -> None:
    assert alices.post(SWITCH, {"on": on}).status_code == 400
    assert switches(alice) == (False, False)


def test_it_rejects_get(alices: Client) -> None:
    assert alices.get(SWITCH).status_code == 405
    assert alices.put("/settings/").status_code == 405


def test_another_sites_form_is_refused(alice: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    assert browser.post(SWITCH, {"on": "1"}).status_code == 403
    assert switches(alice) == (False, False)


def test_guests_have_no_switches(db: None) -> None:
    guest = guest_make()
    with pytest.raises(NotAllowed):
        do_not_disturb_set(user=guest, on=True)
    with pytest.raises(NotAllowed):
        preferences_set(user=guest, do_not_disturb=True, hides_stash=True, stakes_unique=True)


def test_an_address_is_added_and_removed(alices: Client, alice: User) -> None:
    alices.post("/account/email/", {"email": "alice@example.org", "action_add": "1"})
    alice.refresh_from_db()
    page: Any = alices.get("/account/email/").content
    assert b"alice@example.org" in page
    bad = alices.post("/account/email/", {"email": "<b>no</b>", "action_add": "1"})
    assert bad.status_code == 400 and b"<b>no" not in bad.content
    alices.post("/account/email/", {"email": "alice@example.org", "action_remove": "1"})
    assert b"You have none" in alices.get("/account/email/").content


@pytest.mark.parametrize(
    ("back", "leads_to"),
    [
        ("/players/", "/players/"),
        ("start", "/settings/"),
        ("no-such-page", "/settings/"),
        ("//elsewhere.example/", "/settings/"),
        ("/\\elsewhere.example/", "/settings/"),
        ("/a\r\nSet-Cookie: b=c", "/a%0D%0ASet-Cookie:%20b=c"),
    ],
)
def test_the_switch_leads_back_to_an_address_of_the_site_and_nowhere_else(
    alices: Client, back: str, leads_to: str
) -> None:
    answer = alices.post(SWITCH, {"on": "1", "next": back})
    assert answer.status_code == 302 and answer["Location"] == leads_to
