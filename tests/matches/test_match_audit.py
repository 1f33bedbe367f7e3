"""The audit finds every kind of fault that it is there to find."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import LedgerEntry
from cards.models import Transfer
from matches.audit import findings
from matches.models import Match, Seed
from matches.queries.records import seats
from matches.services.spoils import spoils_choose
from tests.matches import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(match: Match) -> Match:
    match = world.match_play(match)
    return spoils_choose(match_id=match.pk, user=seats(match)[match.winner].user, keys=match.claim["of"][:1])


def _other_winner(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(winner="red" if match.winner == "blue" else "blue")


def _other_outcome(match: Match) -> None:
    match.seats.filter(outcome="won").update(outcome="drawn")


def _frozen(match: Match) -> None:
    match.brought.filter(key="b1").update(frozen=True)


def _busy(match: Match) -> None:
    match.seats.filter(colour="blue").update(busy="people")


def _other_pay(match: Match) -> None:
    match.seats.filter(outcome="won").update(points=11)


def _lost_entry(match: Match) -> None:
    LedgerEntry.objects.filter(cause=f"match:{match.pk}").delete()


def _other_chosen(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(chosen=[])


def _lost_transfer(match: Match) -> None:
    Transfer.objects.filter(reason="spoils").delete()


def _other_taker(match: Match) -> None:
    Transfer.objects.filter(reason="spoils").update(taker=match.seats.get(outcome="lost").user)


def _not_due(match: Match) -> None:
    other = next(key for key in match.claim["of"] if key not in match.chosen)
    Match.objects.filter(pk=match.pk).update(claim={**match.claim, "of": [other]})


def _other_commitment(match: Match) -> None:
    Seed.objects.filter(pk=match.seed_id).update(commitment="0" * 64)


def _other_move(match: Match) -> None:
    move = match.moves.last()
    match.moves.filter(pk=move.pk).update(card="zz")


@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        (_other_winner, "winner"),
        (_other_outcome, "seat of"),
        (_frozen, "frozen by match"),
        (_busy, "is busy"),
        (_other_pay, "paid user"),
        (_lost_entry, "the ledger says 0"),
        (_other_chosen, "moved"),
        (_lost_transfer, "moved"),
        (_other_taker, "was not due"),
        (_not_due, "was not due"),
        (_other_commitment, "commitment"),
        (_other_move, "record is wrong"),
    ],
)
def test_what_is_wrong_is_found(over: Match, spoil: Callable[[Match], None], found: str) -> None:
    assert list(findings()) == []
    spoil(over)
    assert any(found in line for line in findings())


def test_draws_that_the_seed_does_not_give_are_found(players: tuple[object, object]) -> None:
    match = world.match_play(world.match_make(*players, rules=["open", "elemental"], trade="none"))  # type: ignore[arg-type]
    assert list(findings()) == []
    match.rounds.filter(number=0).update(draws={"elements": dict.fromkeys("123456789", "fire")})
    assert list(findings())
