"""A player's ratings over time: one chart a house, with the same as a table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from accounts.models import User
from matches.houses import HOUSES
from matches.models import Match, Option
from matches.ratings.models import RatingChange
from matches.ratings.queries import RatingNow, ratings_by_house
from matches.ratings.scale import PROVISIONAL_MATCHES

#: A chart shows so many matches at most, the last ones; all charts of a player together read so many.
MOST_POINTS, MOST_ROWS = 200, 1000
#: The table beside it has so many.
TABLE_ROWS = 20
#: Lines across the chart are so far apart, the first that gives few enough.
STEPS = (10, 20, 50, 100, 200, 500, 1000)
MOST_LINES = 4
#: The plot's own units across; down they are per cent.
WIDTH = 1000


@dataclass(frozen=True, slots=True)
class GridLine:
    """A line across the chart: how far down, in per cent, and its rating."""

    down: float
    value: int


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A rated match as a line of the table; `match_id` is None where the viewer may not look at it."""

    at: datetime
    opponent: str
    result: str
    result_words: str
    change: str
    value: int
    match_id: int | None


@dataclass(frozen=True, slots=True)
class RatingChart:
    """A rating in a house over its rated matches. The points of the two lines are those of an SVG polyline; the first
    line is the provisional part."""

    house: str
    name: str
    now: RatingNow
    highest: int
    lowest: int
    early_points: str
    points: str
    last_down: float
    grid: tuple[GridLine, ...]
    rows: tuple[ChartRow, ...]

    @property
    def words(self) -> str:
        """The chart in a sentence, for who does not see it."""
        return _("%(house)s: now %(now)s, the highest %(highest)d, the lowest %(lowest)d.") % {
            "house": self.name, "now": self.now.text, "highest": self.highest, "lowest": self.lowest,
        }  # fmt: skip


def charts_of(*, player: User, viewer: User | None) -> list[RatingChart]:
    """The charts of a player, the house with most rated matches first, in four queries."""
    ratings = ratings_by_house(player=player)
    if not ratings:
        return []
    changes: dict[str, list[RatingChange]] = defaultdict(list)
    found = RatingChange.objects.filter(user=player).select_related("match").order_by("-id")[:MOST_ROWS]
    for change in found:
        if len(changes[change.house]) < MOST_POINTS:
            changes[change.house].append(change)
    told = [change.match for each in changes.values() for change in each[:TABLE_ROWS]]
    prefetch_related_objects(told, "seats__user")
    houses = sorted(changes, key=lambda key: (-ratings[key].rated, key))
    return [_chart(house, ratings[house], changes[house][::-1], player, viewer) for house in houses]


def _chart(
    house: str, now: RatingNow, changes: Sequence[RatingChange], player: User, viewer: User | None
) -> RatingChart:
    values = [changes[0].mu_before, *(change.mu_after for change in changes)]
    top, bottom = _frame(values)
    places = [
        (round(WIDTH * number / (len(values) - 1), 1), _down(value, top, bottom)) for number, value in enumerate(values)
    ]
    early = max(0, PROVISIONAL_MATCHES - (now.rated - len(changes)))
    known = HOUSES.get(house)
    return RatingChart(
        house=house,
        name=str(known.name) if known else house,
        now=now,
        highest=round(max(values)),
        lowest=round(min(values)),
        early_points=_points(places[: early + 1]) if early else "",
        points=_points(places[early:]),
        last_down=places[-1][1],
        grid=_grid(top, bottom),
        rows=tuple(_row(change, player, viewer) for change in changes[: -TABLE_ROWS - 1 : -1]),
    )


def _frame(values: Sequence[float]) -> tuple[float, float]:
    """The highest and the lowest rating that the chart has room for."""
    room = max(20.0, (max(values) - min(values)) * 0.15)
    return max(values) + room, min(values) - room


def _down(value: float, top: float, bottom: float) -> float:
    return round(100 * (top - value) / (top - bottom), 1)


def _grid(top: float, bottom: float) -> tuple[GridLine, ...]:
    step = next((step for step in STEPS if (top - bottom) / step <= MOST_LINES), STEPS[-1])
    first = int(bottom // step + 1) * step
    return tuple(GridLine(_down(value, top, bottom), value) for value in range(first, int(top) + 1, step))


def _points(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{across},{down}" for across, down in places) if len(places) > 1 else ""


def _row(change: RatingChange, player: User, viewer: User | None) -> ChartRow:
    match: Match = change.match
    seats = {seat.user_id: seat for seat in match.seats.all()}
    mine = seats[player.pk]
    visible = match.option != Option.PRIVATE or (viewer is not None and viewer.pk in seats)
    value, before = round(change.mu_after), round(change.mu_before)
    return ChartRow(
        at=change.at,
        opponent=next(seat.user.username for user_id, seat in seats.items() if user_id != player.pk),
        result=mine.outcome,
        result_words=str(mine.get_outcome_display()),
        change=f"{value - before:+}".replace("-", "−"),
        value=value,
        match_id=match.pk if visible else None,
    )
