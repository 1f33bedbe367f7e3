"""Moderators look at the site as a player: they do nothing, it is written down, and it never tells a hand."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import User
from accounts.roles import CURATOR, MODERATOR
from accounts.viewing.models import PlayerView
from cards.models import Deck
from cards.services.decks import deck_create
from cards.services.roles import roles_load
from matches.arena.pairing import seek_join, seek_leave
from matches.models import Seed
from matches.services.leaving import match_leave
from tests.conftest import Clock
from tests.matches import world
from triad.consumers import Call, enter, topics_of
from triad.rooms import Refused

pytestmark = pytest.mark.django_db


def staff_make(name: str, role: str) -> User:
    roles_load()
    user = User.objects.create_user(username=name, password="eight-squares", is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    return user


@pytest.fixture
def mona(db: None) -> User:
    """Mona: a moderator."""
    return staff_make("mona", MODERATOR)


@pytest.fixture
def desk(mona: User, clock: Clock) -> Client:
    """Mona's browser."""
    client = Client()
    client.force_login(mona)
    return client


def begin(client: Client, player: User, reason: str = "She wrote that her shop is empty") -> int:
    """Begins a view; gives the status."""
    return client.post(f"/admin/accounts/user/{player.pk}/view-as/", {"reason": reason}).status_code


def test_a_moderator_sees_what_the_player_sees_and_ends_it(desk: Client, alice: User, mona: User) -> None:
    deck_create(owner=alice, name="Secret-garden")
    assert "View as this player" in desk.get(f"/admin/accounts/user/{alice.pk}/change/").content.decode()
    assert "half an hour" in desk.get(f"/admin/accounts/user/{alice.pk}/view-as/").content.decode()
    assert begin(desk, alice) == 302
    answer = desk.get("/cards/decks/")
    page = answer.content.decode()
    assert "Secret-garden" in page and "You look as <b>alice</b>" in page and "End the view" in page
    assert f'data-player="{alice.pk}"' in page and "ws-connect" not in page
    assert "no-store" in answer["Cache-Control"]
    assert desk.post("/players/view/end/")["Location"] == f"/admin/accounts/user/{alice.pk}/change/"
    page = desk.get("/cards/decks/").content.decode()
    assert "Secret-garden" not in page and "You look as" not in page
    view = PlayerView.objects.get()
    assert (view.by, view.player, view.reason) == (mona, alice, "She wrote that her shop is empty")
    assert view.ended_at is not None
    said = LogEntry.objects.filter(user=mona, object_id=str(alice.pk)).order_by("pk").values_list("change_message")
    assert [message for (message,) in said] == [
        "Began to view the site as this player: She wrote that her shop is empty",
        "Ended the view as this player.",
    ]


def test_who_looks_for_an_opponent_has_a_hand_that_nobody_sees(desk: Client, players: tuple[User, User]) -> None:
    alice = players[0]
    seek_join(user=alice, copies=world.hand_of(alice))
    assert begin(desk, alice) == 409 and not PlayerView.objects.exists()
    seek_leave(user=alice)
    assert begin(desk, alice) == 302


def test_nothing_is_done_while_one_looks(desk: Client, alice: User) -> None:
    begin(desk, alice)
    for address, form in (
        ("/cards/decks/", {"name": "Mine"}),
        ("/settings/", {"do_not_disturb": "on"}),
        ("/account/logout/", {}),
        ("/account/email/", {"email": "mona@example.org", "action_add": ""}),
        ("/shop/buy/", {}),
        (f"/admin/accounts/user/{alice.pk}/correct/", {"points": "5"}),
        (f"/admin/accounts/user/{alice.pk}/view-as/", {"reason": "again"}),
    ):
        for method in (desk.post, desk.put, desk.delete):
            answer = method(address, form)
            if answer.status_code != 404:  # an address that there is not has no view at all
                assert answer.status_code == 403, address
                assert "You only look as alice" in answer.content.decode()
    alice.refresh_from_db()
    assert not alice.do_not_disturb and not Deck.objects.exists()
    refused = desk.post("/settings/", {}, headers={"HX-Request": "true"})
    assert refused.status_code == 403 and "You only look as alice" in refused.content.decode()


def test_looking_writes_nothing(desk: Client, alice: User, bob: User, clock: Clock) -> None:
    world.cards_make()
    world.copies_give(alice, [f"A{number:03}" for number in range(1, 13)])
    world.seen_now(bob)
    alice.refresh_from_db()
    begin(desk, alice)
    clock.advance(600)
    for address in ("/", "/notices/", "/challenge/bob/", "/cards/stash/", "/settings/", "/profile/"):
        desk.get(address, follow=True)
    seen = alice.seen_at
    alice.refresh_from_db()
    assert alice.seen_at == seen and not Seed.objects.exists() and not alice.visits.exists()


def test_pages_that_are_a_persons_own_stay_so(desk: Client, alice: User) -> None:
    begin(desk, alice)
    for address in ("/account/email/", "/account/password/change/", "/settings/export/", "/settings/leave/"):
        answer = desk.get(address)
        assert answer.status_code == 403 and "own" in answer.content.decode(), address


