"""manage.py audit: proves that points, copies and matches are what their logs say."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection, transaction

#: Each module has findings(), an iterator of lines, and may have proved(), what no finding means in numbers.
MODULES = ("accounts.audit", "cards.audit", "shop.audit", "matches.audit", "matches.chat.quiz_audit")


class Command(BaseCommand):
    help = "Prints every row that contradicts its log, and exits 1 if there is one; else says what it proved."

    def handle(self, *args: Any, **options: Any) -> None:
        modules = [import_module(name) for name in MODULES if find_spec(name)]
        found = 0
        proved: list[str] = []
        with transaction.atomic():
            if connection.vendor == "postgresql":
                # All looks at one moment, also while people play; SQLite's transaction does that by itself.
                with connection.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            for module in modules:
                for line in module.findings():
                    found += 1
                    self.stdout.write(f"{module.__name__}: {line}")
                if hasattr(module, "proved"):
                    proved.extend(f"{module.__name__}: {line}" for line in module.proved())
        if found:
            self.stderr.write(f"{found} findings")
            raise SystemExit(1)
        for line in proved:
            self.stdout.write(line)
        self.stdout.write(f"nothing amiss in {', '.join(module.__name__ for module in modules)}")
