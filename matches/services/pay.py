"""What a match pays, and the limits of a day (RULES 8)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.models import Kind, LedgerEntry, User
from accounts.services.wallet import pay
from matches.engine import Standing
from matches.houses import HOUSES, House
from matches.models import Match, Seat
from matches.queries.public import kept_back
from matches.queries.records import clock_moves, placements

EXPERIENCE = {"lost": 20, "drawn": 30, "won": 50}
#: The first so many matches of a pair in a UTC day pay.
PAIR_MATCHES = 10
#: So many matches with people pay a player in a UTC day.
PAID_MATCHES = 20
#: So many robots pay a player in a UTC day, each once.
PAID_ROBOTS = 5
#: For whom the clock placed so many cards, nothing is paid.
CLOCK_PLACEMENTS = 2
#: A match that ends before this placement, by a player who left, pays nobody.
LEAST_PLACEMENTS = 5


@dataclass(frozen=True, slots=True)
class Pay:
    """Points and experience."""

    points: int = 0
    experience: int = 0

    def __bool__(self) -> bool:
        return bool(self.points or self.experience)


NOTHING = Pay()


def pay_of(outcome: str, *, house: House, against_robot: bool = False) -> Pay:
    """What a match played out pays for `won`, `drawn` or `lost`: against robots half the experience."""
    points: int = getattr(house.points, outcome)
    experience = EXPERIENCE[outcome]
    return Pay(points, experience // 2 if against_robot else experience)


def match_pay(
    *,
    match: Match,
    players: dict[str, Seat],
    at: Standing,
    moment: datetime,
    stayed: str | None,
    guests: Collection[str] = (),
) -> None:
    """Pays both players of a match that ends now and notes it on their seats (not saved); both are locked. The colours
    of `guests` are paid nothing."""
    by_clock = clock_moves(match, at)
    for colour, seat in sorted(players.items(), key=lambda each: each[1].user_id):
        opponent = next(other.user for place, other in players.items() if place != colour)
        due = _due(match, at, seat, stayed == colour, against_robot=opponent.is_robot)
        if not due or colour in guests or not seat.user.is_person or sum(by_clock[colour]) >= CLOCK_PLACEMENTS:
            continue
        if why_unpaid(user=seat.user, opponent=opponent, moment=moment, before=match):
            continue
        pay(
            user=seat.user,
            points=due.points,
            experience=due.experience,
            reason=LedgerEntry.Reason.MATCH,
            cause=f"match:{match.pk}",
        )
        seat.points, seat.experience = due.points, due.experience


def _due(match: Match, at: Standing, seat: Seat, stayed: bool, *, against_robot: bool) -> Pay:
    """What the seat is owed before the limits of the day."""
    if match.setup["trade"] == "training" or match.played_on_from_id:
        return NOTHING
    house = HOUSES[match.house]
    if at.ended == "played":
        return pay_of(seat.outcome, house=house, against_robot=against_robot)
    won = seat.outcome == Seat.Outcome.WON or stayed
    return (
        pay_of("won", house=house, against_robot=against_robot)
        if won and placements(at) >= LEAST_PLACEMENTS
        else NOTHING
    )


def why_unpaid(*, user: User, opponent: User, moment: datetime, before: Match | None = None) -> str:
    """Why one more match of the day would pay the player nothing: pair_limit, day_limit, robot_paid, robots_limit;
    empty where it pays. `before` is that match itself, where there is one."""
    today = _ended_today(moment, before)
    if opponent.is_robot:
        paid = today.filter(seats__in=_paid_seats(user), with_people=False)
        robots = set(
            Seat.objects.filter(match__in=paid.values("pk"), user__kind=Kind.ROBOT).values_list("user", flat=True)
        )
        if opponent.pk in robots:
            return "robot_paid"
        return "robots_limit" if len(robots) >= PAID_ROBOTS else ""
    if pair_matches_today(user=user, opponent=opponent, moment=moment, before=before) >= PAIR_MATCHES:
        return "pair_limit"
    if _paid_seats(user).filter(match__in=today.filter(with_people=True).values("pk")).count() >= PAID_MATCHES:
        return "day_limit"
    return ""


def pair_matches_today(*, user: User, opponent: User, moment: datetime, before: Match | None = None) -> int:
    """How many matches of two people have ended in the UTC day of the moment, `before` not counted."""
    between = _ended_today(moment, before).filter(with_people=True, seats__user=user)
    return between.filter(pk__in=Seat.objects.filter(user=opponent).values("match")).count()


def _paid_seats(user: User) -> QuerySet[Seat]:
    """Where the player was paid, or may yet be: a delayed match that has ended stands in line before later ones."""
    ended = kept_back("match__") & ~Q(match__state=Match.State.PLAYING) & ~Q(match__setup__trade="training")
    return Seat.objects.filter(Q(points__gt=0) | Q(experience__gt=0) | ended, user=user)


def _ended_today(moment: datetime, before: Match | None) -> QuerySet[Match]:
    """The matches that ended in the UTC day of the moment, and not after it."""
    day = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    found = Match.objects.filter(ended_at__gte=day, ended_at__lte=moment)
    return found.exclude(pk=before.pk) if before else found
