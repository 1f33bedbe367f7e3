"""The event loop that Daphne runs on: uvloop where there is one, which costs a site full of sockets less."""

from __future__ import annotations

import sys


def install() -> None:
    """Gives Twisted its reactor before Daphne is imported, which else makes one on asyncio's own loop and keeps
    whichever it finds."""
    if "twisted.internet.reactor" in sys.modules:
        return
    try:
        from uvloop import new_event_loop
    except ImportError:
        return
    from twisted.internet import asyncioreactor

    asyncioreactor.install(new_event_loop())  # type: ignore[no-untyped-call]
