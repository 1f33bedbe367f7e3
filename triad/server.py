"""Daphne in this process, with the site's limits, ending within two seconds of being told to."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

# Importing the server installs the event loop, which must come before anything of Twisted.
from daphne.server import Server, reactor

from triad import background

MOST_BYTES_A_MESSAGE = 16384
PING_EVERY, PING_PATIENCE = 20, 30
#: How long a browser may take to answer a close. Cut off before its answer, it would report a lost line, not the code.
CLOSE_PATIENCE = 15
END_WITHIN = 1.5


class SiteServer(Server):  # type: ignore[misc]
    """Serves the site at one address; `on_ready(port)` is called once it listens there."""

    def __init__(self, application: Any, *, host: str, port: int, on_ready: Callable[[int], None]) -> None:
        bare = host.strip("[]").replace(":", r"\:")
        super().__init__(
            application=application,
            endpoints=[f"tcp:port={port}:interface={bare}"],
            ping_interval=PING_EVERY,
            ping_timeout=PING_PATIENCE,
            websocket_max_message_size=MOST_BYTES_A_MESSAGE,
            websocket_max_frame_size=MOST_BYTES_A_MESSAGE,
            websocket_timeout=-1,
            verbosity=0,
        )
        self._on_ready = on_ready
        self.failure = ""

    def run(self) -> None:
        """Serves until SIGTERM or SIGINT."""
        reactor.callWhenRunning(background.start)
        reactor.callWhenRunning(self._await_goodbyes)
        reactor.addSystemEventTrigger("before", "shutdown", self._end_soon)
        super().run()

    def listen_success(self, port: Any) -> None:
        super().listen_success(port)
        reactor.callWhenRunning(self._on_ready, self.listening_addresses[0][1])

    def listen_error(self, failure: Any) -> None:
        self.failure = failure.getErrorMessage()
        self.stop()

    def _await_goodbyes(self) -> None:
        # Not by setProtocolOptions, which would set what it is not told back to other values than Daphne's.
        self.ws_factory.closeHandshakeTimeout = CLOSE_PATIENCE

    connections: dict[Any, dict[str, Any]]

    def kill_all_applications(self) -> Any:
        # Daphne looks for the application also where a connection's last one is already done.
        self.connections = {
            protocol: details for protocol, details in self.connections.items() if "application_instance" in details
        }
        return super().kill_all_applications()

    def _end_soon(self) -> None:
        background.stop()
        # A thread that hangs in a request must not keep the process; the database undoes what it had not committed.
        watchdog = threading.Timer(END_WITHIN, os._exit, [0])
        watchdog.daemon = True
        watchdog.start()
