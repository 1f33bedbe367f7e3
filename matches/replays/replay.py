"""A match that is over after any of its placements, as pages show it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from django.utils.translation import gettext as _

from accounts.models import User
from matches.live.origin import Origin, origin_of
from matches.live.outcome import OutcomeView, outcome_of
from matches.live.parts import MoveView, moves_of
from matches.live.state import MatchState
from matches.live.strip import house_name
from matches.models import Match, Option
from matches.replays.preview import sentence_of, title_of
from matches.robots import shown_name
from matches.rulebook.link import to_query
from matches.rulebook.position import Position, position_of
from matches.rulebook.tables import BoardView, HandSlot, TableView, table_of
from triad.errors import GameError

Side = Literal["blue", "red"]


@dataclass(frozen=True, slots=True)
class SideView:
    """One player of a replay: the cards left in the hand, and the score."""

    colour: str
    name: str
    slots: tuple[HandSlot, ...]
    score: int


@dataclass(frozen=True, slots=True)
class Replay:
    """A match after `at` of its `moves` placements, looked at from the near side."""

    match_id: int
    at: int
    moves: int
    near: SideView
    far: SideView
    board: BoardView
    round: int
    told: str
    ending: str
    steps: tuple[tuple[int, MoveView], ...]
    outcome: OutcomeView | None
    house: str
    title: str
    sentence: str
    query: str
    """The position in the writing of the board editor; empty where it does not fit into an address."""
    public: bool
    playable: bool
    """Whether one can play on from here against a robot."""
    origin: Origin | None
    """Where the match itself was played on from."""

    @property
    def before(self) -> int:
        return max(0, self.at - 1)

    @property
    def after(self) -> int:
        return min(self.moves, self.at + 1)


def finished(*, match_id: int, viewer: User | None) -> MatchState:
    """A match that is over, for somebody who may see it: the only road to replays, pictures and films.

    Raises NotFound; NotAllowed for a stranger to a private match; Conflict still_playing, still_held.
    """
    state = MatchState.load(match_id, viewer=viewer)
    state.audience_of(viewer)
    state.require_open(viewer, _("The match can be played again when it is over."))
    return state


def position_in(state: MatchState) -> Position:
    """The match as a position of the board editor, with all its placements."""
    return position_of(state.record)[0]


def replay_of(state: MatchState, *, at: int | None = None, side: Side = "blue", played: bool = False) -> Replay:
    """The match after `at` placements, after all if None; with `played` the last one is played on the board, else
    what it did is shown still."""
    position = position_in(state)
    table = table_of(position, at=at, event="play" if played else "still", id="replay-board")
    far: Side = "red" if side == "blue" else "blue"
    sides = {colour: _side(state, table, colour) for colour in ("blue", "red")}
    at_end = table.at == table.moves
    return Replay(
        match_id=state.match.pk,
        at=table.at,
        moves=table.moves,
        near=sides[side],
        far=sides[far],
        board=replace(table.board, is_player=False),
        round=table.round,
        told=table.told,
        ending="" if at_end else table.ending,
        steps=tuple(enumerate(moves_of(state), 1)),
        outcome=outcome_of(state, "watch"),
        house=house_name(state.match),
        title=title_of(state),
        sentence=sentence_of(state),
        query=_query(position, table.at),
        public=state.match.option != Option.PRIVATE,
        playable=state.match.state == Match.State.OVER and not (at_end and state.match.ended == "played"),
        origin=origin_of(state.match),
    )


def _side(state: MatchState, table: TableView, colour: str) -> SideView:
    slots = dict(table.hands)[colour]
    name = shown_name(state.seats[colour].user.username)
    score = table.score[0 if colour == "blue" else 1]
    return SideView(colour, name, tuple(replace(slot, playable=False) for slot in slots), score)


def _query(position: Position, at: int) -> str:
    """The whole match with the wanted placement shown, or only what leads to it, as far as an address has room."""
    for tried in (position, position.cut(at)):
        try:
            return f"{to_query(tried)}&at={at}"
        except GameError:
            continue
    return ""
