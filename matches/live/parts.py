"""The parts of a match's view that hide nothing: the seats of the score bar, the list of placements."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from matches.engine import COLOURS
from matches.live.sight import Audience
from matches.live.state import MatchState
from matches.live.story import Story
from matches.robots import shown_name
from matches.services.rounds import move_seconds

#: A clock with this many seconds left or fewer is shown as low.
LOW_SECONDS = 10


@dataclass(frozen=True, slots=True)
class SeatView:
    """One side of the score bar; times are milliseconds since the epoch by the server's clock."""

    colour: str
    username: str
    name: str
    kind: str
    mine: bool
    score: int
    turn: bool
    gained: bool
    deadline: int | None
    seconds: int | None
    rating: str = ""
    """In the house of the match; empty where nothing can be rated."""

    @property
    def clock(self) -> str:
        """The time left, or the time a move, as m:ss."""
        return f"{(self.seconds or 0) // 60}:{(self.seconds or 0) % 60:02}"

    @property
    def is_low(self) -> bool:
        """Whether the time of this move is nearly over."""
        return self.turn and self.deadline is not None and (self.seconds or 0) <= LOW_SECONDS


@dataclass(frozen=True, slots=True)
class MoveView:
    """One line of the list of placements."""

    round: int
    number: int
    colour: str
    name: str
    placed_on: int
    square: int
    note: str
    by_clock: bool
    last: bool


def milliseconds(moment: datetime) -> int:
    """A moment in milliseconds since the epoch."""
    return int(moment.timestamp() * 1000)


def seat_of(state: MatchState, colour: str, audience: Audience, story: Story | None) -> SeatView:
    """One side of the score bar for an audience."""
    match, seat = state.match, state.seats[colour]
    assert state.standing.round is not None
    turn = not state.is_over and state.standing.turn == colour
    due = match.due_at if turn and not seat.user.is_robot else None
    a_move = move_seconds(match.move_time, len(state.standing.rounds) - 1)
    seconds = max(0, int((due - state.at).total_seconds())) if due else a_move
    index = COLOURS.index(colour)
    return SeatView(
        colour=colour,
        username=seat.user.username,
        name=shown_name(seat.user.username),
        kind=seat.user.kind,
        mine=colour == audience,
        score=state.standing.round.score[index],
        turn=turn,
        gained=bool(story and story.turned and story.after[index] > story.before[index]),
        deadline=milliseconds(due) if due else None,
        seconds=seconds,
        rating=state.ratings[seat.user_id].text if state.ratings else "",
    )


def moves_of(state: MatchState) -> tuple[MoveView, ...]:
    """All placements of the match."""
    by_clock = {(move.round, move.number) for move in state.match.moves.all() if move.by_clock}
    views = []
    for standing in state.standing.rounds:
        for number, story in enumerate(state.stories[standing.number]):
            last = standing is state.standing.rounds[-1] and number == len(standing.moves) - 1
            clock = (standing.number, number) in by_clock
            views.append(
                MoveView(
                    standing.number + 1,
                    number + 1,
                    story.colour,
                    story.name,
                    story.placed_on,
                    story.square,
                    story.note,
                    clock,
                    last,
                )
            )
    return tuple(views)
