"""Rates a match at its end, and counts all ratings again from the matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Count

from accounts.models import User
from accounts.services.wallet import players_lock
from matches.engine import COLOURS
from matches.models import Match
from matches.queries.public import kept_back
from matches.ratings.models import Rating, RatingChange
from matches.ratings.rated import why_unrated
from matches.ratings.scale import START, Skill, moved
from matches.services.pay import pair_matches_today


def match_rate(*, match: Match, users: Mapping[str, User], placed: int, moment: datetime) -> None:
    """Moves both players' ratings by a match that ends now, if it is rated; once, however often it is called.

    Runs in the transaction that ends the match: both players (by colour) are locked in the order of their IDs, and
    their ratings are read after that. `placed` cards were placed in all its rounds.
    """
    of_pair = pair_matches_today(user=users["blue"], opponent=users["red"], moment=moment, before=match)
    if why_unrated(match=match, placed=placed, of_pair=of_pair):
        return
    if RatingChange.objects.filter(match=match).exists():
        return
    players = [users[colour].pk for colour in COLOURS]
    known = {row.user_id: row for row in Rating.objects.filter(user__in=players, house=match.house)}
    ratings = [known.get(pk) or Rating(user_id=pk, house=match.house, mu=START.mu, sigma=START.sigma, rated=0)
               for pk in players]  # fmt: skip
    RatingChange.objects.bulk_create(_move(match, ratings, moment))
    for rating in sorted(ratings, key=lambda each: each.user_id):
        rating.save()


def _move(match: Match, ratings: list[Rating], moment: datetime) -> list[RatingChange]:
    """Moves the two ratings, blue's first (not saved); gives what happened to each."""
    befores = [Skill(rating.mu, rating.sigma) for rating in ratings]
    afters = moved(befores[0], befores[1], match.winner)
    for rating, after in zip(ratings, afters, strict=True):
        rating.mu, rating.sigma, rating.rated, rating.at = after.mu, after.sigma, rating.rated + 1, moment
    return [
        RatingChange(
            match=match, user_id=rating.user_id, house=match.house, at=moment,
            mu_before=before.mu, sigma_before=before.sigma, mu_after=after.mu, sigma_after=after.sigma,
        )
        for rating, before, after in zip(ratings, befores, afters, strict=True)
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rated:
    """A match that is rated, with its two players' IDs, blue's first."""

    match: Match
    players: tuple[int, int]

    @property
    def at(self) -> datetime:
        """When it moved the ratings."""
        moment = self.match.revealed_at or self.match.ended_at
        assert moment is not None
        return moment


def rated_matches() -> list[Rated]:
    """All matches that are rated, in the order in which they moved the ratings: in which they ended, but the delayed
    ones when their end was shown."""
    return sorted(_rated(), key=lambda rated: (rated.at, rated.match.pk))


def _rated() -> Iterator[Rated]:
    ended = Match.objects.filter(with_people=True, ended_at__isnull=False).annotate(placed=Count("moves"))
    held = set(Match.objects.filter(kept_back()).values_list("pk", flat=True))
    of_pair: Counter[tuple[object, frozenset[int]]] = Counter()
    for match in ended.prefetch_related("seats").order_by("ended_at", "pk").iterator(chunk_size=500):
        seats = {seat.colour: seat.user_id for seat in match.seats.all()}
        assert match.ended_at is not None
        day = (match.ended_at.date(), frozenset(seats.values()))
        if match.pk not in held and not why_unrated(match=match, placed=match.placed, of_pair=of_pair[day]):
            yield Rated(match, (seats["blue"], seats["red"]))
        of_pair[day] += 1


@transaction.atomic
def ratings_rebuild() -> int:
    """Counts every rating again from the matches, in the order in which they counted; gives how many were rated.

    Nobody's match ends meanwhile: all who have played are locked.
    """
    people = User.objects.filter(seats__match__with_people=True).distinct().order_by("pk")
    players_lock(user_ids=list(people.values_list("pk", flat=True)))
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    ratings: dict[tuple[int, str], Rating] = {}
    changes: list[RatingChange] = []
    for rated in rated_matches():
        match = rated.match
        assert match.ended_at is not None
        two = [
            ratings.setdefault(
                (pk, match.house), Rating(user_id=pk, house=match.house, mu=START.mu, sigma=START.sigma, rated=0)
            )
            for pk in rated.players
        ]
        changes += _move(match, two, match.ended_at)
    Rating.objects.bulk_create(ratings.values(), batch_size=500)
    RatingChange.objects.bulk_create(changes, batch_size=500)
    return len(changes) // 2


def ratings_begin() -> None:
    """Counts the ratings of a site that is older than they are; where there are any, nothing is done."""
    if not Rating.objects.exists():
        ratings_rebuild()
