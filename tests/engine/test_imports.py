"""The engine knows nobody."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import matches.engine

MODULES = sorted(Path(matches.engine.__file__).parent.rglob("*.py"))
NEVER = {"random", "secrets", "time", "datetime", "os", "io", "socket", "pathlib", "uuid"}


def imported(module: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module.name} imports by dots"
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(MODULES[0].parent)))
def test_it_imports_only_the_standard_library_and_itself(module: Path) -> None:
    for name in imported(module):
        assert name.startswith("matches.engine") or name.split(".")[0] in sys.stdlib_module_names, name


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(MODULES[0].parent)))
def test_it_has_no_clock_no_randomness_and_no_files(module: Path) -> None:
    assert not {name.split(".")[0] for name in imported(module)} & NEVER


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(MODULES[0].parent)))
def test_it_is_short_enough_to_be_read(module: Path) -> None:
    assert len(module.read_text().splitlines()) <= 320
