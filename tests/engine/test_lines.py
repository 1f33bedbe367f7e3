"""Lines that reach the referee and are no records: each gets its result, and the lines after it theirs (RECORDS.md)."""

from __future__ import annotations

import json

import pytest

from matches.engine import referee_lines

NO_JSON_OBJECT = [
    "",
    "   ",
    "[]",
    "null",
    '"text"',
    "7",
    "{",
    '{"id": "a"} {"id": "b"}',
    "{'id': 'a'}",
    '{"id": "a",}',
    '{"id": "a", "rules": NaN}',
    '{"id": "a", "turns": [Infinity, -Infinity]}',
    '{"id": "a", "deep": ' + "[" * 100_000 + "}",
    b'{"id": "\xff"}',
    "\ufeff{}",
]


@pytest.mark.parametrize("line", NO_JSON_OBJECT, ids=lambda line: ascii(line[:40]))
def test_a_line_that_is_no_json_object_is_told_with_its_number(line: str | bytes) -> None:
    before, got, after = (json.loads(result) for result in referee_lines(["{}", line, "{}"]))
    text = got["error"].pop("text")
    assert text
    assert got == {"id": None, "error": {"code": "bad_record", "line": 2}}
    assert before == after
    assert "rounds" in before
