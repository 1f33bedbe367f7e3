"""Which matches are rated (RULES 3, 8)."""

from __future__ import annotations

from matches.models import Match
from matches.services.pay import LEAST_PLACEMENTS

#: The first so many matches of a pair in a UTC day are rated.
RATED_PAIR_MATCHES = 5


def why_unrated(*, match: Match, placed: int, of_pair: int) -> str:
    """Why a match that has ended is not rated: against_robot, training, first_named, no_result, too_short, pair_limit;
    empty where it is. `placed` cards lay in all rounds; the pair had ended `of_pair` matches that day before it.

    A forfeit before the fifth placement was hardly a match: it pays neither and rates neither.
    """
    if not match.with_people:
        return "against_robot"
    if match.setup["trade"] == "training":
        return "training"
    if match.setup.get("first_named"):
        return "first_named"
    if not match.winner:
        return "no_result"
    if match.ended == "forfeit" and placed < LEAST_PLACEMENTS:
        return "too_short"
    return "pair_limit" if of_pair >= RATED_PAIR_MATCHES else ""
