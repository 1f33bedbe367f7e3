"""How often somebody may do something: so many times in so many seconds, counted in the cache."""

from __future__ import annotations

import logging
import math

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import ngettext

from triad.clock import now
from triad.errors import GameError

log = logging.getLogger("triad.limits")


class TooOften(GameError):
    """Too many in too short a time; `retry_after` says in how many seconds there is room again."""

    status = 429

    def __init__(self, seconds: int) -> None:
        sentence = ngettext(
            "That was too often. Wait %(seconds)d second, then try again.",
            "That was too often. Wait %(seconds)d seconds, then try again.",
            seconds,
        )
        super().__init__("too_often", sentence % {"seconds": seconds})
        self.retry_after = seconds


def spend(action: str, who: str | int) -> None:
    """Counts one use of an action of the setting LIMITS by a player or an address. Raises TooOften."""
    most, seconds = settings.LIMITS[action]
    if not most:
        return
    moment = now().timestamp()
    places = [f"limit.{action}.{who}.{number}" for number in range(most)]
    try:
        oldest = _take(places, moment, seconds)
    except Exception:
        # Without the cache that counts nobody is turned away.
        log.exception("could not count %s", action)
        return
    if oldest is not None:
        raise TooOften(max(1, math.ceil(oldest + seconds - moment)))


def _take(places: list[str], moment: float, seconds: int) -> float | None:
    """Takes one of the places for so many seconds, of two callers at once each another; where none is free gives the
    moment at which the first to be free again was taken."""
    held = cache.get_many(places)
    for place in places:
        at = held.get(place)
        if at is None:
            taken = cache.add(place, moment, timeout=seconds)
        elif moment - seconds < at < moment + seconds:
            taken = False
        elif taken := cache.add(f"{place}.after.{at}", True, timeout=seconds):
            # The site's clock is not the cache's: what is over by the one may still stand in the other.
            cache.set(place, moment, timeout=seconds)
        if taken:
            return None
    return min(cache.get_many(places).values(), default=moment)
