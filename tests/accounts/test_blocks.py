from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from accounts import blocks
from accounts.blocks import block_set, blocked_ids, is_blocked, on_blocked
from accounts.models import Kind, User
from accounts.queries import people_here
from accounts.services.presence import seen
from tests.accounts.conftest import signed_in
from triad.errors import Conflict, NotAllowed


@pytest.fixture
def no_callbacks() -> Iterator[None]:
    """Blocks without what other apps end by them."""
    site = blocks._blocked[:]
    blocks._blocked.clear()
    yield
    blocks._blocked[:] = site


def test_a_block_holds_both_ways_until_it_ends(alice: User, bob: User, charlie: User) -> None:
    for _ in range(2):
        block_set(blocker=alice, blocked=bob, on=True)
    assert is_blocked(alice, bob) and is_blocked(bob, alice) and not is_blocked(alice, charlie)
    assert (blocked_ids(alice), blocked_ids(bob), blocked_ids(charlie)) == ({bob.pk}, {alice.pk}, set())
    block_set(blocker=bob, blocked=alice, on=False)
    assert is_blocked(alice, bob)
    block_set(blocker=alice, blocked=bob, on=False)
    assert not is_blocked(alice, bob)


@pytest.mark.usefixtures("no_callbacks")
def test_apps_are_told_once(alice: User, bob: User) -> None:
    told: list[tuple[User, User]] = []

    def ended(*, blocker: User, blocked: User) -> None:
        told.append((blocker, blocked))

    on_blocked(ended)
    for _ in range(2):
        block_set(blocker=alice, blocked=bob, on=True)
    assert told == [(alice, bob)]


def test_nobody_blocks_themselves_or_a_robot(alice: User) -> None:
    robot = User.objects.create_user(username="Mog Easy", kind=Kind.ROBOT)
    for other in (alice, robot):
        with pytest.raises(Conflict):
            block_set(blocker=alice, blocked=other, on=True)
    with pytest.raises(NotAllowed):
        block_set(blocker=robot, blocked=alice, on=True)


def test_who_keeps_apart_is_in_no_list(alice: User, bob: User, charlie: User) -> None:
    seen(user_ids=[alice.pk, bob.pk, charlie.pk])
    block_set(blocker=bob, blocked=alice, on=True)
    assert list(people_here(alice)) == [alice, charlie] and list(people_here(bob)) == [bob, charlie]
    assert list(people_here()) == [alice, bob, charlie]


def test_the_page_blocks_and_unblocks(alices: Client, alice: User, bob: User) -> None:
    assert b"/players/bob/report/" in alices.get("/players/bob/").content
    answer = alices.post("/players/bob/block/", {"on": "1"})
    assert answer["Location"] == "/players/bob/" and is_blocked(bob, alice)
    page = alices.get("/players/bob/").content.decode()
    assert "End the block" in page and 'name="on" value="0"' in page
    assert b">bob<" in alices.get("/settings/blocks/").content
    assert alices.post("/players/bob/block/", {"on": "0", "next": "blocks"})["Location"] == "/settings/blocks/"
    assert b"Nobody." in alices.get("/settings/blocks/").content


@pytest.mark.parametrize(
    ("path", "data", "status"),
    [
        ("/players/nobody/block/", {"on": "1"}, 404),
        ("/players/alice/block/", {"on": "1"}, 409),
        ("/players/bob/block/", {"on": "yes"}, 400),
        ("/players/bob/block/", {}, 400),
    ],
)
def test_wrong_blocks_are_refused(
    alices: Client, alice: User, bob: User, path: str, data: dict[str, Any], status: int
) -> None:
    assert alices.post(path, data).status_code == status
    assert blocked_ids(alice) == set()


def test_wrong_ways_to_block_are_refused(alices: Client, client: Client, bob: User) -> None:
    assert alices.get("/players/bob/block/").status_code == 405
    assert alices.post("/settings/blocks/").status_code == 405
    assert client.post("/players/bob/block/", {"on": "1"}).status_code == 403
    page = client.get("/players/bob/").content
    assert b"/block/" not in page and b"/report/" not in page


def test_who_keeps_apart_does_not_see_who_is_here(alices: Client, alice: User, bob: User) -> None:
    seen(user_ids=[alice.pk, bob.pk])
    assert "here now" in alices.get("/players/bob/").content.decode()
    block_set(blocker=bob, blocked=alice, on=True)
    assert "here now" not in alices.get("/players/bob/").content.decode()
    assert "here now" not in signed_in(bob).get("/players/alice/").content.decode()
