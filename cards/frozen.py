"""Which copies a live match holds: higher apps register a question, so that cards needs to know none of them."""

from __future__ import annotations

from collections.abc import Callable, Collection

#: Given IDs of copies, gives those that may not move now.
FrozenQuestion = Callable[[Collection[int]], Collection[int]]

_questions: list[FrozenQuestion] = []


def register(question: FrozenQuestion) -> None:
    """Adds a question; registering the same one twice changes nothing. Call it in an app's ready()."""
    if question not in _questions:
        _questions.append(question)


def frozen_among(copy_ids: Collection[int]) -> set[int]:
    """The IDs of those copies that are frozen now, by whatever holds them (RULES 5)."""
    found: set[int] = set()
    if copy_ids:
        for question in _questions:
            found.update(question(copy_ids))
    return found
