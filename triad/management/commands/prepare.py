"""`manage.py prepare`: everything that `serve` does before it listens, for who serves the site with another server."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from triad import setup


class Command(BaseCommand):
    """May be called again and again: what is there already stays."""

    help = "Makes the database, loads the cards and the robots, and collects the static files."

    def handle(self, **options: Any) -> None:
        setup.prepare()
        self.stdout.write("The site is ready to be served.")
