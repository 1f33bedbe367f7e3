"""A match as it stands, loaded once and shown to every audience."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Prefetch, prefetch_related_objects
from django.utils.translation import gettext as _

from accounts.models import User
from matches.broadcast.delay import clock_words
from matches.engine import COLOURS, Standing, fold
from matches.live.past import hide_what_follows, is_kept_back, show_clock
from matches.live.sight import Audience, known_to
from matches.live.story import Story, story_of
from matches.models import Match, Move, Option, Round, Seat
from matches.queries import records
from matches.ratings.queries import RatingNow, ratings_of
from triad.clock import now
from triad.errors import Conflict, NotAllowed, NotFound


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
    is_public: bool = False
    """Whether it is a delayed match as it stood before; nothing of it may be saved."""

    @classmethod
    def load(cls, match_id: int, viewer: User | None = None) -> MatchState:
        """The state of a match as this person may know it: to its players as it is, to everybody else a delayed one as
        it stood so long ago. Raises NotFound no_match; NotAllowed shown_later, where that is before it began."""
        match, moment = _row(match_id), now()
        is_player = viewer is not None and any(seat.user_id == viewer.pk for seat in match.seats.all())
        if is_player or not is_kept_back(match):
            return cls._of(match, moment)
        _require_begun(match, moment)
        return cls._of_past(match, moment)

    @classmethod
    def whole(cls, match_id: int) -> MatchState:
        """The state of a match as its players know it. Raises NotFound."""
        return cls._of(_row(match_id), now())

    @property
    def public(self) -> MatchState:
        """The state as everybody may know it; itself, unless it is a delayed match's of now. Raises NotAllowed."""
        return self if self.is_public or not is_kept_back(self.match) else MatchState.load(self.match.pk)

    def seen_by(self, audience: Audience) -> MatchState:
        """The state as an audience may know it."""
        return self.public if audience == "watch" else self

    @classmethod
    def _of(cls, match: Match, moment: datetime) -> MatchState:
        prefetch_related_objects([match], "rounds", "moves")
        return cls._folded(match, records.record(match, complete=False), moment)

    @classmethod
    def _of_past(cls, match: Match, moment: datetime) -> MatchState:
        until = moment - match.delay_time
        rounds, moves = Round.objects.filter(began_at__lte=until), Move.objects.filter(at__lte=until)
        prefetch_related_objects([match], Prefetch("rounds", rounds), Prefetch("moves", moves))
        hide_what_follows(match, until)
        record = records.record(match, complete=False)
        found = cls._folded(match, record, moment)
        found.is_public = True
        show_clock(match, found.standing)
        return found

    @classmethod
    def _folded(cls, match: Match, record: Mapping[str, Any], moment: datetime) -> MatchState:
        seats = {seat.colour: seat for seat in match.seats.all()}
        return cls(match, {colour: seats[colour] for colour in COLOURS}, record, fold(record), moment)

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
            raise _is_private()
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

    def require_open(self, viewer: User | None, sentence: str) -> None:
        """Raises Conflict still_playing, with a sentence that says what can be had when the match is over; to its own
        players, for whom a delayed one is over before that, still_held with the time from which others see its end."""
        if self.is_open:
            return
        if self.is_public or not self.is_over or self.colour_of(viewer) is None:
            raise Conflict("still_playing", sentence)
        due = self.match.due_at if self.match.state == Match.State.HELD else None
        if due is None:
            said = _("Your match is over, but others do not see its end yet: replay, record and proof come then.")
        else:
            said = _("Your match is over, but others see its end at %(time)s: replay, record and proof come then.")
            said %= {"time": clock_words(due)}
        raise Conflict("still_held", said)

    @property
    def is_open(self) -> bool:
        """Whether its replay, record, proof and seed are everybody's: when it is over, and shown to its end."""
        return self.match.is_open


def _row(match_id: int) -> Match:
    rows = Match.objects.select_related("seed", "next_seed").prefetch_related(
        Prefetch("seats", Seat.objects.select_related("user"))
    )
    match = rows.filter(pk=match_id).first()
    if match is None:
        raise NotFound("no_match", _("There is no such match."))
    return match


def _require_begun(match: Match, moment: datetime) -> None:
    """Raises NotAllowed private_match, shown_later, where others see nothing yet of a delayed match."""
    if match.began_at + match.delay_time <= moment:
        return
    if match.option == Option.PRIVATE:
        raise _is_private()
    raise NotAllowed("shown_later", later_words(match))


def _is_private() -> NotAllowed:
    return NotAllowed("private_match", _("This match is private: only its two players see it."))


def later_words(match: Match) -> str:
    """When others see a delayed match."""
    begins = clock_words(match.began_at + match.delay_time)
    return _("This match is shown later; it begins here at %(time)s.") % {"time": begins}
