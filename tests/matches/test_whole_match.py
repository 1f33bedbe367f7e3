"""Whole matches by the services alone, from challenge to spoils."""

from __future__ import annotations

import pytest

from accounts.models import LedgerEntry, User
from cards.models import Copy, Transfer
from matches.models import BroughtCopy, Match, Move, Seat
from matches.queries.records import record, seats, standing
from matches.services.spoils import spoils_choose
from tests.matches import world

pytestmark = pytest.mark.django_db


def test_a_match_begins_with_its_deal_and_ten_frozen_copies(match: Match) -> None:
    at = standing(match)
    assert at.error is None and at.turn == match.turn == match.setup["first"]
    assert BroughtCopy.objects.filter(match=match, frozen=True).count() == 10
    assert set(match.seats.values_list("busy", flat=True)) == {Seat.Busy.PEOPLE}
    assert match.due_at is not None and (match.due_at - match.began_at).total_seconds() == 60


def test_a_match_is_played_to_its_spoils(match: Match, players: tuple[User, User]) -> None:
    copies = Copy.objects.count()
    match = world.match_play(match)
    assert match.state == Match.State.CHOOSING and match.winner in ("blue", "red")
    winner = seats(match)[match.winner].user
    key = match.claim["of"][0]
    brought = BroughtCopy.objects.get(match=match, key=key).copy
    match = spoils_choose(match_id=match.pk, user=winner, keys=[key])
    assert match.state == Match.State.OVER and match.chosen == [key]
    brought.refresh_from_db()
    assert brought.owner == winner
    assert Transfer.objects.filter(copy=brought, cause=f"match:{match.pk}").count() == 1
    assert not BroughtCopy.objects.filter(match=match, frozen=True).exists()
    assert set(match.seats.values_list("busy", flat=True)) == {""}
    packs = Transfer.objects.filter(reason="welcome").count()
    assert Copy.objects.count() == copies + packs
    assert {entry.points for entry in LedgerEntry.objects.filter(cause=f"match:{match.pk}")} == {5, 10}


def test_the_record_of_a_match_that_is_over_has_its_seed_and_redoes_every_draw(match: Match) -> None:
    from matches.engine.verify import verify

    assert "seed" not in record(match)
    match = world.match_play(match)
    winner = seats(match)[match.winner].user
    match = spoils_choose(match_id=match.pk, user=winner, keys=[])
    whole = record(match)
    assert whole["commitment"] == match.seed.commitment and whole["seed"] == match.seed.secret
    assert whole["players"] == {"blue": "alice", "red": "bob"}
    assert verify(whole) == []


def test_each_placement_is_one_row_and_one_version(match: Match) -> None:
    before = match.version
    world.placement_play(match)
    match.refresh_from_db()
    assert match.version == before + 1 and Move.objects.filter(match=match).count() == 1
