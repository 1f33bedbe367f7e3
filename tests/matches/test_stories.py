"""Why each card turned, in words with the numbers, under every rule that takes or slides (RULES 2)."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine import fold
from matches.live.story import Story, story_of
from tests.matches.rows import hand, record

LOW = (1, 1, 1, 1)


def told(
    rules: tuple[str, ...], moves: list[list[Any]], blue: dict[str, Any], red: dict[str, Any], **more: Any
) -> Story:
    """The story of the last placement; hands are ranks by key, the others 1 on every side."""
    types = more.pop("types", {})
    hands = {
        colour: hand(
            colour,
            *(given.get(f"{colour[0]}{place}", LOW) for place in range(1, 6)),
            **{key: kind for key, kind in types.items() if key[0] == colour[0]},
        )
        for colour, given in (("blue", blue), ("red", red))
    }
    at = fold(record(rules, moves, hands=hands, **more))
    assert at.error is None, at.error
    return story_of(at.rounds[0], len(moves) - 1)


@pytest.mark.parametrize(
    ("rules", "moves", "blue", "red", "more", "words", "note"),
    [
        (
            (),
            [["b1", 5], ["r1", 4]],
            {"b1": (1, 1, 1, 3)},
            {"r1": (1, 7, 1, 1)},
            {},
            "Card r1 is placed on square 4. 7 over 3 takes Card b1 on square 5. Blue 4, red 6.",
            "7 over 3 takes 5",
        ),
        (
            ("reverse",),
            [["b1", 5], ["r1", 4]],
            {"b1": (1, 1, 1, 7)},
            {"r1": (1, 3, 1, 1)},
            {},
            "3 under 7, by Reverse, takes Card b1 on square 5.",
            "3 under 7, by Reverse, takes 5",
        ),
        (
            ("fallen_ace",),
            [["b1", 5], ["r1", 4]],
            {"b1": (1, 1, 1, 10)},
            {"r1": LOW},
            {},
            "1 under A, by Fallen Ace, takes Card b1 on square 5.",
            "1 under A, by Fallen Ace, takes 5",
        ),
        (
            ("fallen_ace", "reverse"),
            [["b1", 5], ["r1", 4]],
            {"b1": LOW},
            {"r1": (1, 10, 1, 1)},
            {},
            "A over 1, by Fallen Ace and Reverse, takes Card b1 on square 5.",
            "A over 1, by Fallen Ace and Reverse, takes 5",
        ),
        (
            ("elemental",),
            [["b1", 5], ["r1", 4]],
            {"b1": (1, 1, 1, 6)},
            {"r1": (1, 6, 1, 1)},
            {"elements": {"5": "fire"}},
            "6 over 5 (printed 6) takes Card b1 on square 5.",
            "6 over 5 takes 5",
        ),
        (
            ("ascension",),
            [["b1", 1], ["r2", 9], ["b2", 5], ["r1", 4]],
            {"b2": (1, 1, 1, 5)},
            {"r1": (1, 5, 1, 1)},
            {"types": {"b1": "primal", "r1": "primal"}},
            # One primal lay there when the move began; the placed one counts from the next move on.
            "6 (printed 5) over 5 takes Card b2 on square 5.",
            "6 over 5 takes 5",
        ),
        (
            ("broken_wall",),
            [["b1", 1], ["r1", 3]],
            {"b1": (1, 1, 1, 2)},
            {"r1": (1, 9, 1, 1)},
            {},
            "9 over 2 takes Card b1 on square 1 across the edge.",
            "9 over 2 takes 1 across the edge",
        ),
        (
            ("same",),
            [["b1", 2], ["r1", 9], ["b2", 4], ["r2", 5]],
            {"b1": (1, 1, 4, 1), "b2": (1, 8, 1, 1)},
            {"r2": (4, 1, 1, 8)},
            {},
            "Same (up 4 = 4 and left 8 = 8) takes Card b1 on square 2 and Card b2 on square 4.",
            "Same (up 4 = 4 and left 8 = 8) takes 2 and 4",
        ),
        (
            ("same", "same_wall"),
            [["b1", 2], ["r1", 1]],
            {"b1": (1, 1, 1, 4)},
            {"r1": (10, 4, 1, 1)},
            {},
            "Same Wall (right 4 = 4 and up A at the wall) takes Card b1 on square 2.",
            "Same Wall (right 4 = 4 and up A at the wall) takes 2",
        ),
        (
            ("plus",),
            [["b1", 2], ["r1", 9], ["b2", 4], ["r2", 5]],
            {"b1": (1, 1, 8, 1), "b2": (1, 6, 1, 1)},
            {"r2": (3, 1, 1, 5)},
            {},
            "Plus on 11 (up 3 + 8 and left 5 + 6) takes Card b1 on square 2 and Card b2 on square 4.",
            "Plus on 11 (up 3 + 8 and left 5 + 6) takes 2 and 4",
        ),
        (
            ("plus", "plus_wall"),
            [["b1", 2], ["r1", 1]],
            {"b1": (1, 1, 1, 8)},
            {"r1": (3, 5, 1, 1)},
            {},
            "Plus Wall on 13 (right 5 + 8 and up 3 + A of the wall) takes Card b1 on square 2.",
            "Plus Wall on 13 (right 5 + 8 and up 3 + A of the wall) takes 2",
        ),
        (
            ("same", "combo"),
            [["b1", 2], ["r1", 9], ["b2", 4], ["r3", 8], ["b3", 1], ["r2", 5]],
            {"b1": (1, 1, 4, 6), "b2": (1, 8, 1, 1), "b3": (1, 2, 1, 1)},
            {"r2": (4, 1, 1, 8)},
            {},
            "Combo from square 2: 6 over 2 takes Card b3 on square 1.",
            "Combo: 6 over 2 takes 1",
        ),
        (
            ("battle",),
            [["b1", 5], ["r1", 4]],
            {"b1": (2, 2, 2, 5)},
            {"r1": (9, 5, 9, 9)},
            {},
            "Battle: equal ranks, and a total of 32 over 11 takes Card b1 on square 5.",
            "Battle, 32 over 11, takes 5",
        ),
        (
            ("battle",),
            [["b1", 5], ["r1", 4]],
            {"b1": (9, 9, 9, 5)},
            {"r1": (2, 5, 2, 2)},
            {},
            "Card r1 loses the battle to Card b1, a total of 11 under 32, and turns blue.",
            "lost the battle, 11 under 32",
        ),
        (
            ("power_wall",),
            [["b1", 5], ["r1", 4]],
            {"b1": (1, 3, 1, 9)},
            {"r1": (9, 8, 5, 4)},
            {"walls": {"4": ["left", "+", 5]}},
            # 4 5 6 moves to 5 6 4: the placed card meets Card b1 again, one square on.
            "Card r1 is placed on square 4. It slid the row to the right: power 13 is above 5. It ends on square 5. "
            "Blue 5, red 5.",
            "slid the row to the right: power 13 is above 5",
        ),
        (
            ("power_wall",),
            [["b1", 2]],
            {"b1": LOW},
            {},
            {"walls": {"2": ["up", "-", 5]}},
            "It slid the column down: power 2 is below 5. It ends on square 5.",
            "slid the column down: power 2 is below 5",
        ),
        (
            ("power_wall", "broken_wall"),
            [["b1", 9]],
            {"b1": (3, 3, 3, 3)},
            {},
            {"walls": {"9": ["right", "=", 6]}},
            "It slid the row to the left: power 6 is the label's number. It ends on square 8.",
            "slid the row to the left: power 6 is the label's number",
        ),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, tuple) and all(isinstance(v, str) for v in value) else "",
)
def test_a_placement_tells_what_turned_and_by_which_numbers(
    rules: tuple[str, ...],
    moves: list[list[Any]],
    blue: dict[str, Any],
    red: dict[str, Any],
    more: dict[str, Any],
    words: str,
    note: str,
) -> None:
    story = told(rules, moves, blue, red, **more)
    assert words in story.words
    assert note in story.note


def test_a_slide_is_told_with_the_line_in_its_order() -> None:
    story = told(("power_wall",), [["b1", 6]], {}, {}, walls={"6": ["right", "-", 15]})
    assert story.slide is not None
    assert (story.slide.direction, story.slide.squares) == ("left", (6, 5, 4))
    assert (story.placed_on, story.square) == (6, 5)


def test_a_combo_across_the_edge_has_a_sign_on_both_sides() -> None:
    moves = [["b1", 5], ["r1", 9], ["b2", 7], ["r3", 6], ["b3", 1], ["r2", 8]]
    blue = {"b1": (1, 1, 4, 1), "b2": (1, 4, 8, 1), "b3": (2, 1, 1, 1)}
    story = told(("same", "combo", "broken_wall"), moves, blue, {"r2": (4, 1, 1, 4)})
    assert "Combo from square 7: 8 over 2 takes Card b3 on square 1 across the edge." in story.words
    assert {(each.at, each.direction) for each in story.chevrons} >= {("7-down", "down"), ("1-up", "down")}


def test_own_cards_that_do_not_count_make_no_sign() -> None:
    moves = [["b1", 2], ["r1", 4], ["b2", 9], ["r2", 5]]
    story = told(
        ("same",),
        moves,
        {"b1": (1, 1, 4, 1)},
        {"r1": (1, 8, 1, 1), "r2": (4, 1, 1, 8)},
        options={"own_cards_count": False},
    )
    assert "Same" not in story.words and not story.edges


def test_a_total_victory_is_told() -> None:
    strong, hands = (9, 9, 9, 9), {}
    moves = [["b1", 1], ["r1", 2], ["b2", 3], ["r2", 4], ["b3", 5], ["r3", 6], ["b4", 7], ["r4", 8], ["b5", 9]]
    story = told((), moves, {f"b{n}": strong for n in range(1, 6)}, hands)
    assert "All nine squares are blue: a total victory." in story.words
