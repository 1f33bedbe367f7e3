"""What a player has played: statistics and the list of matches."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q, QuerySet, Sum

from accounts.models import User
from matches.models import Match, Seat
from matches.queries.public import ended


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of a number of matches; `points` is what they paid."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    did_not_finish: int = 0
    points: int = 0

    @property
    def played(self) -> int:
        """How many matches came to a result."""
        return self.won + self.lost + self.drawn

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.won + other.won,
            self.lost + other.lost,
            self.drawn + other.drawn,
            self.did_not_finish + other.did_not_finish,
            self.points + other.points,
        )


@dataclass(frozen=True, slots=True)
class Statistics:
    """A player's matches with people, in all and by house (its key), and those against robots apart."""

    total: Tally
    by_house: dict[str, Tally]
    against_robots: Tally


def statistics(user: User) -> Statistics:
    """The player's statistics, in one query; matches that run count for nothing yet, and played-on ones never."""
    outcome = Seat.Outcome
    rows = (
        Seat.objects.filter(user=user, match__played_on_from=None)
        .filter(ended("match__"))
        .order_by()
        .values("match__house", "match__with_people")
        .annotate(
            won=Count("pk", filter=Q(outcome=outcome.WON)),
            lost=Count("pk", filter=Q(outcome=outcome.LOST)),
            drawn=Count("pk", filter=Q(outcome=outcome.DRAWN)),
            unfinished=Count("pk", filter=Q(did_not_finish=True)),
            paid=Sum("points"),
        )
    )
    by_house: dict[str, Tally] = {}
    robots = Tally()
    for row in rows:
        tally = Tally(row["won"], row["lost"], row["drawn"], row["unfinished"], row["paid"] or 0)
        if row["match__with_people"]:
            by_house[row["match__house"]] = tally
        else:
            robots += tally
    return Statistics(sum(by_house.values(), Tally()), by_house, robots)


def history(user: User) -> QuerySet[Seat]:
    """The player's seats in matches that are over, newest first, each with its match and both its seats' players."""
    seats = Prefetch("match__seats", Seat.objects.select_related("user"))
    found = Seat.objects.filter(ended("match__"), user=user)
    return found.select_related("match").prefetch_related(seats).order_by("-match_id")


def live_match(user: User) -> Match | None:
    """The match that the player is in now: with people before one against a robot; None if in none."""
    seats = Seat.objects.filter(user=user).exclude(busy="").select_related("match").order_by("busy")
    seat = seats.first()
    return seat.match if seat else None
