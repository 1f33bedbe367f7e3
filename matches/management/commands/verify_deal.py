from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from matches.engine import verify
from matches.engine.deal import NO_LIMIT, STARS, TWO_HIGH

LIMITS = {"none": NO_LIMIT, "two-high": TWO_HIGH, "stars": STARS}


class Command(BaseCommand):
    help = "Redoes every draw of a finished match's record from its seed. Exit 1 if one differs. Needs no database."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("record", type=Path, help="a file with one record")
        parser.add_argument(
            "--random", choices=LIMITS, default="none", help="how the house composes a random hand (RULES 3)"
        )

    def handle(self, *args: Any, record: Path, random: str, **options: Any) -> None:
        try:
            data = json.loads(record.read_text(encoding="utf-8"))
            differences = verify(data if isinstance(data, dict) else {}, LIMITS[random])
        except (OSError, ValueError) as error:
            raise CommandError(f"{record}: {error}") from error
        for wrong in differences:
            self.stdout.write(f"{wrong.label}: the seed draws {wrong.drawn}, the record has {wrong.recorded}")
        if differences:
            raise CommandError(f"{len(differences)} draws differ")
        self.stdout.write("Every draw is as the seed gives it.")
