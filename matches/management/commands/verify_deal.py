from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from matches.engine.deal import NO_LIMIT, STARS, TWO_HIGH
from matches.engine.verify import prove
from matches.queries.proof import hand_limit

LIMITS = {"none": NO_LIMIT, "two-high": TWO_HIGH, "stars": STARS}


class Command(BaseCommand):
    help = "Redoes every draw of a finished match's record from its seed. Exit 1 if one differs. Needs no database."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("record", type=Path, help="a file with one record")
        parser.add_argument(
            "--random", choices=LIMITS, help="how a random hand is composed (RULES 3), if not as in the record's house"
        )

    def handle(self, *args: Any, record: Path, random: str | None, **options: Any) -> None:
        try:
            data = json.loads(record.read_text(encoding="utf-8"))
            data = data if isinstance(data, dict) else {}
            proof = prove(data, LIMITS[random] if random else hand_limit(data))
        except (OSError, ValueError, RecursionError) as error:
            raise CommandError(f"{record}: {error}") from error
        wrong = [check for check in proof.checks if not check.agrees]
        for check in wrong:
            self.stdout.write(f"{check.label}: the seed draws {check.drawn}, the record has {check.recorded}")
        if proof.error:
            self.stdout.write(f"The draws after this could not be redone: {proof.error}")
        if wrong:
            raise CommandError(f"{len(wrong)} draws differ")
        if proof.error:
            raise CommandError("the record breaks the rules")
        self.stdout.write("Every draw is as the seed gives it.")
