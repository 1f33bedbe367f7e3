"""What a record may look like, and what each thing that is wrong with one is called."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from matches.engine import fold, result

Record = dict[str, Any]


def a_card(key: str, **fields: Any) -> Record:
    return {"key": key, "ranks": [5, 5, 5, 5], **fields}


def a_record(**fields: Any) -> Record:
    hands = {colour: [a_card(f"{colour[0]}{n}") for n in range(1, 6)] for colour in ("blue", "red")}
    return {"id": "t", "rules": [], "hands": hands, "rounds": [], **fields}


NINE = [["b1", 1], ["r1", 2], ["b2", 3], ["r2", 4], ["b3", 5], ["r3", 6], ["b4", 7], ["r4", 8], ["b5", 9]]


def in_hand(**fields: Any) -> Record:
    record = a_record()
    record["hands"]["red"][2].update(fields)
    return record


def in_round(**fields: Any) -> Record:
    return a_record(rounds=[fields])


def without(name: str) -> Record:
    record = a_record()
    del record[name]
    return record


BEFORE_THE_FIRST_MOVE = [
    *(("bad_record", without(name)) for name in ("id", "rules", "hands", "rounds")),
    *(("bad_record", a_record(**{name: None})) for name in ("id", "rules", "hands", "rounds")),
    ("bad_record", a_record(id=7)),
    ("bad_record", a_record(id=["t"])),
    ("bad_record", a_record(rules="same")),
    ("bad_record", a_record(rules=["same", 5])),
    ("bad_record", a_record(rules={"same": True})),
    ("bad_record", a_record(hands=[])),
    ("bad_record", a_record(hands={"blue": a_record()["hands"]["blue"]})),
    ("bad_record", a_record(hands={"blue": None, "red": None})),
    ("bad_record", a_record(hands={**a_record()["hands"], "red": "r1 r2 r3 r4 r5"})),
    ("bad_record", a_record(rounds="none")),
    ("bad_record", a_record(rounds={})),
    ("bad_record", a_record(rounds=[5])),
    ("bad_record", a_record(rounds=[None])),
    ("bad_record", a_record(rounds=[[["b1", 1]]])),
    ("bad_record", a_record(board=[])),
    ("bad_record", a_record(board={"10": ["blue", a_card("x")]})),
    ("bad_record", a_record(board={"01": ["blue", a_card("x")]})),
    ("bad_record", a_record(board={"5": ["green", a_card("x")]})),
    ("bad_record", a_record(board={"5": [["blue"], a_card("x")]})),
    ("bad_record", a_record(board={"5": a_card("x")})),
    ("bad_card", a_record(board={"5": ["blue", "x"]})),
    ("bad_card", a_record(board={"5": ["blue", a_card("")]})),
    ("duplicate_key", a_record(board={"5": ["blue", a_card("b1")]})),
    ("bad_card", in_hand(key=None)),
    ("bad_card", in_hand(key="")),
    ("bad_card", in_hand(key=5)),
    ("bad_card", in_hand(ranks=None)),
    ("bad_card", in_hand(ranks=[5, 5, 5])),
    ("bad_card", in_hand(ranks=[5, 5, 5, 5, 5])),
    ("bad_card", in_hand(ranks="5555")),
    ("bad_card", in_hand(ranks=[0, 5, 5, 5])),
    ("bad_card", in_hand(ranks=[11, 5, 5, 5])),
    ("bad_card", in_hand(ranks=[True, 5, 5, 5])),
    ("bad_card", in_hand(ranks=[5.0, 5, 5, 5])),
    ("bad_card", in_hand(ranks=["5", 5, 5, 5])),
    ("bad_card", in_hand(element="Fire")),
    ("bad_card", in_hand(element=["fire"])),
    ("bad_card", in_hand(element="none")),
    ("bad_card", in_hand(type="dragon")),
    ("bad_card", in_hand(type={})),
    ("bad_card", in_hand(level=0)),
    ("bad_card", in_hand(level="5")),
    ("bad_card", in_hand(name=5)),
    ("duplicate_key", in_hand(key="r1")),
    ("duplicate_key", in_hand(key="b1")),
    ("bad_record", a_record(options=[])),
    ("bad_record", a_record(options={"total_victory": 1})),
    ("bad_record", a_record(options={"own_cards_count": "no"})),
    ("bad_record", a_record(draw="again")),
    ("bad_record", a_record(draw=["draw"])),
    ("bad_record", a_record(trade="all")),
    ("bad_record", a_record(trade={})),
    ("bad_record", a_record(first="green")),
    ("bad_record", a_record(first=0)),
    ("bad_record", a_record(swap="b1")),
    ("bad_record", a_record(swap=["b1"])),
    ("bad_record", a_record(swap=["r1", "b1"])),
    ("bad_record", a_record(swap=["b1", "r9"])),
    ("bad_record", a_record(swap=[["b1"], "r1"])),
    ("bad_record", a_record(left="red")),
    ("bad_record", a_record(left={"by": "red"})),
    ("bad_record", a_record(left={"by": "red", "how": "asleep"})),
    ("bad_record", a_record(left={"by": ["red"], "how": "forfeit"})),
    ("bad_record", in_round(moves="b1")),
    ("bad_record", in_round(moves={})),
    ("bad_record", in_round(elements=[])),
    ("bad_record", in_round(elements={"0": "fire"})),
    ("bad_record", in_round(elements={"1": "lava"})),
    ("bad_record", in_round(elements={"1": ["fire"]})),
    ("bad_record", in_round(walls="left")),
    ("bad_record", in_round(walls={"4": "left"})),
    ("bad_record", in_round(walls={"4": ["left", "+"]})),
    ("bad_record", in_round(walls={"4": ["right", "+", 5]})),
    ("bad_record", in_round(walls={"5": ["left", "+", 5]})),
    ("bad_record", in_round(walls={"4": [["left"], "+", 5]})),
    ("bad_record", in_round(walls={"4": ["left", "*", 5]})),
    ("bad_record", in_round(walls={"4": ["left", ["+"], 5]})),
    ("bad_record", in_round(walls={"4": ["left", "+", 4]})),
    ("bad_record", in_round(walls={"4": ["left", "+", 16]})),
    ("bad_record", in_round(walls={"4": ["left", "+", True]})),
    ("bad_record", in_round(walls={"4": ["left", "+", 5.0]})),
]


@pytest.mark.parametrize(("code", "record"), BEFORE_THE_FIRST_MOVE)
def test_what_is_wrong_before_the_first_move(code: str, record: Record) -> None:
    judged = result(record)
    assert judged["error"]["code"] == code
    assert (judged["error"]["round"], judged["error"]["move"]) == (None, None)
    assert judged["rounds"] == []
    assert (judged["winner"], judged["ended"], judged["claim"]) == (None, None, None)


IN_THIS_ORDER: list[tuple[str, Callable[[Record], Any]]] = [
    ("bad_record", lambda record: record.update(rounds=None)),
    ("rule_unknown", lambda record: record["rules"].append("wall")),
    ("rules_exclude", lambda record: record["rules"].extend(["order", "chaos"])),
    ("rule_needs", lambda record: record["rules"].append("combo")),
    ("bad_record", lambda record: record["hands"]["blue"].append(a_card("b6"))),
    ("bad_card", lambda record: record["hands"]["red"][4].update(ranks=[0, 0, 0, 0])),
    ("duplicate_key", lambda record: record["hands"]["red"][3].update(key="b1")),
    ("bad_record", lambda record: record.update(trade="six")),
]


@pytest.mark.parametrize("first", range(len(IN_THIS_ORDER)))
def test_of_many_errors_the_first_in_order_is_told(first: int) -> None:
    record = a_record(rounds=[{"moves": [["b1", 99]]}])
    for _code, spoil in IN_THIS_ORDER[first:]:
        spoil(record)
    error = fold(record).error
    assert error is not None
    assert error.code == IN_THIS_ORDER[first][0]


ALL_RIGHT = [
    a_record(id=""),
    a_record(rules=["same", "same", "open"]),
    a_record(options={}),
    a_record(options={"own_cards_count": None, "total_victory": None, "fast": 3}),
    a_record(**dict.fromkeys(("options", "draw", "trade", "first", "swap", "board", "left"))),
    a_record(rounds=[{}]),
    a_record(rounds=[{"elements": None, "walls": None, "chaos": None, "moves": None}]),
    a_record(rounds=[{"chaos": "nonsense"}]),
    a_record(rounds=[{"moves": [], "times": [1, 2]}], house="balamb", seed=5, players=[]),
    a_record(swap=["b1", "r1"]),
    a_record(rules=["chaos"], rounds=[{"chaos": {}}]),
    in_hand(element=None, type=None, level=None, name=None),
    in_hand(id="A085", art={"x": 1}),
    in_hand(key="any text, with\nall / in = it"),
    a_record(board={"5": ["blue", a_card("x")]}),
]


@pytest.mark.parametrize("record", ALL_RIGHT)
def test_what_may_be_left_out_or_added(record: Record) -> None:
    before = copy.deepcopy(record)
    judged = result(record)
    assert judged["error"] is None
    assert len(judged["rounds"]) == 1
    assert record == before


IN_A_ROUND = [
    ("bad_record", 0, 0, [], [["b1"]]),
    ("bad_record", 0, 1, [], [["b1", 1], {"card": "r1", "square": 2}]),
    ("bad_record", 0, 0, [], [["b1", 1, 2]]),
    ("bad_record", 0, 0, [], [None]),
    ("no_such_square", 0, 0, [], [["b1", "1"]]),
    ("no_such_square", 0, 0, [], [["b1", None]]),
    ("no_such_square", 0, 0, [], [["b1", True]]),
    ("no_such_square", 0, 0, [], [["r1", 10]]),
    ("no_such_square", 0, 0, [], [["b1", 10**30]]),
    ("square_taken", 0, 1, [], [["b1", 1], ["b1", 1]]),
    ("not_in_hand", 0, 0, [], [["r1", 1]]),
    ("not_in_hand", 0, 0, [], [[5, 1]]),
    ("not_in_hand", 0, 0, [], [[["b1"], 1]]),
    ("not_in_hand", 0, 0, ["order"], [["r1", 1]]),
    ("wrong_card", 0, 0, ["order"], [["b2", 1]]),
    ("match_over", 0, 9, [], [*NINE, ["x", 0]]),
    ("match_over", 0, 9, [], [*NINE, "nonsense"]),
]


@pytest.mark.parametrize(("code", "round", "move", "rules", "moves"), IN_A_ROUND)
def test_what_is_wrong_in_a_round(code: str, round: int, move: int, rules: list[str], moves: list[Any]) -> None:
    judged = result(a_record(rules=rules, rounds=[{"moves": moves}]))
    error = judged["error"]
    assert (error["code"], error["round"], error["move"]) == (code, round, move)
    assert len(judged["rounds"][0]["moves"]) == move


CHAOS = {"blue": ["b1", "b2", "b3", "b4", "b5"], "red": ["r1", "r2", "r3", "r4", "r5"]}


@pytest.mark.parametrize(
    "chaos",
    [
        "nonsense",
        [],
        {"blue": CHAOS["blue"]},
        {**CHAOS, "red": None},
        {**CHAOS, "red": ["r1", "r2", "r3", "r4", "r4"]},
        {**CHAOS, "red": ["r1", "r2", "r3", "r4", "r5", "r5"]},
        {**CHAOS, "red": [["r1"], "r2", "r3", "r4", "r5"]},
        {**CHAOS, "red": CHAOS["blue"]},
    ],
)
def test_chaos_with_moves_needs_the_whole_hand_of_both(chaos: Any) -> None:
    first = {"chaos": CHAOS, "moves": [[key, square] for key, square in NINE]}
    record = a_record(rules=["chaos"], draw="replay", rounds=[first, {"chaos": chaos, "moves": [["b1", 1]]}])
    judged = result(record)
    error = judged["error"]
    assert (error["code"], error["round"], error["move"]) == ("bad_record", None, None)
    assert [len(each["moves"]) for each in judged["rounds"]] == [9]


def test_a_round_begun_too_early_has_its_own_number() -> None:
    error = result(a_record(rounds=[{"moves": [["b1", 1]]}, {}]))["error"]
    assert (error["code"], error["round"], error["move"]) == ("bad_record", 1, None)


@pytest.mark.parametrize(("extra", "move"), [({}, None), ({"moves": []}, None), ({"moves": [["b1", 1]]}, 0)])
def test_a_round_too_many_is_match_over_and_the_end_stands(extra: Record, move: int | None) -> None:
    judged = result(a_record(rounds=[{"moves": NINE}, extra, {"moves": [["b1", 1]]}]))
    error = judged["error"]
    assert (error["code"], error["round"], error["move"]) == ("match_over", 1, move)
    assert (judged["winner"], judged["ended"]) == ("draw", "played")


def test_leaving_is_not_looked_at_after_another_error() -> None:
    judged = result(a_record(rounds=[{"moves": [["b1", 0]]}], left={"by": "red", "how": "forfeit"}))
    assert judged["error"]["code"] == "no_such_square"
    assert judged["ended"] is None


def test_a_drawn_round_awaits_the_next_until_it_is_in_the_record() -> None:
    record = a_record(draw="replay", rounds=[])
    assert fold(record).awaits_round
    record["rounds"] = [{"moves": NINE[:8]}]
    assert not fold(record).awaits_round
    record["rounds"] = [{"moves": NINE}]
    standing = fold(record)
    assert standing.awaits_round
    assert len(standing.rounds) == 2
    assert standing.turn == "blue"
    record["rounds"].append({"elements": {}})
    assert not fold(record).awaits_round


def test_the_score_that_counts_after_a_forfeit_is_by_colour() -> None:
    standing = fold(a_record(rounds=[{"moves": NINE[:2]}], left={"by": "blue", "how": "forfeit"}))
    assert standing.counted == (4, 6)
    assert standing.turn is None
