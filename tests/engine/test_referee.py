"""The command: one line in, one line out."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from matches.engine import referee_lines
from tests.engine.test_records import NINE, a_record

WHOLE = json.dumps(a_record(rounds=[{"moves": NINE}]))


def judged(*lines: str | bytes) -> list[dict[str, object]]:
    return [json.loads(line) for line in referee_lines(lines)]


@pytest.mark.parametrize(
    "line",
    [
        *(b"", b"\n", b"[]", b"null", b"7", b'"x"', b"{", b"{} {}", b"\xff\xfe{}", "é", "\ufeff{}"),
        *(b"[" * 100_000, b"9" * 10_000),
    ],
)
def test_a_line_that_is_no_object_is_told_with_its_number(line: str | bytes) -> None:
    first, second = judged(WHOLE, line)
    assert first["winner"] == "draw"
    assert second["id"] is None
    assert set(second) == {"id", "error"}
    assert second["error"]["code"] == "bad_record"  # type: ignore[index]
    assert second["error"]["line"] == 2  # type: ignore[index]


def test_an_object_that_is_no_record_gets_a_whole_result() -> None:
    (only,) = judged("{}")
    assert set(only) == {"id", "rounds", "winner", "ended", "claim", "error"}
    assert only["id"] is None


def test_it_streams() -> None:
    def lines() -> object:
        yield WHOLE
        raise AssertionError("asked for a second line before the first was judged")

    assert next(referee_lines(lines()))  # type: ignore[arg-type]


def test_text_of_any_kind_comes_back_in_ascii() -> None:
    (line,) = referee_lines([json.dumps(a_record(id="Ünï \ud800 \u2028"))])
    assert line.isascii()
    assert json.loads(line)["id"] == "Ünï \ud800 \u2028"


def test_the_command_reads_a_file(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    file.write_text(f"{WHOLE}\n\n{WHOLE}\r\n")
    out = io.StringIO()
    call_command("referee", str(file), stdout=out)
    results = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [result.get("winner") for result in results] == ["draw", None, "draw"]


def test_the_command_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(f"{WHOLE}\n".encode())))
    out = io.StringIO()
    call_command("referee", stdout=out)
    assert json.loads(out.getvalue())["ended"] == "played"


def test_a_file_that_is_not_there_is_said() -> None:
    with pytest.raises(CommandError, match=r"nowhere\.jsonl"):
        call_command("referee", "nowhere.jsonl")