def test_a_hand_is_never_told(desk: Client, players: tuple[User, User], mona: User) -> None:
    alice, bob = players
    begin(desk, alice)
    assert desk.get("/cards/decks/").status_code == 200
    match = world.match_make(alice, bob, rules=["same"])
    for address in (
        f"/matches/{match.pk}/",
        f"/matches/{match.pk}/regions/",
        "/",
        "/cards/decks/",
        "/cards/stash/",
        "/profile/",
    ):
        answer = desk.get(address)
        assert answer.status_code == 409 and "is in a match" in answer.content.decode(), address
        assert "Card 1" not in answer.content.decode()
    assert desk.get(f"/matches/{match.pk}/", headers={"Accept": "application/json"}).status_code == 409
    other = Client()
    other.force_login(mona)
    assert begin(other, bob) == 409 and not PlayerView.objects.filter(player=bob).exists()
    match_leave(match_id=match.pk, user=bob)
    assert desk.get("/cards/decks/").status_code == 200


def test_a_hand_that_waits_in_a_challenge_is_not_told_either(desk: Client, players: tuple[User, User]) -> None:
    alice, bob = players
    begin(desk, alice)
    world.challenge_make(alice, bob)
    assert desk.get("/").status_code == 409
    assert begin(desk, bob) == 403  # the view as Alice is still on
    desk.post("/players/view/end/")
    assert begin(desk, alice) == 409 and begin(desk, bob) == 302


def test_sockets_hear_nothing_that_is_the_players(desk: Client, alice: User, mona: User) -> None:
    begin(desk, alice)
    headers = [(b"cookie", f"sessionid={desk.cookies['sessionid'].value}".encode())]
    visit, joined = enter(Call("lobby", "-", None, headers, "127.0.0.1"))
    assert visit.player == mona
    assert not [topic for topic in topics_of(visit, joined) if topic.endswith(f".{alice.pk}")]
    with pytest.raises(Refused):
        enter(Call("lobby", "-", str(alice.pk), headers, "127.0.0.1"))


@pytest.mark.parametrize("who", ["nobody", "player", "curator", "staff"])
def test_who_is_no_moderator_views_as_nobody(alice: User, bob: User, clock: Clock, who: str) -> None:
    client = Client()
    if who == "curator":
        client.force_login(staff_make("kurt", CURATOR))
    elif who == "staff":
        client.force_login(User.objects.create_user(username="sam", password="eight-squares", is_staff=True))
    elif who == "player":
        client.force_login(bob)
    assert begin(client, alice) in (302, 403)
    assert not PlayerView.objects.exists()
    session = client.session
    session["view_as"] = 1
    session.save()
    assert "You look as" not in client.get("/").content.decode()


def test_as_the_staff_only_superusers_view(desk: Client, alice: User) -> None:
    kurt = staff_make("kurt", CURATOR)
    boss = User.objects.create_superuser(username="boss", password="eight-squares")
    for player in (kurt, boss):
        assert begin(desk, player) == 403
    assert "View as this player" not in desk.get(f"/admin/accounts/user/{kurt.pk}/change/").content.decode()
    warden = Client()
    warden.force_login(boss)
    assert begin(warden, boss) == 403 and begin(warden, kurt) == 302
    assert "You look as <b>kurt</b>" in warden.get("/").content.decode()


def test_what_was_begun_ends_with_time_with_the_right_and_with_the_player(
    desk: Client, alice: User, mona: User, clock: Clock
) -> None:
    begin(desk, alice)
    clock.advance(29 * 60)
    assert "You look as" in desk.get("/").content.decode()
    clock.advance(60)
    page = desk.get("/").content.decode()
    assert "You look as" not in page and "is over" in page
    begin(desk, alice)
    mona.groups.clear()
    assert "You look as" not in desk.get("/").content.decode()
    mona.groups.add(Group.objects.get(name=MODERATOR))
    begin(desk, alice)
    alice.is_staff = True
    alice.save()
    assert "You look as" not in desk.get("/").content.decode()


def test_a_view_needs_a_reason_and_a_player(desk: Client, alice: User, clock: Clock) -> None:
    assert begin(desk, alice, "  ") == 400
    robot = User.objects.create_user(username="Mog", password=None, kind="robot")
    assert begin(desk, robot) == 403
    alice.is_active = False
    alice.save()
    assert begin(desk, alice) == 403
    assert desk.post("/admin/accounts/user/99999/view-as/", {"reason": "x"}).status_code == 404
    assert desk.get("/players/view/end/").status_code in (404, 405)
    assert not PlayerView.objects.exists()


def test_the_log_is_looked_at_and_not_changed(alice: User, clock: Clock, desk: Client) -> None:
    begin(desk, alice)
    desk.post("/players/view/end/")
    view = PlayerView.objects.get()
    warden = Client()
    warden.force_login(User.objects.create_superuser(username="boss", password="eight-squares"))
    assert "shop is empty" in warden.get("/admin/accounts/playerview/").content.decode()
    assert warden.get("/admin/accounts/playerview/add/").status_code == 403
    assert warden.post(f"/admin/accounts/playerview/{view.pk}/change/", {"reason": "x"}).status_code == 403
    assert warden.post(f"/admin/accounts/playerview/{view.pk}/delete/", {"post": "yes"}).status_code == 403
