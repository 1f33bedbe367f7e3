from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client

from accounts import panels
from accounts.models import Kind, User
from accounts.panels import Panel
from accounts.queries import player_named
from accounts.services.presence import seen
from accounts.services.wallet import pay
from tests.conftest import Clock
from triad.errors import NotFound


@pytest.fixture
def no_panels() -> Iterator[None]:
    """A profile without what other apps put there."""
    site = panels._makers[:]
    panels._makers.clear()
    yield
    panels._makers[:] = site


def test_it_shows_who_it_is(client: Client, alice: User) -> None:
    pay(user=alice, points=1234, experience=77, reason="match", cause="match:1")
    answer = client.get("/players/alice/")
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "<h1>alice</h1>" in page
    assert f'datetime="{alice.date_joined:%Y-%m-%d}"' in page
    assert "1234" in page and "77" in page


@pytest.mark.parametrize("name", ["ALICE", "Alice", "aLiCe"])
def test_any_case_of_the_name_leads_to_it(client: Client, alice: User, name: str) -> None:
    answer = client.get(f"/players/{name}/")
    assert (answer.status_code, answer["Location"]) == (302, "/players/alice/")


@pytest.mark.parametrize(
    "name",
    [
        "nobody",
        "a1ice",
        "al-ice",
        "аlice",
        "x" * 10_000,
        "ali%00ce",
        "%F0%9F%83%8F",
        "<script>",
        "..",
        "%20",
        "%ED%A0%80",
    ],
)
def test_there_is_none_of_another_name(client: Client, alice: User, name: str) -> None:
    answer = client.get(f"/players/{name}/")
    assert answer.status_code == 404
    assert b"<script>" not in answer.content.replace(b"<script ", b"")


def test_a_robot_has_one_too(client: Client, db: None) -> None:
    User.objects.create_user(username="Mog Easy", kind=Kind.ROBOT)
    answer = client.get("/players/Mog%20Easy/")
    assert answer.status_code == 200
    assert b"robot" in answer.content


def test_it_rejects_post(client: Client, alice: User) -> None:
    assert client.post("/players/alice/").status_code == 405


def test_it_says_who_is_here_and_who_wants_rest(client: Client, clock: Clock, alice: User) -> None:
    assert b"here now" not in client.get("/players/alice/").content
    seen(user_ids=[alice.pk])
    User.objects.filter(pk=alice.pk).update(do_not_disturb=True)
    page = client.get("/players/alice/").content
    assert b"here now" in page and b"not want to be disturbed" in page


def test_a_closed_account_says_so(client: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert b"This account is closed" in client.get("/players/alice/").content


def test_only_the_owner_finds_the_ways_to_settings_and_ledger(alices: Client, bobs: Client, client: Client) -> None:
    own = alices.get("/players/alice/").content
    assert b'href="/settings/"' in own and b'href="/settings/ledger/"' in own
    for browser in (bobs, client):
        page = browser.get("/players/alice/").content
        assert b"/settings/" not in page


def test_the_way_without_a_name_leads_to_ones_own(alices: Client, client: Client) -> None:
    assert alices.get("/profile/")["Location"] == "/players/alice/"
    assert client.get("/profile/")["Location"] == "/account/login/?next=/profile/"


@pytest.mark.usefixtures("no_panels")
def test_other_apps_put_panels_on_it(client: Client, bobs: Client, bob: User, alice: User) -> None:
    asked: list[tuple[User, User | None]] = []

    def late(profile: User, viewer: User | None) -> Panel:
        asked.append((profile, viewer))
        return Panel("_notice.html", {"text": "<b>second</b>", "kind": "good"})

    def early(profile: User, viewer: User | None) -> Panel:
        return Panel("_notice.html", {"text": "the early one"})

    def never(profile: User, viewer: User | None) -> None:
        return None

    panels.register(late, order=2)
    panels.register(early, order=1)
    panels.register(early, order=1)
    panels.register(never, place="actions")
    page = client.get("/players/alice/").content.decode()
    bobs.get("/players/alice/")
    assert asked == [(alice, None), (alice, bob)]
    assert page.count("the early one") == 1
    assert page.index("the early one") < page.index("&lt;b&gt;second&lt;/b&gt;")


def test_a_player_is_found_by_name_in_any_case_only(alice: User) -> None:
    assert player_named("ALICE") == alice
    for wrong in ("al1ce", "", "alice ", "a" * 300, "ali\x00ce"):
        with pytest.raises(NotFound):
            player_named(wrong)
