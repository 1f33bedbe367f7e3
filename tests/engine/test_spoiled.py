"""Whatever is done to a record, it gets a result."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from matches.engine import referee_lines
from tests.engine.making import a_record

CODES = {
    "rule_unknown",
    "rules_exclude",
    "rule_needs",
    "bad_card",
    "duplicate_key",
    "no_such_square",
    "square_taken",
    "not_in_hand",
    "wrong_card",
    "match_over",
    "bad_record",
}
STRANGE = [
    None,
    True,
    False,
    0,
    1,
    5,
    10,
    -1,
    1.0,
    10**40,
    "",
    "blue",
    "b1",
    "fire",
    "same",
    [],
    ["b1", 1],
    {},
    {"1": "fire"},
]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) within a value."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    found = [(value, key) for key in keys]
    for key in keys:
        found += places(value[key])
    return found


def spoiled(rng: Random, record: dict[str, Any]) -> dict[str, Any]:
    """The record with one to three of its values replaced, taken out, doubled or exchanged."""
    record = copy.deepcopy(record)
    for _ in range(rng.randint(1, 3)):
        container, key = rng.choice(places(record) or [(record, "id")])
        how = rng.randrange(4)
        if how == 0:
            container[key] = copy.deepcopy(rng.choice(STRANGE))
        elif how == 1:
            del container[key]
        elif how == 2 and isinstance(container, list):
            container.insert(key, copy.deepcopy(container[key]))
        else:
            other, place = rng.choice(places(record))
            container[key] = copy.deepcopy(other[place])
    return record


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32).map(Random), st.booleans())
def test_a_spoiled_record_gets_a_result_with_a_known_code(rng: Random, board: bool) -> None:
    record = spoiled(rng, a_record(rng, board=board))
    (line,) = referee_lines([json.dumps(record)])
    judged = json.loads(line)
    assert set(judged) == {"id", "rounds", "winner", "ended", "claim", "error"}
    assert judged["winner"] in (None, "draw", "blue", "red")
    error = judged["error"]
    if error:
        assert error["code"] in CODES
        assert error["text"]
        if error["code"] not in ("match_over", "bad_record"):
            assert judged["winner"] is judged["ended"] is judged["claim"] is None
        if error["code"] not in ("match_over",) and error["round"] is not None and error["move"] is not None:
            assert error["round"] == len(judged["rounds"]) - 1
            assert error["move"] == len(judged["rounds"][-1]["moves"])
