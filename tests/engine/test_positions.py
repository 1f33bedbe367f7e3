"""Known positions in one line each: a move, and every flip that it makes in the order in which they happen."""

from __future__ import annotations

import pytest

from matches.engine import Flipped, IllegalMove, Move, Round, Slid, legal_moves, play

POSITIONS = {
    "a higher rank takes, a tie does not": (
        "./r,x,5555,,,,/./r,y,5455,,,,/././././. b p,5515,,,,/s,1111,,,, q,5555,,,, - - - -",
        ("p", 5),
        "4 basic by 5 in 0",
    ),
    "same, and a combo behind it": (
        "r,z,1111,,,,/r,x,5559,,,,/./r,y,5555,,,,/././././. b p,5115,,,, q,5555,,,, - - - same,combo",
        ("p", 5),
        "2 same by 5 in 0, 4 same by 5 in 0, 1 combo by 2 in 1",
    ),
    "no combo where it is not on": (
        "r,z,1111,,,,/r,x,5559,,,,/./r,y,5555,,,,/././././. b p,5115,,,, q,5555,,,, - - - same",
        ("p", 5),
        "2 same by 5 in 0, 4 same by 5 in 0",
    ),
    "two waves": (
        "./r,x,5955,,,,/r,a,1191,,,,/r,y,5555,,,,/./r,b,1112,,,,/././. b p,5115,,,, q,5555,,,, - - - same,combo",
        ("p", 5),
        "2 same by 5 in 0, 4 same by 5 in 0, 3 combo by 2 in 1, 6 combo by 3 in 2",
    ),
    "a wall of 10 and one card are Same Wall": (
        "./r,x,555A,,,,/././././././. b p,A195,,,, q,5555,,,, - - - same,same_wall",
        ("p", 1),
        "",
    ),
    "a wall of 10 and an equal card": (
        "./r,x,5553,,,,/././././././. b p,A319,,,, q,5555,,,, - - - same,same_wall",
        ("p", 1),
        "2 same_wall by 1 in 0",
    ),
    "a sum at the wall and one with a card": (
        "./r,x,555A,,,,/././././././. b p,1115,,,, q,5555,,,, - - - plus,plus_wall",
        ("p", 1),
        "2 plus_wall by 1 in 0",
    ),
    "a row slides, and what leaves comes back": (
        "././././r,x,1111,,,,/./././. b p,9999,,,, q,5555,,,, - 4=left,+,5 - power_wall",
        ("p", 4),
        "slid left 4 5 6 to 5, 6 basic by 5 in 0",
    ),
    "a battle lost comes last": (
        "./r,x,9959,,,,/././././././. b p,5111,,,, q,5555,,,, - - - battle",
        ("p", 5),
        "5 lost by 2 in 0",
    ),
    "over the edge": (
        "././r,x,1111,,,,/./././././. b p,2222,,,,/s,1111,,,, q,5555,,,, - - - broken_wall",
        ("p", 1),
        "3 basic by 1 in 0",
    ),
    "an element lifts and lowers": (
        "./r,x,5555,fire,,,/././././././. b p,5666,fire,,, q,5555,,,, 2=ice/5=fire - - elemental",
        ("p", 5),
        "2 basic by 5 in 0",
    ),
}


def told(position: str, move: tuple[str, int]) -> str:
    _after, events = play(Round.from_text(position), Move(*move))
    lines = []
    for event in events:
        if isinstance(event, Slid):
            lines.append(f"slid {event.wall} {' '.join(map(str, event.squares))} to {event.end}")
        if isinstance(event, Flipped):
            lines.append(f"{event.square} {event.label} by {event.by} in {event.wave}")
    return ", ".join(lines)


@pytest.mark.parametrize(("position", "move", "flips"), POSITIONS.values(), ids=POSITIONS)
def test_what_turns(position: str, move: tuple[str, int], flips: str) -> None:
    assert told(position, move) == flips


OPEN = "b,x,5555,,,,/./././././././. b p,1111,,,,/s,2222,,,, q,5555,,,, - - - -"


@pytest.mark.parametrize(
    ("rules", "moves"),
    [
        ("- -", ["p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9"]),
        ("- order", ["p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9"]),
        ("s,p/q chaos", ["s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9"]),
    ],
)
def test_legal_moves_go_by_hand_order_and_then_square(rules: str, moves: list[str]) -> None:
    position = Round.from_text(OPEN.removesuffix("- -") + rules)
    assert [f"{move.card}{move.square}" for move in legal_moves(position)] == moves


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (("p", 0), "no_such_square"),
        (("p", 10), "no_such_square"),
        (("p", True), "no_such_square"),
        (("q", 1), "square_taken"),
        (("q", 2), "not_in_hand"),
        (("x", 2), "not_in_hand"),
        (("s", 2), "wrong_card"),
    ],
)
def test_a_move_that_may_not_be_made_says_why(move: tuple[str, int], code: str) -> None:
    position = Round.from_text(OPEN.removesuffix("-") + "order")
    with pytest.raises(IllegalMove) as caught:
        play(position, Move(*move))
    assert caught.value.code == code


def test_a_round_that_is_over_has_no_moves() -> None:
    position = Round.from_text("b,x,5555,,,,/./././././././. b - q,5555,,,, - - - -")
    assert position.is_over
    assert position.turn is None
    assert legal_moves(position) == ()
    with pytest.raises(IllegalMove, match="over"):
        play(position, Move("q", 2))


def test_effective_ranks_count_what_lies_there() -> None:
    position = Round.from_text(
        "b,x,1599,,primal,,/r,y,9A12,,primal,,/././././././. b p,2222,,primal,, q,5555,,,, - - - ascension"
    )
    assert position.effective(1) == (3, 7, 10, 10)
    assert position.effective_there(position.hands["blue"][0], 5) == (4, 4, 4, 4)
    with pytest.raises(ValueError, match="no card lies on square 5"):
        position.effective(5)


@pytest.mark.parametrize("text", ["", "b", "./. b - - - - - -", OPEN + " more", OPEN.replace("5555", "0555")])
def test_any_other_text_is_no_position(text: str) -> None:
    with pytest.raises(ValueError, match="no position"):
        Round.from_text(text)
