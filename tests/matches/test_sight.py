"""Who may see which card, under every rule about hands: the one place that decides it, without a database (RULES 3)."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine import fold
from matches.live.sight import known_to

BLUE, RED = [f"b{n}" for n in range(1, 6)], [f"r{n}" for n in range(1, 6)]


def record(rules: list[str], moves: list[list[Any]] | None = None, **more: Any) -> dict[str, Any]:
    """A match of ten equal cards; every round is a draw."""
    hands = {
        colour: [{"key": key, "name": key, "ranks": [5, 5, 5, 5]} for key in keys]
        for colour, keys in (("blue", BLUE), ("red", RED))
    }
    return {"id": "1", "rules": rules, "hands": hands, "rounds": [{"moves": moves or []}], **more}


def seen(audience: str, rules: list[str], moves: list[list[Any]] | None = None, **more: Any) -> list[str]:
    standing = fold(record(rules, moves, **more))
    assert standing.error is None, standing.error
    return sorted(known_to(audience, standing))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("what", "rules", "moves", "more", "blue", "red", "watch"),
    [
        ("closed", [], [], {}, BLUE, RED, []),
        ("closed, two placed", [], [["b1", 1], ["r3", 2]], {}, [*BLUE, "r3"], ["b1", *RED], ["b1", "r3"]),
        ("open", ["open"], [], {}, BLUE + RED, BLUE + RED, BLUE + RED),
        (
            "three open",
            ["three_open"],
            [],
            {"shown": {"blue": ["b1", "b2", "b3"], "red": ["r3", "r4", "r5"]}},
            [*BLUE, "r3", "r4", "r5"],
            ["b1", "b2", "b3", *RED],
            ["b1", "b2", "b3", "r3", "r4", "r5"],
        ),
        (
            "swap: each knows the card given and the one got, spectators both",
            ["swap"],
            [],
            {"swap": ["b2", "r4"]},
            [*BLUE, "r4"],
            ["b2", *RED],
            ["b2", "r4"],
        ),
        (
            "three open after a swap: the card given is among the three, and stays shown in the other hand",
            ["three_open", "swap", "chaos"],
            [],
            {"swap": ["b2", "r4"], "shown": {"blue": ["b1", "b2", "b3"], "red": ["r3", "r4", "r5"]}},
            [*BLUE, "r3", "r4", "r5"],
            ["b1", "b2", "b3", *RED],
            ["b1", "b2", "b3", "r3", "r4", "r5"],
        ),
        ("swap data without the rule", [], [], {"swap": ["b2", "r4"]}, BLUE, RED, []),
        ("left: all open", [], [], {"left": {"by": "red", "how": "forfeit"}}, BLUE + RED, BLUE + RED, BLUE + RED),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_each_audience_sees(
    what: str,
    rules: list[str],
    moves: list[list[Any]],
    more: dict[str, Any],
    blue: list[str],
    red: list[str],
    watch: list[str],
) -> None:
    assert seen("blue", rules, moves, **more) == sorted(blue)
    assert seen("red", rules, moves, **more) == sorted(red)
    assert seen("watch", rules, moves, **more) == sorted(watch)


NINE = [["b1", 1], ["r1", 2], ["b2", 3], ["r2", 4], ["b3", 5], ["r3", 6], ["b4", 7], ["r4", 8], ["b5", 9]]


@pytest.mark.parametrize("draw", ["replay", "sudden_death"])
def test_in_a_later_round_only_the_card_that_never_lay_on_the_board_is_hidden(draw: str) -> None:
    assert seen("red", [], NINE, draw=draw) == sorted(BLUE + RED)
    assert seen("blue", [], NINE, draw=draw) == sorted([*BLUE, "r1", "r2", "r3", "r4"])
    assert "r5" not in seen("watch", [], NINE, draw=draw)


def test_after_the_match_all_is_open() -> None:
    assert seen("watch", [], NINE, draw="draw") == sorted(BLUE + RED)


def test_a_record_that_cannot_be_read_shows_nothing() -> None:
    assert known_to("blue", fold({"id": "1"})) == frozenset()
