"""A match as it stands, loaded once and shown to every audience."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from matches.engine import COLOURS, Standing, fold
from matches.live.sight import Audience, known_to
from matches.live.story import Story, story_of
from matches.models import Match, Option, Seat
from matches.queries import records
from matches.ratings.queries import RatingNow, ratings_of
from triad.clock import now
from triad.errors import NotAllowed, NotFound


@dataclass
class MatchState:
    """The row, its seats by colour, its record and the fold of it, all of one moment `at`."""

    match: Match
    seats: Mapping[str, Seat]
    record: Mapping[str, Any]
    standing: Standing
    at: datetime
    drawn: dict[tuple[str, ...], str] = field(default_factory=dict)
    """Fragments that several audiences share, drawn once."""

    @classmethod
    def load(cls, match_id: int) -> MatchState:
        """The state of a match by the database; raises NotFound."""
        match = (
            Match.objects.select_related("seed", "next_seed")
            .prefetch_related("seats__user", "rounds", "moves")
            .filter(pk=match_id)
            .first()
        )
        if match is None:
            raise NotFound("no_match", _("There is no such match."))
        record = records.record(match, complete=False)
        seats = {seat.colour: seat for seat in match.seats.all()}
        return cls(match, {colour: seats[colour] for colour in COLOURS}, record, fold(record), now())

    def colour_of(self, user: User | None) -> str | None:
        """The colour of a player of this match, None for everybody else."""
        for colour, seat in self.seats.items():
            if user is not None and seat.user_id == user.pk:
                return colour
        return None

    def audience_of(self, user: User | None) -> Audience:
        """What this person is to the match. Raises NotAllowed for a stranger to a private one."""
        colour = self.colour_of(user)
        if colour == "blue":
            return "blue"
        if colour == "red":
            return "red"
        if self.match.option == Option.PRIVATE:
            raise NotAllowed("private_match", _("This match is private: only its two players see it."))
        return "watch"

    @cached_property
    def known(self) -> dict[Audience, frozenset[str]]:
        """By audience: the keys of the cards that it may see."""
        audiences: tuple[Audience, ...] = ("blue", "red", "watch")
        return {audience: known_to(audience, self.standing) for audience in audiences}

    @cached_property
    def stories(self) -> tuple[tuple[Story, ...], ...]:
        """The stories of all placements, by round."""
        return tuple(
            tuple(story_of(each, number) for number in range(len(each.moves))) for each in self.standing.rounds
        )

    @cached_property
    def ratings(self) -> dict[int, RatingNow]:
        """The players' ratings in the house by their IDs; none where the match is not between people."""
        if not self.match.with_people:
            return {}
        return ratings_of([seat.user for seat in self.seats.values()], self.match.house)

    @property
    def is_over(self) -> bool:
        """Whether nobody plays any more; the spoils may still be to choose."""
        return self.match.state != Match.State.PLAYING
