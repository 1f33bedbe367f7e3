from __future__ import annotations

import sys
from argparse import ArgumentParser
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from matches.engine import referee_lines


class Command(BaseCommand):
    help = "Judges match records, one JSON object a line, and prints one result a line. Needs no database."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="the records; standard input if left out")

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        try:
            opened = file.open("rb") if file else nullcontext(sys.stdin.buffer)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        with opened as lines:
            for result in referee_lines(lines):
                self.stdout.write(result)
