"""People who own cards, as the tests of matches have them."""

from __future__ import annotations

from tests.matches.conftest import bets_open, match, players, rich

__all__ = ["bets_open", "match", "players", "rich"]
