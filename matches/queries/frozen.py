"""Which copies a live match holds, and who is in one (RULES 5)."""

from __future__ import annotations

from collections.abc import Collection

from accounts.models import User
from matches.arena.models import Seek
from matches.models import BroughtCopy, Challenge, Match, Seat


def frozen_copies(copy_ids: Collection[int]) -> set[int]:
    """Those of the copies that a live match holds."""
    return set(BroughtCopy.objects.filter(copy__in=copy_ids, frozen=True).values_list("copy", flat=True))


def in_live_match(user_ids: Collection[int]) -> bool:
    """Whether one of these players is in a match with people whose spoils are not chosen yet."""
    return Seat.objects.filter(user__in=user_ids, busy=Seat.Busy.PEOPLE).exists()


def has_hidden_hand(player: User) -> bool:
    """Whether a player is in a match that is being played, or waits for one with a hand: by a challenge that was sent,
    or by looking for an opponent."""
    playing = Seat.objects.filter(user=player, match__state=Match.State.PLAYING)
    waiting = Challenge.objects.filter(challenger=player, state=Challenge.State.WAITING)
    return playing.exists() or waiting.exists() or Seek.objects.filter(user=player).exists()
