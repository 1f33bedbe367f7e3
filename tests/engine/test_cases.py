"""Every case that pins the rules: the worked examples, the settled corners, random matches and illegal records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from matches.engine import EXCLUDES, referee_lines

CASES = Path(__file__).parent / "cases"
ANYTHING = "*"


def cases(name: str) -> list[Any]:
    params = []
    for number, line in enumerate((CASES / f"{name}.jsonl").read_text().splitlines(), 1):
        case = json.loads(line)
        input = case["input"]
        about = case.get("about") or (input.get("id") if isinstance(input, dict) else input)
        params.append(pytest.param(case, id=f"{name} {number}: {about}".encode("ascii", "replace").decode()))
    return params


def judge(line: Any) -> Any:
    text = line if isinstance(line, str) else json.dumps(line)
    (result,) = referee_lines([text])
    return json.loads(result)


def without_text(result: dict[str, Any]) -> dict[str, Any]:
    """The result with the free text of its error taken out."""
    error = result.get("error")
    return {**result, "error": {**error, "text": ANYTHING}} if error else result


def contains(got: Any, wanted: Any) -> bool:
    """Whether everything that is wanted is in it."""
    if wanted == ANYTHING:
        return True
    if isinstance(wanted, dict) and isinstance(got, dict):
        return all(name in got and contains(got[name], value) for name, value in wanted.items())
    if isinstance(wanted, list) and isinstance(got, list) and len(wanted) == len(got):
        return all(map(contains, got, wanted))
    return bool(got == wanted) and type(got) is type(wanted)


@pytest.mark.parametrize("case", [*cases("seeds"), *cases("settled"), *cases("random"), *cases("illegal")])
def test_the_referee_agrees_with(case: dict[str, Any]) -> None:
    got = judge(case["input"])
    if "result" in case:
        assert without_text(got) == without_text(case["result"])
    else:
        assert contains(got, case["expect"]), got


@pytest.mark.parametrize("case", cases("illegal"))
def test_an_error_has_a_text_and_rules_that_exclude_are_named_in_it(case: dict[str, Any]) -> None:
    error = judge(case["input"])["error"]
    assert error["text"]
    if error["code"] == "rules_exclude":
        assert any(one in error["text"] and other in error["text"] for one, other in EXCLUDES)
