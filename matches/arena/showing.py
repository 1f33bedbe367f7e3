"""Open challenges as the lobby shows them: a row each, the same for everybody who may see it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Count
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.blocks import blocked_ids
from accounts.models import User
from cards.models import Copy
from cards.prices import prices_at, worth_a_level
from matches.houses import DEFAULT_MOVE_TIME, HOUSES
from matches.live.words import OPTION_WORDS, TRADE_WORDS, Word, rule_words
from matches.models import Challenge
from matches.ratings.queries import RatingNow, ratings_of
from matches.services.terms import WITHOUT_STAKES
from triad.clock import now

#: So many are shown, the newest.
MOST_OPEN = 100


@dataclass(frozen=True, slots=True)
class OpenView:
    """An open challenge or an invite; of the five cards nothing is told but what limits them."""

    id: int
    version: int
    by: int
    name: str
    value: int
    rating: RatingNow
    house_key: str
    house: str
    rules: tuple[tuple[str, Word], ...]
    trade_name: str
    trade: Word
    bet: int
    move_time: int
    option: Word | None
    limit: str
    stake: str
    """What is at stake, as the filter asks: `cards`, `points` or `nothing`."""
    pace: str
    """The seconds a move, as the filter asks: `fast`, `usual` or `slow`."""


def open_views(player: User | None) -> list[OpenView]:
    """The open challenges that wait, the newest first, without those of whom the player keeps apart from."""
    moment = now()
    waiting = Challenge.objects.filter(
        way=Challenge.Way.OPEN, state=Challenge.State.WAITING, expires_at__gt=moment, challenger__is_active=True
    )
    if player is not None:
        waiting = waiting.exclude(challenger__in=blocked_ids(player))
    return views_of(list(waiting.select_related("challenger").order_by("-pk")[:MOST_OPEN]), moment)


def views_of(challenges: Collection[Challenge], moment: datetime) -> list[OpenView]:
    """Challenges as rows, as they stood at a moment, with few queries however many they are."""
    makers = {each.challenger_id: each.challenger for each in challenges}
    values = point_values(makers, moment)
    ratings = {house: ratings_of(list(makers.values()), house) for house in sorted({each.house for each in challenges})}
    return [
        _view(each, moment, values.get(each.challenger_id, 0), ratings[each.house][each.challenger_id])
        for each in challenges
        if each.house in HOUSES
    ]


def point_values(player_ids: Iterable[int], moment: datetime) -> dict[int, int]:
    """The point values of players by their IDs, by the prices of a moment (RULES 8), in two queries."""
    listed = prices_at(moment)
    owned = Copy.objects.filter(owner__in=list(player_ids)).order_by()
    rows = owned.values_list("owner", "card__series_id", "card__level").annotate(copies=Count("pk"))
    values: dict[int, int] = defaultdict(int)
    for owner, code, level, copies in rows:
        values[owner] += level * copies * worth_a_level(listed.get(code))
    return values


def row_fragment(challenge: Challenge, moment: datetime, *, language: str = settings.LANGUAGE_CODE) -> str:
    """The row of an open challenge as it stood at a moment, to be put in, replaced or taken out by its id."""
    with translation.override(language):
        if challenge.state != Challenge.State.WAITING or challenge.expires_at <= moment:
            context: dict[str, object] = {"id": f"open-{challenge.pk}", "into": "lobby-open", "version": _ms(moment)}
            return render_to_string("matches/lobby/_gone.html", context)
        views = views_of([challenge], moment)
        return render_to_string("matches/lobby/_open.html", {"each": views[0], "oob": True}) if views else ""


def open_fragment(player: User | None, *, language: str = settings.LANGUAGE_CODE) -> str:
    """The whole list of open challenges, to be swapped by its id: what a socket begins with."""
    with translation.override(language):
        return render_to_string("matches/lobby/_opens.html", {**open_context(player), "oob": True})


def open_context(player: User | None) -> dict[str, Any]:
    """What the list of open challenges is drawn from."""
    version = _ms(now())
    return {"opens": open_views(player), "version": version}


def _view(challenge: Challenge, moment: datetime, value: int, rating: RatingNow) -> OpenView:
    house = HOUSES[challenge.house]
    limit = ""
    if house.level_limit is not None and "random" not in challenge.rules and "limitless" not in challenge.rules:
        limit = _("level %(level)d") % {"level": house.level_limit}
    return OpenView(
        id=challenge.pk,
        version=_ms(moment),
        by=challenge.challenger_id,
        name=challenge.challenger.username,
        value=value,
        rating=rating,
        house_key=house.key,
        house=str(house.name),
        rules=tuple(rule_words(challenge.rules)),
        trade_name=challenge.trade,
        trade=TRADE_WORDS[challenge.trade],
        bet=challenge.bet,
        move_time=challenge.move_time,
        option=None if challenge.option == "open" else OPTION_WORDS[challenge.option],
        limit=limit,
        stake="cards" if challenge.trade not in WITHOUT_STAKES else "points" if challenge.bet else "nothing",
        pace=pace_of(challenge.move_time),
    )


def pace_of(seconds: int) -> str:
    """How fast a match with so many seconds a move is."""
    return "fast" if seconds < DEFAULT_MOVE_TIME else "slow" if seconds > DEFAULT_MOVE_TIME else "usual"


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
