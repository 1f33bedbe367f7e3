"""`manage.py serve`: the one command that makes everything ready and serves the site."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from triad import addresses, setup


class Command(BaseCommand):
    """May be called again and again: what is there already stays."""

    help = "Makes the database, loads the cards and the robots, and serves the site."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="where to listen; 0.0.0.0 lets others in")
        parser.add_argument("--port", type=int, default=8000, help="0 takes any free one")
        parser.add_argument("--demo", action="store_true", help="adds players, matches and two robots that never stop")

    def handle(self, *, host: str, port: int, demo: bool, **options: Any) -> None:
        if not 0 <= port <= 65535:
            raise CommandError(f"{port} is no port: 0 to 65535.")
        if port and not addresses.is_free(host, port):
            raise CommandError(_cannot_listen(host, port))
        names = self._allow(host)
        setup.prepare()
        links = self._demo() if demo else []
        # Imported late: the pages read the collected files' names when they are made.
        from triad.asgi import application
        from triad.server import SiteServer

        def ready(port: int) -> None:
            self._greet(names, port, links)

        server = SiteServer(application, host=host, port=port, on_ready=ready)
        server.run()
        if server.failure:
            raise CommandError(_cannot_listen(host, port))

    def _allow(self, host: str) -> list[str]:
        """The names under which the site will answer; those of this machine are allowed where it listens everywhere."""
        if host not in addresses.EVERYWHERE:
            named = [addresses.as_host(host)]
        else:
            named = ["127.0.0.1", *map(addresses.as_host, addresses.own_addresses())]
        settings.ALLOWED_HOSTS = list(dict.fromkeys([*settings.ALLOWED_HOSTS, *named]))
        return named

    def _demo(self) -> list[str]:
        """One-time links into demo accounts, as paths."""
        demo_load = setup.found("matches.services.demo", "demo_load")
        if demo_load is None:
            raise CommandError("There is no demonstration to load.")
        return [str(link) for link in demo_load() or []]

    def _greet(self, names: list[str], port: int, links: list[str]) -> None:
        first, *others = [f"http://{name}:{port}" for name in names]
        self.stdout.write(f"Triad is served at {first}/")
        for address in others:
            self.stdout.write(f"  in your network: {address}/")
        for link in links:
            self.stdout.write(f"  one visit as a demo player: {first}{link}")
        self.stdout.write("An administrator is made by: uv run manage.py createsuperuser")
        self.stdout.write("Stop with Ctrl-C.")
        self.stdout.flush()


def _cannot_listen(host: str, port: int) -> str:
    where = f"{addresses.as_host(host)}:{port}"
    return f"Nothing can be served at {where}: it is in use or not this machine's. Try --port {port + 1} or --port 0."
