"""With the seed anyone can redo every draw of a match."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from matches.engine import COLOURS, Draws, commitment, deal, fold, legal_moves, verify

SEED, BLUE, RED = bytes(range(32)), b"b" * 16, b"r" * 16
RULES = ["random", "elemental", "power_wall", "chaos", "swap", "three_open", "same", "plus"]


def a_proved_record(**fields: Any) -> dict[str, Any]:
    """A whole match in which the seed drew everything and the clock played every move; cards are numbered."""
    draws = Draws(SEED, BLUE, RED)
    copies = {colour: [(f"{colour[0]}{n}", n) for n in range(1, 11)] for colour in COLOURS}
    drawn = {colour: deal.random_hand(draws, colour, copies[colour]) for colour in COLOURS}
    keys = {colour: hand or [] for colour, hand in drawn.items()}
    swap = deal.swap(draws, keys)
    record: dict[str, Any] = {
        "id": "proved",
        "rules": RULES,
        "draw": "replay",
        "trade": "random",
        "first": deal.first(draws),
        "hands": {
            colour: [{"key": key, "ranks": [int(key[1:]), 5, 4, 6]} for key in hand] for colour, hand in keys.items()
        },
        "swap": swap,
        "shown": deal.shown(draws, keys, swap),
        "pool": {colour: [list(copy) for copy in pool] for colour, pool in copies.items()},
        "seed": SEED.hex(),
        "commitment": commitment(SEED),
        "additions": {"blue": BLUE.hex(), "red": RED.hex()},
        "rounds": [],
        **fields,
    }
    while not (standing := fold(record)).ended:
        assert standing.round and not standing.error
        number = len(standing.rounds) - 1
        if standing.awaits_round:
            hands = standing.round.hands
            record["rounds"].append(
                {
                    "elements": {str(s): e for s, e in deal.elements(draws, number).items()},
                    "walls": {str(s): list(label) for s, label in deal.walls(draws, number).items()},
                    "chaos": {c: deal.chaos(draws, number, c, [card.key for card in hands[c]]) for c in COLOURS},
                    "moves": [],
                    "clock": [],
                }
            )
            continue
        played = len(standing.rounds[-1].moves)
        move = deal.timeout(draws, number, played, legal_moves(standing.round))
        record["rounds"][-1]["moves"].append([move.card, move.square])
        record["rounds"][-1]["clock"].append(played)
    if standing.claim:
        record["drawn"] = deal.trade(draws, standing.claim["of"])
    return record


def test_a_match_that_the_seed_drew_has_no_differences() -> None:
    record = a_proved_record()
    assert "drawn" in record
    assert verify(record) == []


def spoil(record: dict[str, Any], label: str) -> None:
    first = record["rounds"][0]
    if label == "first":
        record["first"] = {"blue": "red", "red": "blue"}[record["first"]]
        record["rounds"] = []
    elif label == "commitment":
        record["commitment"] = "0" * 64
    elif label == "swap":
        record["swap"] = [card["key"] for card in (hand[0] for hand in record["hands"].values())]
        record["rounds"] = []
    elif label == "shown":
        record["shown"]["red"].reverse()
    elif label == "random/blue":
        record["pool"]["blue"].reverse()
    elif label == "elements/0":
        first["elements"] = {"5": "holy"}
    elif label == "walls/0":
        first["walls"] = {}
    elif label == "chaos/0/red":
        first["chaos"]["red"].reverse()
        first["moves"] = first["clock"] = []
        record["rounds"] = [first]
    elif label == "timeout/0/0":
        key, square = first["moves"][0]
        first["moves"], first["clock"] = [[key, square % 9 + 1]], [0]
        record["rounds"] = [first]
    elif label == "trade":
        record["drawn"] = "none of them"


BEFORE = ["commitment", "first", "swap", "shown", "random/blue"]
LABELS = [*BEFORE, "elements/0", "walls/0", "chaos/0/red", "timeout/0/0", "trade"]


@pytest.mark.parametrize("label", LABELS)
def test_what_the_seed_did_not_draw_is_told(label: str) -> None:
    record = a_proved_record()
    spoil(record, label)
    assert label in [difference.label for difference in verify(record)]


def test_a_first_player_that_the_challenge_named_is_not_drawn() -> None:
    record = a_proved_record()
    spoil(record, "first")
    assert "first" not in [difference.label for difference in verify({**record, "first_named": True})]


@pytest.mark.parametrize(
    "fields",
    [
        {"seed": None},
        {"seed": "xyz"},
        {"seed": "00"},
        {"additions": 5},
        {"hands": {}},
        {"pool": 5},
        {"pool": {"blue": [5]}},
    ],
)
def test_a_record_without_a_seed_cannot_be_verified(fields: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        verify({**a_proved_record(), **fields})


@pytest.mark.parametrize("clock", [5, [99], ["0"], [None]])
def test_moves_of_the_clock_that_are_not_there_are_refused(clock: Any) -> None:
    record = a_proved_record()
    record["rounds"][0]["clock"] = clock
    with pytest.raises(ValueError, match="besides"):
        verify(record)


def test_the_command_says_that_all_agrees_or_what_does_not(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    record = a_proved_record()
    file.write_text(json.dumps(record))
    out = io.StringIO()
    call_command("verify_deal", str(file), stdout=out)
    assert "Every draw" in out.getvalue()
    spoil(record, "elements/0")
    file.write_text(json.dumps(record))
    with pytest.raises(CommandError, match="1 draws differ"):
        call_command("verify_deal", str(file), stdout=out)
    assert "elements/0" in out.getvalue()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"id": "x"}'])
def test_the_command_refuses_what_is_no_record(tmp_path: Path, text: str) -> None:
    file = tmp_path / "record.json"
    file.write_text(text)
    with pytest.raises(CommandError):
        call_command("verify_deal", str(file))
