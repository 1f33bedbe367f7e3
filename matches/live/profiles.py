"""What matches show on a player's profile: challenge and watch, statistics, history."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.panels import Panel
from matches.houses import HOUSES
from matches.live.lobby import table_of_player
from matches.live.origin import Origin, origin_of
from matches.models import Match, Option, Seat
from matches.queries.history import Tally, history, statistics
from matches.robots import shown_name

SHOWN = 20


@dataclass(frozen=True, slots=True)
class PastView:
    """One match of the history; `match_id` is None where the viewer may not look at it."""

    match_id: int | None
    opponent: str
    outcome: str
    house: str
    points: int
    at: object
    origin: Origin | None = None


def actions(profile: User, viewer: User | None) -> Panel | None:
    """The buttons beside the name: challenge, watch."""
    own = viewer is not None and viewer.pk == profile.pk
    may_ask = viewer is not None and viewer.is_person and not own and profile.is_person and profile.is_active
    return Panel(
        "matches/_profile_actions.html",
        {"may_challenge": may_ask and not profile.do_not_disturb, "table": table_of_player(profile), "own": own},
    )


def statistics_panel(profile: User, viewer: User | None) -> Panel | None:
    """Won, lost, drawn, did not finish and points, in all, by house, and against robots."""
    found = statistics(profile)
    rows: list[tuple[str, Tally]] = [
        (str(HOUSES[key].name) if key in HOUSES else key, tally) for key, tally in sorted(found.by_house.items())
    ]
    return Panel(
        "matches/_profile_statistics.html", {"total": found.total, "rows": rows, "robots": found.against_robots}
    )


def history_panel(profile: User, viewer: User | None) -> Panel | None:
    """The last matches."""
    seats = history(profile)[:SHOWN]
    return Panel("matches/_profile_history.html", {"past": [past_of(seat, viewer) for seat in seats]})


def past_of(seat: Seat, viewer: User | None) -> PastView:
    """A player's seat in a match that has ended, its match and players loaded, as one line for a viewer."""
    match: Match = seat.match
    players = {each.user_id: shown_name(each.user.username) for each in match.seats.all()}
    visible = match.option != Option.PRIVATE or (viewer is not None and viewer.pk in players)
    words = {
        Seat.Outcome.WON: _("won"),
        Seat.Outcome.LOST: _("lost"),
        Seat.Outcome.DRAWN: _("drawn"),
    }
    outcome = _("did not finish") if seat.did_not_finish else words.get(Seat.Outcome(seat.outcome), _("not finished"))
    house = HOUSES.get(match.house)
    return PastView(
        match.pk if visible else None,
        next((name for user, name in players.items() if user != seat.user_id), ""),
        outcome,
        str(house.name) if house else match.house,
        seat.points,
        match.ended_at,
        origin_of(match) if visible else None,
    )
