"""manage.py load_cards: the shipped series and cards; again and again without harm."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cards.services.loading import load_cards
from triad.errors import GameError


class Command(BaseCommand):
    help = "Loads the shipped series and cards; a second run changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            loaded = load_cards()
        except GameError as error:
            raise CommandError(error.message) from error
        if not loaded.changed:
            self.stdout.write(f"{loaded.series_total} series and {loaded.cards_total} cards: nothing to change.")
            return
        self.stdout.write(
            f"{loaded.series_total} series ({loaded.series_added} new, {loaded.series_changed} changed), "
            f"{loaded.cards_total} cards ({loaded.cards_added} new, {loaded.cards_changed} changed)."
        )
