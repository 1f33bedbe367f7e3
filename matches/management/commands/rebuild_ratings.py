from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from matches.ratings.services import ratings_rebuild


class Command(BaseCommand):
    help = "Counts every rating again from the finished matches."

    def handle(self, *args: Any, **options: Any) -> None:
        """Says how many matches were rated."""
        self.stdout.write(f"{ratings_rebuild()} matches are rated.")
