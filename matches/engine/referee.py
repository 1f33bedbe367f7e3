"""The referee: one record a line in, one result a line out (RECORDS.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import NoReturn

from matches.engine.result import result


def referee_lines(lines: Iterable[str | bytes]) -> Iterator[str]:
    """Judges one line after the other; a line that is no JSON object gets `bad_record` with its number from 1."""
    for number, line in enumerate(lines, 1):
        yield json.dumps(judge_line(line, number), separators=(",", ":"))


def judge_line(line: str | bytes, number: int) -> dict[str, object]:
    """The result of one line."""
    try:
        record = json.loads(line.decode() if isinstance(line, bytes) else line, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        record = None
    if isinstance(record, dict):
        return result(record)
    error = {"code": "bad_record", "line": number, "text": "this line is no JSON object"}
    return {"id": None, "error": error}


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")
