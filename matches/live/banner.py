"""The banner over every page: running matches, spoils to choose, challenges that wait."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Q
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User
from matches.models import Challenge, Match, Seat
from triad.clock import now


@dataclass(frozen=True, slots=True)
class RunningLine:
    """A match that is not over, and whether the player is to act in it."""

    match_id: int
    opponent: str
    my_turn: bool
    choosing: bool


@dataclass(frozen=True, slots=True)
class AskedLine:
    """A challenge that waits for the player's answer."""

    challenge_id: int
    name: str
    deadline: int
    clock: str


@dataclass(frozen=True, slots=True)
class BannerView:
    """What the banner says to one player at one moment; `version` is that moment, in milliseconds."""

    running: tuple[RunningLine, ...]
    asked: tuple[AskedLine, ...]
    version: int


NOTHING = BannerView((), (), 0)


def banner_of(user: User | None) -> BannerView:
    """The banner of a player; nothing for a visitor."""
    if user is None:
        return NOTHING
    moment = now()
    return BannerView(tuple(_running(user)), tuple(_asked(user, moment)), int(moment.timestamp() * 1000))


def banner_fragment(user: User, *, language: str = settings.LANGUAGE_CODE) -> str:
    """The banner, to be swapped by its id."""
    with translation.override(language):
        return render_to_string("matches/_banner.html", {"banner": banner_of(user), "oob": True})


def _running(user: User) -> list[RunningLine]:
    seats = (
        Seat.objects.filter(user=user)
        .exclude(busy="")
        .exclude(match__state=Match.State.OVER)
        .select_related("match")
        .prefetch_related("match__seats__user")
    )
    lines = []
    for seat in seats:
        match = seat.match
        others = [other.user.username for other in match.seats.all() if other.user_id != user.pk]
        choosing = match.state == Match.State.CHOOSING
        mine = (match.claim or {}).get("by") == seat.colour if choosing else match.turn == seat.colour
        lines.append(RunningLine(match.pk, others[0] if others else "", mine, choosing))
    return lines


def _asked(user: User, moment: datetime) -> list[AskedLine]:
    if not user.is_person:
        return []
    waiting = Challenge.objects.filter(Q(opponent=user), state=Challenge.State.WAITING, expires_at__gt=moment)
    return [
        AskedLine(
            challenge.pk,
            challenge.challenger.username,
            int(challenge.expires_at.timestamp() * 1000),
            clock_text(challenge.expires_at, moment),
        )
        for challenge in waiting.select_related("challenger").order_by("pk")
    ]


def clock_text(end: datetime, moment: datetime) -> str:
    """The time until a moment, as m:ss."""
    seconds = max(0, int((end - moment).total_seconds()))
    return f"{seconds // 60}:{seconds % 60:02}"
