"""Which copies a live match holds, and who is in one (RULES 5)."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q

from accounts.models import User
from matches.arena.models import Seek
from matches.models import BroughtCopy, Challenge, Match, Seat
from matches.queries.public import kept_back


def frozen_copies(copy_ids: Collection[int]) -> set[int]:
    """Those of the copies that a live match holds."""
    return set(BroughtCopy.objects.filter(copy__in=copy_ids, frozen=True).values_list("copy", flat=True))


def in_live_match(user_ids: Collection[int]) -> bool:
    """Whether one of these players is in a match with people whose spoils are not chosen yet, or whose end has not been
    shown to others yet: what moves by it is not settled."""
    live = Q(busy=Seat.Busy.PEOPLE) | (kept_back("match__") & Q(match__with_people=True))
    return Seat.objects.filter(live, user__in=user_ids).exists()


def has_hidden_hand(player: User) -> bool:
    """Whether a player is in a match that is being played or not shown to its end, or waits for one with a hand: by a
    challenge that was sent, or by looking for an opponent."""
    playing = Seat.objects.filter(Q(match__state=Match.State.PLAYING) | kept_back("match__"), user=player)
    waiting = Challenge.objects.filter(challenger=player, state=Challenge.State.WAITING)
    return playing.exists() or waiting.exists() or Seek.objects.filter(user=player).exists()
