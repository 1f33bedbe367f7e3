"""What is read of ratings."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from accounts.models import User
from matches.models import Match
from matches.ratings.models import Rating, RatingChange
from matches.ratings.scale import START, is_provisional


@dataclass(frozen=True, slots=True)
class RatingNow:
    """A rating as pages say it: whole numbers, and whether it is provisional."""

    value: int
    deviation: int
    provisional: bool
    rated: int = 0

    @property
    def text(self) -> str:
        """The value, with a question mark while it is provisional."""
        return f"{self.value}?" if self.provisional else str(self.value)

    @classmethod
    def of(cls, rating: Rating) -> RatingNow:
        """A row as pages say it."""
        return cls(round(rating.mu), round(rating.sigma), is_provisional(rating.rated), rating.rated)


#: Who has no rated match in a house yet.
UNRATED = RatingNow(round(START.mu), round(START.sigma), provisional=True)


def rating_of(*, player: User, house: str) -> RatingNow:
    """The player's rating in a house (its key); the newcomer's where no match there was rated yet."""
    return ratings_of([player], house)[player.pk]


def ratings_of(players: Collection[User], house: str) -> dict[int, RatingNow]:
    """The ratings of players in a house by their IDs, in one query; everybody has one."""
    rows = Rating.objects.filter(user__in=players, house=house)
    found = {row.user_id: RatingNow.of(row) for row in rows}
    return {player.pk: found.get(player.pk, UNRATED) for player in players}


def ratings_by_house(*, player: User) -> dict[str, RatingNow]:
    """The player's ratings by the key of the house; houses without a rated match are left out."""
    return {row.house: RatingNow.of(row) for row in Rating.objects.filter(user=player)}


def change_by(*, match: Match, player: User) -> RatingChange | None:
    """What a match did to the player's rating; None where it was not rated."""
    return RatingChange.objects.filter(match=match, user=player).first()
