"""The people and the match of the tests of matches."""

from __future__ import annotations

from tests.matches.conftest import match, players

__all__ = ["match", "players"]
