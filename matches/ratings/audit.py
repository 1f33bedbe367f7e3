"""Proves that every rating is what the rated matches make of it."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose

from matches.ratings.models import Rating, RatingChange
from matches.ratings.scale import START, Skill, moved
from matches.ratings.services import rated_matches

#: Two machines may count the last digits differently.
TOLERANCE = 1e-6


def findings() -> Iterator[str]:
    """One line for each rated match without its two rows, each row that does not follow from the rows before it, and
    each rating that is not its last row."""
    owed = {rated.match.pk: rated for rated in rated_matches()}
    stands: dict[tuple[int, str], tuple[Skill, int]] = {}
    for match_id, rows in _rows_by_match():
        rated = owed.pop(match_id, None)
        if rated is None:
            yield f"match {match_id} moved ratings and is not rated"
            continue
        match = rated.match
        places = [(pk, match.house) for pk in rated.players]
        before = [stands.get(place, (START, 0)) for place in places]
        after = moved(before[0][0], before[1][0], match.winner)
        for place, (was, count), skill in zip(places, before, after, strict=True):
            stands[place] = (skill, count + 1)
            row = rows.pop(place, None)
            if row is None or not _same(row, was, skill):
                yield f"match {match_id}: the rating of user {place[0]} went from {was.mu:.2f} to {skill.mu:.2f}; {row}"
        for user_id, _house in rows:
            yield f"match {match_id} moved the rating of user {user_id}, who did not play it"
    for match_id in owed:
        yield f"match {match_id} is rated and moved no ratings; rebuild_ratings counts it"
    yield from _ratings(stands)


def _rows_by_match() -> Iterator[tuple[int, dict[tuple[int, str], RatingChange]]]:
    found: dict[int, dict[tuple[int, str], RatingChange]] = {}
    for row in RatingChange.objects.order_by("id").iterator(chunk_size=2000):
        found.setdefault(row.match_id, {})[row.user_id, row.house] = row
    yield from found.items()


def _same(row: RatingChange, before: Skill, after: Skill) -> bool:
    told = (row.mu_before, row.sigma_before, row.mu_after, row.sigma_after)
    return all(isclose(one, two, rel_tol=TOLERANCE) for one, two in zip(told, (*before, *after), strict=True))


def _ratings(stands: dict[tuple[int, str], tuple[Skill, int]]) -> Iterator[str]:
    for rating in Rating.objects.order_by("id").iterator(chunk_size=2000):
        skill, count = stands.pop((rating.user_id, rating.house), (None, 0))
        if skill is None or count != rating.rated or not isclose(skill.mu, rating.mu, rel_tol=TOLERANCE):
            made = "nothing" if skill is None else f"{skill.mu:.2f} after {count}"
            yield f"rating of user {rating} after {rating.rated} matches; its rows make {made}"
    for user_id, house in stands:
        yield f"user {user_id} has rows in {house} and no rating"
