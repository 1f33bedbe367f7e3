from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts import avatars
from accounts.avatars import BEASTS, avatar_of, avatar_set, avatars_load
from accounts.civility.naming import name_change, names_sweep
from accounts.models import User
from accounts.services.guests import guest_make
from tests.conftest import Clock
from triad.errors import GameError

DAY = 86_400
SIGN_UP = {"password1": "nine-squares-five", "password2": "nine-squares-five"}


@pytest.fixture(autouse=True)
def beasts() -> Iterator[None]:
    """Nobody has chosen a beast before or after."""
    avatars._chosen = {}
    yield
    avatars._chosen = {}


def test_a_name_changes_and_the_old_one_leads_to_it(clock: Clock, alices: Client, alice: User, client: Client) -> None:
    assert alices.post("/settings/name/", {"name": "Alicia"})["Location"] == "/settings/"
    assert client.get("/players/alice/")["Location"] == "/players/Alicia/"
    assert client.get("/players/Alicia/").status_code == 200
    clock.advance(90 * DAY)
    assert client.get("/players/alice/").status_code == 404


def test_the_old_name_is_kept_from_others_and_not_from_its_player(
    clock: Clock, alices: Client, alice: User, bob: User, client: Client
) -> None:
    name_change(player=alice, name="Alicia")
    taken = client.post("/account/signup/", {"username": "al1ce", **SIGN_UP})
    assert taken.status_code == 400 and b"is taken" in taken.content
    with pytest.raises(GameError):
        name_change(player=bob, name="Alice")
    clock.advance(30 * DAY)
    assert name_change(player=User.objects.get(pk=alice.pk), name="alice").username == "alice"
    clock.advance(91 * DAY)
    assert client.post("/account/signup/", {"username": "Alicia", **SIGN_UP}).status_code == 302


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("al", "name_pattern"),
        ("аlice", "name_pattern"),
        ("alice ann", "name_pattern"),
        ("9lives", "name_pattern"),
        ("admin", "name_reserved"),
        ("Ghost-AAAAA", "name_reserved"),
        ("the-staff", "name_reserved"),
        ("B0b", "name_taken"),
        ("bob_", "name_taken"),
    ],
)
def test_a_name_that_cannot_be_had_is_refused(alices: Client, alice: User, bob: User, name: str, code: str) -> None:
    with pytest.raises(GameError) as refused:
        name_change(player=alice, name=name)
    assert refused.value.code == code
    answer = alices.post("/settings/name/", {"name": name})
    assert answer.status_code == 400 and refused.value.message.split(",")[0].encode() in answer.content
    assert User.objects.get(pk=alice.pk).username == "alice"


def test_it_is_rare(clock: Clock, alices: Client, alice: User) -> None:
    name_change(player=alice, name="ALICE")
    page = alices.get("/settings/name/").content.decode()
    assert "from 3 June 2026, 12:00 UTC on" in page
    answer = alices.post("/settings/name/", {"name": "Alicia"})
    assert answer.status_code == 400 and b"every 30 days" in answer.content
    assert alices.post("/settings/name/", {"name": "ALICE"}).status_code == 302


def test_guests_have_no_name_to_change(client: Client, db: None) -> None:
    with pytest.raises(GameError):
        name_change(player=guest_make(), name="Zed")
    assert client.post("/settings/name/", {"name": "Zed"}).status_code == 403


def test_names_of_who_left_are_forgotten_after_their_time(clock: Clock, alice: User) -> None:
    from accounts.civility.models import KeptName
    from accounts.civility.naming import name_keep

    name_keep(name="gone", player=None)
    name_keep(name="alice", player=alice)
    clock.advance(90 * DAY)
    names_sweep(moment=clock.now)
    assert list(KeptName.objects.values_list("name", flat=True)) == ["alice"]


def test_a_beast_is_chosen_and_seen_by_everybody(alices: Client, alice: User, client: Client) -> None:
    page = alices.get("/settings/avatar/").content.decode()
    assert page.count('name="beast"') == 16 and page.count('name="tint"') == 8
    assert alices.post("/settings/avatar/", {"beast": "lion", "tint": "5"})["Location"] == "/settings/"
    avatars_load()
    assert avatar_of("alice") == ("lion", 5)
    shown = client.get("/players/alice/").content.decode()
    assert 'data-tint="5"><svg class="i" aria-hidden="true"><use href="/static/icons.svg#lion">' in shown
    alices.post("/settings/avatar/", {"beast": "dodo"})
    avatars_load()
    assert avatar_of("alice") == ("dodo", 1)
    alices.post("/settings/avatar/", {})
    avatars_load()
    assert User.objects.get(pk=alice.pk).avatar == "" and avatar_of("alice") != ("lion", 5)


@pytest.mark.parametrize("wrong", [{"beast": "elephant", "tint": "1"}, {"beast": "lion", "tint": "9"}, {"tint": "x"}])
def test_a_beast_that_is_none_is_refused(alices: Client, alice: User, wrong: dict[str, str]) -> None:
    assert alices.post("/settings/avatar/", wrong).status_code == 400
    with pytest.raises(GameError):
        avatar_set(player=alice, beast="lion:1", tint=1)


def test_a_beast_stays_with_who_changes_the_name(
    alice: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    beast = next(each for each in BEASTS if each != avatar_of("Liz")[0])
    with django_capture_on_commit_callbacks(execute=True):
        avatar_set(player=alice, beast=beast, tint=3)
        name_change(player=User.objects.get(pk=alice.pk), name="Liz")
    assert avatar_of("Liz") == (beast, 3)
