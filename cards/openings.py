"""Whether trades are open to a player (RULES 5, 8): higher apps answer, so that cards needs to know none of them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User


@dataclass(frozen=True, slots=True)
class Closed:
    """Why trades are not open to a player yet: a sentence to that player, and one about that player."""

    to_self: str
    to_other: str


#: Why trades are not open to a player at a moment, or None.
OpeningQuestion = Callable[[User, datetime], Closed | None]
#: Whether one of some players, by ID, is in a live match with people.
BusyQuestion = Callable[[Collection[int]], bool]

_openings: list[OpeningQuestion] = []
_busy: list[BusyQuestion] = []


def register(*, opening: OpeningQuestion, busy: BusyQuestion) -> None:
    """Adds both questions; registering the same ones twice changes nothing. Call it in an app's ready()."""
    if opening not in _openings:
        _openings.append(opening)
    if busy not in _busy:
        _busy.append(busy)


def why_closed(user: User, moment: datetime) -> Closed | None:
    """Why the player may not trade yet, or None: newcomers may not, so that no account is made to be emptied."""
    return next((closed for question in _openings if (closed := question(user, moment))), None)


def is_any_busy(user_ids: Collection[int]) -> bool:
    """Whether one of these players is in a live match, until its spoils are chosen."""
    return any(question(user_ids) for question in _busy)
