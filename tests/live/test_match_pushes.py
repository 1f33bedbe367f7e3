"""What is pushed when a match or a challenge changes: to whom, once an audience, after the commit."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from matches.live.rooms import ChallengeRoom, MatchRoom
from matches.services.challenges import challenge_withdraw
from matches.services.options import option_set
from tests.conftest import Clock
from tests.matches import world
from triad import hub
from triad.rooms import NO_SUCH_ROOM, NOT_ALLOWED, Refused

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Everything that the hub was given, in order."""
    found: list[dict[str, Any]] = []
    monkeypatch.setattr(hub, "_send", found.append)
    return found


@pytest.fixture
def players(alice: User, bob: User, clock: Clock) -> tuple[User, User]:
    world.cards_make()
    for user in (alice, bob):
        world.copies_give(user, [f"A{number:03}" for number in range(1, 13)])
    world.seen_now(alice, bob)
    return alice, bob


def refusal(room: Any, user: User | None, argument: str) -> int:
    with pytest.raises(Refused) as refused:
        room.join(user, "", argument)
    return refused.value.code


def test_a_match_is_pushed_to_each_audience_once(
    players: tuple[User, User], charlie: User, sent: list[dict[str, Any]]
) -> None:
    alice, bob = players
    match = world.match_make(alice, bob, option="broadcast")
    sent.clear()
    world.placement_play(match)
    audiences = [f"match.{match.pk}.{colour}" for colour in ("blue", "red", "watch")]
    assert [each["topic"] for each in sent if each["topic"].startswith("match.")] == audiences
    assert all(each["version"] == 2 and "is-placed" in each["html"] for each in sent if each["topic"] in audiences)
    assert {each["topic"] for each in sent} == {*audiences, f"user.{alice.pk}", f"user.{bob.pk}", "lobby"}
    match.refresh_from_db()
    assert "your turn" in next(each["html"] for each in sent if each["topic"] == f"user.{world.turn_user(match).pk}")
    assert f'id="cast-{match.pk}"' in next(each["html"] for each in sent if each["topic"] == "lobby")

    room = MatchRoom()
    assert room.join(None, "", str(match.pk)).topics == (audiences[2], f"match.{match.pk}.chat.watch")
    assert room.join(charlie, "", str(match.pk)).watches == match.pk
    assert room.join(alice, "", str(match.pk)).topics == (audiences[0], f"match.{match.pk}.chat.players")
    assert room.join(bob, "", str(match.pk)).watches is None
    assert refusal(room, alice, "999") == refusal(room, alice, "x") == refusal(room, alice, "1" * 60) == NO_SUCH_ROOM

    sent.clear()
    option_set(match_id=match.pk, user=bob, option="private")
    to_watchers = [each for each in sent if each["topic"] == audiences[2]]
    assert "This match is private now" in to_watchers[0]["html"] and to_watchers[1]["close"] == NOT_ALLOWED
    assert refusal(room, charlie, str(match.pk)) == NOT_ALLOWED
    assert f"/matches/{match.pk}/" not in next(each["html"] for each in sent if each["topic"] == "lobby")


def test_a_challenge_is_pushed_to_its_two_players_only(
    players: tuple[User, User], charlie: User, sent: list[dict[str, Any]]
) -> None:
    alice, bob = players
    challenge = world.challenge_make(alice, bob)
    own = {f"{kind}.{user.pk}" for kind in ("user", "lobby") for user in players}
    pages = {f"challenge.{challenge.pk}.{user.pk}" for user in players}
    assert {each["topic"] for each in sent} == own | pages
    assert "<b>alice</b> challenges you" in next(each["html"] for each in sent if each["topic"] == f"user.{bob.pk}")
    assert refusal(ChallengeRoom(), charlie, str(challenge.pk)) == NO_SUCH_ROOM
    sent.clear()
    challenge_withdraw(challenge_id=challenge.pk, user=alice)
    assert "challenges you" not in next(each["html"] for each in sent if each["topic"] == f"user.{bob.pk}")
    page = next(each["html"] for each in sent if each["topic"] == f"challenge.{challenge.pk}.{bob.pk}")
    assert "withdrawn" in page and "data-version" in page and "data-answered" in page
