"""Friends: marked from a profile, found in the lobby, known to nobody else."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.blocks import block_set
from accounts.friends import services
from accounts.friends.models import Friend
from accounts.friends.queries import friends_of
from accounts.friends.services import friend_set
from accounts.models import User
from triad.errors import GameError


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def code_of(owner: User, friend: User) -> str:
    with pytest.raises(GameError) as refused:
        friend_set(owner=owner, friend=friend, on=True)
    return refused.value.code


def test_a_friend_is_marked_and_found_and_unmarked(alice: User, bob: User) -> None:
    alice_s = signed_in(alice)
    assert "Mark as a friend" in alice_s.get("/players/bob/").content.decode()
    for _click in range(2):
        assert alice_s.post("/players/bob/friend/", {"on": "1"}).headers["Location"] == "/players/bob/"
    assert Friend.objects.count() == 1 and friends_of(alice) == [bob] and friends_of(bob) == []
    assert 'aria-pressed="true"' in alice_s.get("/players/bob/").content.decode()
    lobby = alice_s.get("/").content.decode()
    assert f'data-mirror="{bob.pk}"' in lobby and "not here" in lobby
    assert f'data-mirror="{alice.pk}"' not in signed_in(bob).get("/").content.decode()
    for _click in range(2):
        alice_s.post("/players/bob/friend/", {"on": "0"})
    assert friends_of(alice) == []


def test_who_cannot_be_a_friend(alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch) -> None:
    robot = User.objects.create_user(username="Iron-Golem", kind="robot")
    guest = User.objects.create_user(username="Guest-77777", kind="guest")
    assert [code_of(alice, other) for other in (alice, robot, guest)] == ["not_befriended"] * 3
    assert code_of(guest, bob) == "needs_account"
    monkeypatch.setattr(services, "MOST_FRIENDS", 1)
    friend_set(owner=alice, friend=bob, on=True)
    assert code_of(alice, charlie) == "many_friends"


def test_a_block_hides_the_friend(alice: User, bob: User, charlie: User) -> None:
    friend_set(owner=alice, friend=bob, on=True)
    block_set(blocker=bob, blocked=alice, on=True)
    assert friends_of(alice) == [] and code_of(charlie, charlie) == "not_befriended"
    assert code_of(alice, bob) == "apart"


def test_the_edges_of_the_page(alice: User, client: Client) -> None:
    assert client.post("/players/alice/friend/").status_code == 403
    alice_s = signed_in(alice)
    assert alice_s.get("/players/alice/friend/").status_code == 405
    assert alice_s.post("/players/nobody/friend/").status_code == 404
    assert alice_s.post("/players/alice/friend/").status_code == 409
    assert "Mark as a friend" not in alice_s.get("/players/alice/").content.decode()
