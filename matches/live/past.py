"""A delayed match's row as it stood before, made from the row of now: what has happened since is taken out of it.

Such a row is for showing only and is never saved.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from matches.engine import Standing
from matches.models import Match
from matches.services.endings import CHOOSING_TIME
from matches.services.rounds import move_seconds


def is_kept_back(match: Match) -> bool:
    """Whether others know less of a match than its players: it is delayed, and its end not public yet."""
    return bool(match.delay) and match.state != Match.State.OVER


def hide_what_follows(match: Match, until: datetime) -> None:
    """Takes out of a row whatever happened after a moment; its rounds and moves are loaded until that moment."""
    ended = match.ended_at is not None and match.ended_at <= until
    match.version = match.first_version + 1 + len(match.moves.all()) + (ended and match.left is not None)
    match.robot_at = match.due_at = match.chosen = match.held = match.next_seed = None
    if ended:
        match.state = Match.State.CHOOSING
        return
    match.state = Match.State.PLAYING
    match.winner = match.ended = ""
    match.left = match.claim = match.ended_at = None


def show_clock(match: Match, standing: Standing) -> None:
    """Whose turn it was, and until when by the delayed clock."""
    match.turn = standing.turn or ""
    if match.state == Match.State.CHOOSING:
        assert match.ended_at is not None
        match.due_at = match.ended_at + CHOOSING_TIME + match.delay_time
        return
    moves = list(match.moves.all())
    since = moves[-1].at if moves else match.began_at
    seconds = move_seconds(match.move_time, standing.rounds[-1].number)
    match.due_at = since + timedelta(seconds=seconds) + match.delay_time
