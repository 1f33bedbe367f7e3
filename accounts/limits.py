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
    key = f"limit.{action}.{who}"
    try:
        used = [at for at in cache.get(key, []) if moment - seconds < at <= moment]
        if len(used) < most:
            cache.set(key, [*used, moment], timeout=seconds)
            return
    except Exception:
        # Without the cache that counts nobody is turned away.
        log.exception("could not count %s", action)
        return
    raise TooOften(max(1, math.ceil(used[-most] + seconds - moment)))
