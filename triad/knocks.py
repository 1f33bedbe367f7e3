"""How often one visitor opens a socket anew; counted in one process, in the event loop."""

from __future__ import annotations

import math
import time
from collections import OrderedDict, deque

from django.conf import settings

#: Visitors that are remembered; who knocks again is remembered longest.
MOST = 20_000


class Knocks:
    """The last openings of each visitor."""

    def __init__(self) -> None:
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def wait(self, visitor: str) -> int:
        """Counts an opening; the seconds until there is room where it was one too many, else 0."""
        most, seconds = settings.LIVE_CONNECTIONS
        if not most:
            return 0
        moment = time.monotonic()
        times = self._times.setdefault(visitor, deque())
        self._times.move_to_end(visitor)
        if len(self._times) > MOST:
            self._times.popitem(last=False)
        while times and times[0] <= moment - seconds:
            times.popleft()
        if len(times) >= most:
            return max(1, math.ceil(times[0] + seconds - moment))
        times.append(moment)
        return 0
