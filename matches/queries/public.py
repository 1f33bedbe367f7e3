"""What others than its players may know of a match by now, as conditions for queries.

An undelayed match runs in public while it is played, and its result is public from its end on. A delayed one runs in
public as far as it has been shown, and its result is public when it is over.
"""

from __future__ import annotations

from django.db.models import Q, Sum

from accounts.models import User
from matches.broadcast.delay import Shown
from matches.models import Match


def running_now(prefix: str = "") -> Q:
    """Matches that are played before everybody's eyes just now; who may watch is another question."""
    playing = _q(prefix, state=Match.State.PLAYING, delay=0)
    return playing | _q(prefix, shown=Shown.RUNNING)


def ended(prefix: str = "") -> Q:
    """Matches whose result is everybody's, and has done to records, ratings and wallets what it does."""
    return _q(prefix, state=Match.State.OVER) | _q(prefix, state=Match.State.CHOOSING, delay=0)


def kept_back(prefix: str = "") -> Q:
    """Delayed matches that are not over: what others know of them is older than what their players know."""
    return _q(prefix, delay__gt=0) & ~_q(prefix, state=Match.State.OVER)


def has_begun(match: Match) -> bool:
    """Whether others than its players see anything of a match by now."""
    return not match.delay or match.state == Match.State.OVER or match.shown != Shown.NOT_YET


def runs(match: Match) -> bool:
    """As `running_now`, of a match that is loaded."""
    if match.delay:
        return match.shown == Shown.RUNNING
    return match.state == Match.State.PLAYING


def bets_unseen(player: User) -> int:
    """The points that a player has put into matches of which others see nothing yet."""
    found = Match.objects.filter(kept_back(), shown=Shown.NOT_YET, seats__user=player)
    return found.aggregate(points=Sum("bet"))["points"] or 0


def _q(prefix: str, **conditions: object) -> Q:
    return Q(**{f"{prefix}{name}": value for name, value in conditions.items()})
