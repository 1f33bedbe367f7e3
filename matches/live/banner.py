"""The banner over every page: running matches, spoils to choose, challenges that wait."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.conf import settings
from django.db.models import Count, Exists, OuterRef, QuerySet
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User
from matches.arena.models import Seek
from matches.houses import HOUSES
from matches.models import Challenge, Match, Seat
from matches.rule_names import TRADE_TITLES
from triad.clock import now


@dataclass(frozen=True, slots=True)
class RunningLine:
    """A match that is not over at its `version`, and whether the player is to act in it."""

    match_id: int
    opponent: str
    my_turn: bool
    choosing: bool
    version: int


@dataclass(frozen=True, slots=True)
class AskedLine:
    """A challenge that waits for the player's answer."""

    challenge_id: int
    name: str
    deadline: int
    clock: str


@dataclass(frozen=True, slots=True)
class SeekLine:
    """That the player looks for an opponent; with `pairing_id` one is found, and the browser is to answer."""

    house: str
    trade: str
    since: int
    pairing_id: int | None = None
    name: str = ""
    ready: bool = False
    commitment: str = ""


@dataclass(frozen=True, slots=True)
class BannerView:
    """What the banner says to one player at one moment; `version` is that moment, in milliseconds."""

    running: tuple[RunningLine, ...]
    asked: tuple[AskedLine, ...]
    version: int
    seek: SeekLine | None = None


NOTHING = BannerView((), (), 0)


def banner_of(user: User | None) -> BannerView:
    """The banner of a player; nothing for a visitor."""
    return NOTHING if user is None else banners_of([user])[user.pk]


def banners_of(users: Sequence[User]) -> dict[int, BannerView]:
    """The banners of players, by their IDs, in as many queries as one takes."""
    moment = now()
    version = int(moment.timestamp() * 1000)
    there = _what_is_there(users, moment)
    running = _running(users) if there["running"] else {}
    asked = _asked(users, moment) if there["asked"] else {}
    seeks = _seeks(users) if there["seeks"] else {}
    return {
        user.pk: BannerView(tuple(running.get(user.pk, ())), tuple(asked.get(user.pk, ())), version, seeks.get(user.pk))
        for user in users
    }


def _what_is_there(users: Sequence[User], moment: datetime) -> dict[str, int]:
    """How many of the players have something of each kind: on most pages nobody anything, found with one look."""
    me = OuterRef("pk")
    return User.objects.filter(pk__in=[user.pk for user in users]).aggregate(
        running=Count("pk", filter=Exists(Seat.objects.filter(user=me).exclude(busy=""))),
        asked=Count("pk", filter=Exists(_waiting(moment).filter(opponent=me))),
        seeks=Count("pk", filter=Exists(Seek.objects.filter(user=me))),
    )


def _waiting(moment: datetime) -> QuerySet[Challenge]:
    return Challenge.objects.filter(state=Challenge.State.WAITING, expires_at__gt=moment)


def banner_fragment(user: User, *, language: str = settings.LANGUAGE_CODE) -> str:
    """The banner, to be swapped by its id."""
    return banner_fragments([user], language=language)[user.pk]


def banner_fragments(users: Sequence[User], *, language: str = settings.LANGUAGE_CODE) -> dict[int, str]:
    """The banners of players by their IDs, each to be swapped by its id."""
    with translation.override(language):
        return {
            user_id: render_to_string("matches/_banner.html", {"banner": banner, "oob": True})
            for user_id, banner in banners_of(users).items()
        }


def _running(users: Sequence[User]) -> dict[int, list[RunningLine]]:
    """The lines of running matches by player."""
    seated = Seat.objects.filter(match=OuterRef("match"), user__in=users).exclude(busy="")
    seats = (
        Seat.objects.filter(Exists(seated))
        .exclude(match__state=Match.State.OVER)
        .select_related("user", "match")
        .order_by("match")
    )
    by_match: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        by_match[seat.match_id].append(seat)
    wanted = {user.pk for user in users}
    lines: dict[int, list[RunningLine]] = defaultdict(list)
    for pair in by_match.values():
        for seat in (each for each in pair if each.user_id in wanted and each.busy):
            match = seat.match
            others = [other.user.username for other in pair if other is not seat]
            choosing = match.state == Match.State.CHOOSING
            mine = (match.claim or {}).get("by") == seat.colour if choosing else match.turn == seat.colour
            opponent = others[0] if others else ""
            lines[seat.user_id].append(RunningLine(match.pk, opponent, mine, choosing, match.version))
    return lines


def _asked(users: Sequence[User], moment: datetime) -> dict[int, list[AskedLine]]:
    """The lines of waiting challenges by the player who was asked."""
    people = [user for user in users if user.is_person]
    waiting = _waiting(moment).filter(opponent__in=people)
    lines: dict[int, list[AskedLine]] = defaultdict(list)
    for challenge in waiting.select_related("challenger").order_by("pk"):
        assert challenge.opponent_id is not None
        lines[challenge.opponent_id].append(
            AskedLine(
                challenge.pk,
                challenge.challenger.username,
                int(challenge.expires_at.timestamp() * 1000),
                clock_text(challenge.expires_at, moment),
            )
        )
    return lines


def _seeks(users: Sequence[User]) -> dict[int, SeekLine]:
    """Who of the players looks for an opponent, and who was found."""
    own = list(Seek.objects.filter(user__in=users).select_related("pairing__seed"))
    others = {}
    if paired := [seek.pairing_id for seek in own if seek.pairing_id is not None]:
        rows = Seek.objects.filter(pairing__in=paired).select_related("user")
        others = {(row.pairing_id, row.colour): row.user.username for row in rows}
    lines = {}
    for seek in own:
        house = HOUSES.get(seek.house)
        line = SeekLine(
            str(house.name) if house else seek.house,
            str(TRADE_TITLES[seek.trade]),
            int(seek.joined_at.timestamp() * 1000),
        )
        if seek.pairing is not None:
            other = others.get((seek.pairing_id, "red" if seek.colour == "blue" else "blue"), "")
            commitment = seek.pairing.seed.commitment
            line = replace(line, pairing_id=seek.pairing_id, name=other, ready=seek.ready, commitment=commitment)
        lines[seek.user_id] = line
    return lines


def clock_text(end: datetime, moment: datetime) -> str:
    """The time until a moment, as m:ss, or h:mm:ss from an hour on."""
    seconds = max(0, int((end - moment).total_seconds()))
    if seconds >= 3600:
        return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{seconds // 60}:{seconds % 60:02}"
