"""Whom a player has met: matches and cards by opponent, and two players head to head."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, Prefetch, Q, QuerySet

from accounts.models import User
from cards.models import Transfer
from matches.models import Seat
from matches.queries.history import Tally
from matches.queries.public import ended


def opponents(player: User) -> QuerySet[Any, Any]:
    """Rows of `user`, `user__username`, `won`, `lost` and `drawn` as the player sees it, `unfinished` for what came to
    no result, `played` for all of these together, and `last`, one for each person of the player's matches that have
    ended; whom they met most first."""
    theirs = Seat.objects.filter(match__seats__user=player, match__with_people=True).exclude(user=player)
    outcome = Seat.Outcome
    rows = theirs.filter(ended("match__")).order_by().values("user", "user__username")
    return rows.annotate(
        won=Count("pk", filter=Q(outcome=outcome.LOST)),
        lost=Count("pk", filter=Q(outcome=outcome.WON)),
        drawn=Count("pk", filter=Q(outcome=outcome.DRAWN)),
        unfinished=Count("pk", filter=Q(outcome=outcome.NONE)),
        played=Count("pk"),
        last=Max("match__ended_at"),
    ).order_by("-played", "-last", "user")


def spoils_counts(*, player: User, others: Collection[int]) -> dict[int, tuple[int, int]]:
    """By opponent: how many cards the player won from them, and lost to them, as spoils."""
    spoils = Transfer.objects.filter(reason=Transfer.Reason.SPOILS).order_by()
    won = spoils.filter(taker=player, giver__in=others).values_list("giver").annotate(Count("pk"))
    lost = spoils.filter(giver=player, taker__in=others).values_list("taker").annotate(Count("pk"))
    gains, losses = dict(won), dict(lost)
    return {other: (gains.get(other, 0), losses.get(other, 0)) for other in others}


@dataclass(frozen=True, slots=True)
class Duel:
    """Two players head to head, as the first sees it; cards are the last that moved as spoils, the newest first."""

    total: Tally
    by_house: dict[str, Tally]
    won_cards: tuple[Transfer, ...]
    lost_cards: tuple[Transfer, ...]


def tallies(*, player: User, other: User) -> dict[str, Tally]:
    """What came of the matches of two people that have ended, by house, as the first sees it."""
    outcome = Seat.Outcome
    rows = _between(player, other).order_by().values("match__house").annotate(
        won=Count("pk", filter=Q(outcome=outcome.WON)),
        lost=Count("pk", filter=Q(outcome=outcome.LOST)),
        drawn=Count("pk", filter=Q(outcome=outcome.DRAWN)),
        unfinished=Count("pk", filter=Q(did_not_finish=True)),
    )  # fmt: skip
    return {
        row["match__house"]: Tally(row["won"], row["lost"], row["drawn"], row["unfinished"])
        for row in rows.order_by("match__house")
    }


def duel(*, player: User, other: User, cards: int = 100) -> Duel:
    """Two players head to head, with at most so many cards each way."""
    by_house = tallies(player=player, other=other)
    spoils = Transfer.objects.filter(reason=Transfer.Reason.SPOILS).select_related("card").order_by("-id")
    return Duel(
        sum(by_house.values(), Tally()),
        by_house,
        tuple(spoils.filter(taker=player, giver=other)[:cards]),
        tuple(spoils.filter(giver=player, taker=other)[:cards]),
    )


def duel_history(*, player: User, other: User) -> QuerySet[Seat]:
    """The player's seats in the matches of two people that have ended, newest first, with match and both players."""
    seats = Prefetch("match__seats", Seat.objects.select_related("user"))
    return _between(player, other).select_related("match").prefetch_related(seats).order_by("-match_id")


def _between(player: User, other: User) -> QuerySet[Seat]:
    met = Seat.objects.filter(user=player, match__with_people=True, match__seats__user=other)
    return met.filter(ended("match__"))
