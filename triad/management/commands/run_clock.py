"""`manage.py run_clock`: a worker that settles what is due, beside any number of web processes and other workers."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand
from django.db import close_old_connections

from triad import background, relay

PAUSE = 1.0


def step() -> bool:
    """Beats the heart and settles some of what is due; True when there is more to do."""
    background.heart()
    more = background.settle()
    background.mail()
    relay.pulse()
    return more


class Command(BaseCommand):
    """Runs steps until SIGTERM or SIGINT; a step that fails is logged and tried again."""

    help = "Settles what is due, again and again, until told to stop; for sites of several processes."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--once", action="store_true", help="do what is due now and end")

    def handle(self, *, once: bool, **options: Any) -> None:
        stopping = threading.Event()

        def stop(number: int, frame: FrameType | None) -> None:
            stopping.set()

        if not once:
            signal.signal(signal.SIGTERM, stop)
            signal.signal(signal.SIGINT, stop)
            self.stdout.write("The clock runs.")
        while not stopping.is_set():
            try:
                more = step()
            except Exception:
                if once:
                    raise
                background.log.exception("a step of the clock failed; it is tried again")
                more = False
            if once and not more:
                break
            if not once:
                close_old_connections()
            stopping.wait(0 if more else PAUSE)
