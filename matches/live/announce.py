"""Tells whoever listens that something has changed, after the change is committed and never before.

Services call `after_commit`; what shows changes to people registers itself with `listen` in an app's ready(), so
that services know nothing of pages and sockets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from django.db import transaction

Topic = Literal["match", "challenge", "lobby"]

#: Who listens to what: a match's and a challenge's listeners are given its ID, the lobby's nothing.
listeners: dict[Topic, list[Callable[..., None]]] = {"match": [], "challenge": [], "lobby": []}


def listen(topic: Topic, listener: Callable[..., None]) -> None:
    """Registers a listener; registering the same one twice changes nothing."""
    if listener not in listeners[topic]:
        listeners[topic].append(listener)


def match_changed(match_id: int) -> None:
    """A match has a new version."""
    for listener in listeners["match"]:
        listener(match_id)


def challenge_changed(challenge_id: int) -> None:
    """A challenge was made, or its state has changed."""
    for listener in listeners["challenge"]:
        listener(challenge_id)


def lobby_changed() -> None:
    """The list of running matches has changed: one began, ended, or opened or closed itself to spectators."""
    for listener in listeners["lobby"]:
        listener()


def after_commit(tell: Callable[..., None], *args: int) -> None:
    """Calls one of the functions above once the running transaction is committed; a listener's failure is logged
    and undoes nothing."""

    def told() -> None:
        tell(*args)

    # A plain function: Django names it in its log when it fails, which it cannot with a partial.
    transaction.on_commit(told, robust=True)
