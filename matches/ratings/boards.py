"""The leaderboards: by rating in a house, point value, collection, wins in thirty days. Who is suspended stands on
none until that is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import BooleanField, Case, Count, Q, QuerySet, Value, When
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Kind
from cards.boards import most_collected, most_valuable
from matches.models import Seat
from matches.queries.public import ended
from matches.ratings.models import Rating
from matches.ratings.queries import RatingNow
from matches.ratings.scale import PROVISIONAL_MATCHES
from triad.clock import now

PAGE = 50
#: Wins of so many days count for the board of wins.
WINS_OF = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Line:
    """One player of a board: the figure it goes by, and another beside it; no place while it is provisional."""

    place: int | None
    player_id: int
    username: str
    figure: str
    beside: str


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard: what it is called, what its two figures are, and its rows from the first down."""

    key: str
    title: Promise | str
    figure: Promise | str
    beside: Promise | str
    rows: Callable[[str], QuerySet[Any, Any]]
    line: Callable[[int, Any], Line]
    by_house: bool = False

    def page(self, number: str | None, *, house: str = "") -> tuple[Page[Any], list[Line]]:
        """A page of it (the nearest there is), with its lines; two queries."""
        page: Page[Any] = Paginator(self.rows(house), PAGE).get_page(number)
        return page, [self.line(place, row) for place, row in enumerate(page, page.start_index())]


def _ratings(house: str) -> QuerySet[Rating]:
    """The ratings of a house: those that say something before the provisional ones."""
    settled = Case(When(rated__gte=PROVISIONAL_MATCHES, then=Value(True)), default=False, output_field=BooleanField())
    people = Rating.objects.filter(house=house, user__kind=Kind.PERSON, user__is_active=True)
    people = people.exclude(user__suspended_until__gt=now())
    return people.select_related("user").annotate(settled=settled).order_by("-settled", "-mu", "user")


def _wins(house: str) -> QuerySet[Any, Any]:
    """Rows of `user`, `user__username`, `won` and `played`: matches with people that came to a result in the last
    thirty days."""
    moment = now()
    recent = Seat.objects.filter(match__with_people=True, match__ended_at__gt=moment - WINS_OF, user__is_active=True)
    seats = recent.filter(ended("match__")).exclude(user__suspended_until__gt=moment)
    won = Count("pk", filter=Q(outcome=Seat.Outcome.WON))
    played = Count("pk", filter=Q(outcome__in=(Seat.Outcome.WON, Seat.Outcome.LOST, Seat.Outcome.DRAWN)))
    rows = seats.order_by().values("user", "user__username").annotate(won=won, played=played)
    return rows.filter(won__gt=0).order_by("-won", "played", "user")


def _rating_line(place: int, row: Rating) -> Line:
    rating = RatingNow.of(row)
    return Line(None if rating.provisional else place, row.user_id, row.user.username, rating.text, str(rating.rated))


def _owner_line(figure: str) -> Callable[[int, Mapping[str, Any]], Line]:
    def line(place: int, row: Mapping[str, Any]) -> Line:
        return Line(place, row["owner"], row["owner__username"], str(row[figure]), str(row["copies"]))

    return line


def _win_line(place: int, row: Mapping[str, Any]) -> Line:
    return Line(place, row["user"], row["user__username"], str(row["won"]), str(row["played"]))


#: Every board by its key, in the order in which they are offered.
BOARDS: Mapping[str, Board] = {
    board.key: board
    for board in (
        Board("rating", _("Rating"), _("Rating"), _("Rated matches"), _ratings, _rating_line, by_house=True),
        Board(
            "value", _("Point value"), _("Points"), _("Copies"), lambda _house: most_valuable(), _owner_line("value")
        ),
        Board(
            "collection", _("Collection"), _("Different cards"), _("Copies"), lambda _house: most_collected(),
            _owner_line("cards"),
        ),
        Board("wins", _("Wins in 30 days"), _("Won"), _("Played"), _wins, _win_line),
    )
}  # fmt: skip
