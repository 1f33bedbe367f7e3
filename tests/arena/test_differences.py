"""What lobbies are told: single rows, put in, replaced, taken out; a socket begins with the whole."""

from __future__ import annotations

import re
from typing import Any

import pytest

from accounts.blocks import block_set
from accounts.models import User
from matches.arena import roll
from matches.live.rooms import LobbyRoom
from matches.models import Challenge, Match
from matches.services.challenges import challenge_withdraw
from matches.services.leaving import match_leave
from matches.services.options import option_set
from matches.services.overdue import settle_due
from matches.services.seeds import seed_make
from tests.arena.open import answer, open_make
from tests.conftest import Clock
from tests.matches import world
from triad import hub

pytestmark = pytest.mark.django_db(transaction=True)

#: A row with every chip it may have.
MOST_BYTES = 6_000
Players = tuple[User, User]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Everything that the hub was given, in order."""
    found: list[dict[str, Any]] = []
    monkeypatch.setattr(hub, "_send", found.append)
    return found


def to_lobby(sent: list[dict[str, Any]], id: str) -> list[dict[str, Any]]:
    return [each for each in sent if each["topic"] == "lobby" and f'id="{id}"' in each.get("html", "")]


def version(message: dict[str, Any], id: str) -> int:
    return int(re.findall(rf'id="{id}"[^>]*? data-version="(\d+)"', message["html"])[0])


def test_an_open_challenge_is_one_row_put_in_and_taken_out(
    players: Players, sent: list[dict[str, Any]], clock: Clock
) -> None:
    alice, bob = players
    challenge = open_make(alice)
    (put,) = to_lobby(sent, f"open-{challenge.pk}")
    assert 'data-into="lobby-open"' in put["html"] and "data-gone" not in put["html"]
    assert put["key"] == f"open-{challenge.pk}" and len(put["html"]) < MOST_BYTES
    sent.clear()
    clock.advance(1)
    world.seen_now(alice)
    match = answer(challenge, bob)
    (taken,) = to_lobby(sent, f"open-{challenge.pk}")
    assert "data-gone" in taken["html"] and "alice" not in taken["html"]
    assert version(taken, f"open-{challenge.pk}") > version(put, f"open-{challenge.pk}")
    (table,) = to_lobby(sent, f"table-{match.pk}")
    assert "Watch alice against bob" in table["html"] and len(table["html"]) < MOST_BYTES
    assert all(len(each["html"]) < MOST_BYTES for each in sent if each["topic"] == "lobby")


def test_an_invite_is_told_to_nobody(players: Players, sent: list[dict[str, Any]]) -> None:
    invite = open_make(players[0], way="invite")
    assert not [each for each in sent if each["topic"] == "lobby"]
    challenge_withdraw(challenge_id=invite.pk, user=players[0])
    assert not [each for each in sent if each["topic"] == "lobby"]


def test_a_change_among_a_hundred_pushes_its_own_row_alone(
    players: Players, sent: list[dict[str, Any]], settings: Any, clock: Clock
) -> None:
    alice, bob = players
    settings.OPEN_CHALLENGES_AT_ONCE = 1000
    made = [open_make(alice)]
    for _number in range(99):
        others = {**vars(made[0]), "id": None, "challenger_id": bob.pk, "seed_id": seed_make(owner=bob).pk}
        made.append(Challenge.objects.create(**{k: v for k, v in others.items() if not k.startswith("_")}))
    whole = LobbyRoom().snapshot(LobbyRoom().join(None, "", "-"), None)
    assert len(re.findall(r'<li id="open-', whole)) == 100
    sent.clear()
    challenge_withdraw(challenge_id=made[0].pk, user=alice)
    pushed = [each for each in sent if each["topic"] == "lobby"]
    assert len(pushed) == 1 and len(pushed[0]["html"]) < 300 < len(whole) / 100


def test_expiry_takes_the_row_out(players: Players, sent: list[dict[str, Any]], clock: Clock) -> None:
    challenge = open_make(players[0])
    sent.clear()
    clock.advance(24 * 3600)
    settle_due(limit=10)
    assert "data-gone" in to_lobby(sent, f"open-{challenge.pk}")[0]["html"]


def test_a_table_comes_goes_and_hides_as_a_row(match: Match, players: Players, sent: list[dict[str, Any]]) -> None:
    option_set(match_id=match.pk, user=players[0], option="private")
    assert "data-gone" in to_lobby(sent, f"table-{match.pk}")[0]["html"]
    for user in players:
        option_set(match_id=match.pk, user=user, option="broadcast")
    shown = to_lobby(sent, f"table-{match.pk}")[-1]["html"]
    assert "Watch alice against bob" in shown and 'data-into="lobby-casts"' in shown
    sent.clear()
    match_leave(match_id=match.pk, user=players[0])
    ended = to_lobby(sent, f"table-{match.pk}")
    assert len(ended) == 1 and ended[0]["html"].count("data-gone") == 2
    assert all("lobby-tables" not in each["html"] or each in ended for each in sent if "html" in each)


def test_who_keeps_apart_is_told_nothing(players: Players, charlie: User, sent: list[dict[str, Any]]) -> None:
    alice, bob = players
    first = open_make(alice)
    sent.clear()
    block_set(blocker=bob, blocked=alice, on=True)
    assert {each["topic"] for each in sent if "recheck" in each} >= {f"lobby.{alice.pk}", f"lobby.{bob.pk}"}
    second = open_make(alice)
    (put,) = to_lobby(sent, f"open-{second.pk}")
    assert put["apart"] == [f"user.{bob.pk}"]
    room = LobbyRoom()
    seen = {user: room.snapshot(room.join(user, "", "-"), user) for user in (bob, charlie)}
    for challenge in (first, second):
        assert f'id="open-{challenge.pk}"' not in seen[bob] and f'id="open-{challenge.pk}"' in seen[charlie]


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> None:
    """The roll was not called yet."""
    monkeypatch.setattr(roll, "_called_at", None)


def test_the_roll_tells_who_came_changed_and_went(
    players: Players, sent: list[dict[str, Any]], clock: Clock, called: None
) -> None:
    alice, bob = players
    assert roll.roll_call(moment=clock.now) == 2
    assert "/challenge/alice/" in to_lobby(sent, f"here-{alice.pk}")[0]["html"]
    sent.clear()
    assert roll.roll_call(moment=clock.advance(3)) == 0 and not sent
    User.objects.filter(pk=bob.pk).update(do_not_disturb=True)
    assert roll.roll_call(moment=clock.advance(1)) == 0
    assert roll.roll_call(moment=clock.advance(2)) == 1
    (changed,) = sent
    assert "does not want to be disturbed" in changed["html"] and "alice" not in changed["html"]
    sent.clear()
    User.objects.filter(pk=bob.pk).update(username="robert")
    assert roll.roll_call(moment=clock.advance(3)) == 1
    assert "/players/robert/" in to_lobby(sent, f"here-{bob.pk}")[0]["html"]
    sent.clear()
    world.seen_before(alice, 61)
    assert roll.roll_call(moment=clock.advance(3)) == 1
    assert "data-gone" in to_lobby(sent, f"here-{alice.pk}")[0]["html"]


def test_the_roll_tells_nobody_of_who_keeps_apart(
    players: Players, charlie: User, sent: list[dict[str, Any]], clock: Clock, called: None
) -> None:
    alice, bob = players
    world.seen_now(charlie)
    block_set(blocker=bob, blocked=alice, on=True)
    sent.clear()
    assert roll.roll_call(moment=clock.now) == 3
    apart = {f"here-{alice.pk}": [f"user.{bob.pk}"], f"here-{bob.pk}": [f"user.{alice.pk}"], f"here-{charlie.pk}": []}
    for row, left_out in apart.items():
        (told,) = [each for each in sent if f'id="{row}"' in each["html"]]
        assert told.get("apart", []) == left_out
    room = LobbyRoom()
    for viewer, unseen in ((alice, bob), (bob, alice)):
        shown = room.snapshot(room.join(viewer, "", "-"), viewer)
        assert f'id="here-{unseen.pk}"' not in shown and f'id="here-{charlie.pk}"' in shown
    assert {f'id="{row}"' in room.snapshot(room.join(None, "", "-"), None) for row in apart} == {True}


def test_a_second_process_tells_nothing_twice(
    players: Players, sent: list[dict[str, Any]], clock: Clock, called: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert roll.roll_call(moment=clock.now) == 2
    monkeypatch.setattr(roll, "_called_at", None)
    assert roll.roll_call(moment=clock.now) == 0


def test_the_list_is_in_the_order_of_names(players: Players, charlie: User) -> None:
    world.seen_now(*players, charlie)
    views = roll.here_views()
    assert [view.name for view in views] == ["alice", "bob", "charlie"]
    assert [view.order for view in views] == sorted((view.order for view in views), reverse=True)
    assert all(0 <= view.order < 2**53 for view in views)
