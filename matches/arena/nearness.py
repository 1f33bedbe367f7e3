"""Who is near enough to whom to be paired: by rating and point value, wider with every second of waiting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from matches.arena.models import Seek

#: Ratings may differ by so much at once, and by so much more a second.
RATING_REACH, RATING_WIDENS = 150.0, 15.0
#: One point value may be so many times the other at once, and so many times more a second.
VALUE_REACH, VALUE_WIDENS = 2.0, 0.2
#: Who has waited so many seconds plays anybody.
ANYBODY_AFTER = 60.0


def distance(one: Seek, other: Seek) -> float:
    """How unlike two are: what their ratings and their values differ by, each as part of what may be at once."""
    values = sorted((max(1, one.value), max(1, other.value)))
    return abs((one.rating or 0) - (other.rating or 0)) / RATING_REACH + values[1] / values[0] / VALUE_REACH


def is_near(one: Seek, other: Seek, moment: datetime) -> bool:
    """Whether these two may be paired now; the one who has waited longer says how far one may reach."""
    waited = max((moment - each.joined_at).total_seconds() for each in (one, other))
    if waited >= ANYBODY_AFTER:
        return True
    values = sorted((max(1, one.value), max(1, other.value)))
    gap = abs((one.rating or 0) - (other.rating or 0))
    return (
        gap <= RATING_REACH + RATING_WIDENS * waited and values[1] <= (VALUE_REACH + VALUE_WIDENS * waited) * values[0]
    )


def nearest_pair(
    seeks: Sequence[Seek], moment: datetime, *, apart: Callable[[Seek, Seek], bool]
) -> tuple[Seek, Seek] | None:
    """The next two to be paired: who has waited longest and has somebody near, with the nearest of these."""
    for place, one in enumerate(seeks):
        others = [
            other
            for other in seeks[place + 1 :]
            if (other.house, other.trade) == (one.house, one.trade) and is_near(one, other, moment)
        ]
        for other in sorted(others, key=lambda each: distance(one, each)):
            if not apart(one, other):
                return one, other
    return None
