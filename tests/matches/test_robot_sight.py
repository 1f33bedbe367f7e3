"""What robots know under the rules about hands: no more than a player would (RULES 3)."""

from __future__ import annotations

from random import Random

import pytest

from matches.engine import Card, Move, Round
from matches.robots import ROBOTS
from matches.robots.sight import see

WEAK, STRONG = (1, 1, 1, 1), (9, 9, 9, 9)
KEYS = {colour: [f"{colour[0]}{place}" for place in range(1, 6)] for colour in ("blue", "red")}


def _round(rule: str) -> Round:
    """Blue is on turn with five weak cards; of red's the first is weak, the others are strong, and all are known."""
    return Round.begin(
        hands={
            "blue": [Card(key, (2, 2, 2, 2)) for key in KEYS["blue"]],
            "red": [Card(key, WEAK if key == "r1" else STRONG) for key in KEYS["red"]],
        },
        rules=[rule],
        chaos={"blue": ["b4", "b1", "b2", "b3", "b5"], "red": ["r1", "r2", "r3", "r4", "r5"]},
    )


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize(("rule", "forced"), [("order", "b1"), ("chaos", "b4")])
def test_a_robot_plays_the_card_that_must_be_played(robot: str, rule: str, forced: str) -> None:
    round = _round(rule)
    for chance in range(5):
        assert ROBOTS[robot].choose(see(round, KEYS["red"]), Random(chance)).card == forced


def test_order_binds_the_answer_too() -> None:
    sight = see(_round("order"), [*KEYS["blue"], *KEYS["red"]])
    answers = sight.answers(sight.after(Move("b1", 5)))
    assert {sight.round.deal.cards[number - 1].key for number, _square in answers} == {"r1"}


def test_what_chaos_has_drawn_is_nothing_that_a_robot_sees() -> None:
    sight = see(_round("chaos"), [*KEYS["blue"], *KEYS["red"]])
    assert sight.round.chaos == {}
    answers = sight.answers(sight.after(Move("b4", 5)))
    assert {sight.round.deal.cards[number - 1].key for number, _square in answers} == set(KEYS["red"])


def test_a_hidden_card_has_neither_ranks_nor_type_nor_element() -> None:
    round = Round.begin(
        hands={
            colour: [Card(key, STRONG, element="fire", type="primal") for key in KEYS[colour]]
            for colour in ("blue", "red")
        },
        rules=["descension"],
    )
    sight = see(round, [*KEYS["blue"], "r2"])
    seen = {card.key: (card.ranks, card.element, card.type) for card in sight.round.deal.cards[5:]}
    assert seen["r2"] == (STRONG, "fire", "primal")
    assert [each for key, each in seen.items() if key != "r2"] == [((6, 6, 6, 6), None, None)] * 4
