"""Where a match was played on from, as every page names it."""

from __future__ import annotations

from dataclasses import dataclass

from matches.models import Match


@dataclass(frozen=True, slots=True)
class Origin:
    """The match that another was played on from, and after how many of its placements."""

    match_id: int
    at: int


def origin_of(match: Match) -> Origin | None:
    """Where a match was played on from; None for one of its own."""
    if match.played_on_from_id is None or match.played_on_at is None:
        return None
    return Origin(match.played_on_from_id, match.played_on_at)
