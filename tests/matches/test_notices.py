from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from accounts.notices.models import Notice
from matches.live.announce import challenge_changed
from matches.models import Match
from matches.notices import match_changed
from matches.services.challenges import challenge_refuse
from tests.accounts.conftest import signed_in
from tests.matches import rows
from tests.matches.world import challenge_make


def told() -> list[tuple[str, str, bool]]:
    """To whom, of what, and whether it is read, in the order of telling."""
    return [
        (each.player.username, each.kind, each.read_at is not None)
        for each in Notice.objects.order_by("id").select_related("player")
    ]


def test_a_challenge_is_told_until_it_is_answered(players: tuple[User, User]) -> None:
    alice, bob = players
    challenge = challenge_make(alice, bob)
    for _ in range(2):
        challenge_changed(challenge.pk)
    assert told() == [("bob", "challenge", False)]
    assert b"alice challenges you." in signed_in(bob).get("/notices/").content
    challenge_refuse(challenge_id=challenge.pk, user=bob)
    challenge_changed(challenge.pk)
    assert told() == [("bob", "challenge", True)]


def test_a_turn_is_told_to_who_is_not_at_the_table(
    alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = rows.match_write(rows.record(), alice, bob)
    match_changed(begun.pk)
    assert told() == [("alice", "match_found", False), ("bob", "match_found", False)]
    Notice.objects.all().delete()
    moved = rows.match_write(rows.record(moves=[["b1", 1]]), alice, charlie)
    monkeypatch.setattr("matches.notices.is_heard", lambda topic: topic == f"match.{moved.pk}.red")
    match_changed(moved.pk)
    assert told() == []
    monkeypatch.undo()
    for _ in range(2):
        match_changed(moved.pk)
    assert told() == [("charlie", "your_turn", False)]
    browser = signed_in(charlie)
    assert b"It is your turn against alice." in browser.get("/notices/").content
    browser.get(f"/matches/{moved.pk}/")
    assert told() == [("charlie", "your_turn", True)]


def test_spoils_are_told_until_the_match_is_over(alice: User, bob: User) -> None:
    match = rows.match_write(rows.record(moves=[["b1", 1]]), alice, bob)
    Match.objects.filter(pk=match.pk).update(
        state="choosing",
        turn="",
        due_at=None,
        ended="played",
        winner="blue",
        claim={"by": "blue", "choose": 1, "of": []},
    )
    match_changed(match.pk)
    assert told() == [("alice", "spoils", False)]
    Match.objects.filter(pk=match.pk).update(state="over")
    match_changed(match.pk)
    assert told() == [("alice", "spoils", True)]


def test_matches_with_robots_tell_nothing(alice: User, bob: User, client: Client) -> None:
    match = rows.match_write(rows.record(moves=[["b1", 1]]), alice, bob)
    Match.objects.filter(pk=match.pk).update(with_people=False)
    match_changed(match.pk)
    match_changed(match.pk + 1)
    challenge_changed(1)
    assert told() == []
