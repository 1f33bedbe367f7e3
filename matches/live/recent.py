"""What a request has already pushed: its reply shows the same moment, without loading and drawing it again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from matches.live.state import MatchState

_states: ContextVar[dict[int, MatchState] | None] = ContextVar("pushed_states", default=None)


@contextmanager
def collected() -> Iterator[dict[int, MatchState]]:
    """The states that are pushed while this is entered, by match; the newest of each."""
    states: dict[int, MatchState] = {}
    token = _states.set(states)
    try:
        yield states
    finally:
        _states.reset(token)


def pushed(state: MatchState) -> None:
    """Keeps a state that has just been pushed, if somebody collects."""
    states = _states.get()
    if states is not None:
        states[state.match.pk] = state
