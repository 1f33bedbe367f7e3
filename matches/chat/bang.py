"""Answers lines that begin with an exclamation mark."""

from __future__ import annotations

from accounts.models import User
from matches.chat.room import Room


def answer_bang(*, room: Room, author: User, text: str) -> None:
    """Called after a line such as `!help` was said and stored."""
