"""Tells whoever listens that something has changed, after the change is committed and never before.

Services call `after_commit`; what shows changes to people registers itself with `listen` in an app's ready(), so
that services know nothing of pages and sockets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

from django.db import transaction

from matches.models import Challenge
from triad.clock import now

Topic = Literal["match", "shown", "hidden", "challenge", "lobby", "seek", "line", "line_changed"]

#: Who listens to what: each listener is given the ID of the match, of the player who looks, or of the line of a chat;
#: of a challenge its row with its players, as it stands at a moment or later, and that moment.
listeners: dict[Topic, list[Callable[..., None]]] = {topic: [] for topic in get_args(Topic)}


def listen(topic: Topic, listener: Callable[..., None]) -> None:
    """Registers a listener; registering the same one twice changes nothing."""
    if listener not in listeners[topic]:
        listeners[topic].append(listener)


def match_changed(match_id: int) -> None:
    """A match has a new version."""
    for listener in listeners["match"]:
        listener(match_id)


def match_shown(match_id: int) -> None:
    """Others than its players see more of a delayed match now."""
    for listener in listeners["shown"]:
        listener(match_id)


def match_hidden(match_id: int) -> None:
    """Others, who saw a match, are to see it later."""
    for listener in listeners["hidden"]:
        listener(match_id)


def challenge_changed(challenge_id: int) -> None:
    """A challenge was made, or its state has changed. All that listen are given one look at it."""
    moment = now()  # before the look: what is told of a later moment then never shows an earlier state
    rows = Challenge.objects.select_related("challenger", "opponent").filter(pk=challenge_id)
    for challenge in rows:
        for listener in listeners["challenge"]:
            listener(challenge, moment)


def lobby_changed(match_id: int) -> None:
    """The list of running matches has changed by this one: it began, ended, or who may watch it, or when, has changed.
    Of a delayed match: others have seen it begin or end."""
    for listener in listeners["lobby"]:
        listener(match_id)


def seek_changed(user_id: int) -> None:
    """A player looks for an opponent, has found one, or looks no longer."""
    for listener in listeners["seek"]:
        listener(user_id)


def line_said(line_id: int) -> None:
    """A line was said in a chat."""
    for listener in listeners["line"]:
        listener(line_id)


def line_changed(line_id: int) -> None:
    """The staff has hidden a line of a chat, or shows it again."""
    for listener in listeners["line_changed"]:
        listener(line_id)


def after_commit(tell: Callable[..., None], *args: int) -> None:
    """Calls one of the functions above once the running transaction is committed; a listener's failure is logged
    and undoes nothing."""

    def told() -> None:
        tell(*args)

    # A plain function: Django names it in its log when it fails, which it cannot with a partial.
    transaction.on_commit(told, robust=True)
