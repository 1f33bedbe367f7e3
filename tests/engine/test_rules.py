"""Which rules go together, and how a rule is added."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from matches.engine import EXCLUDES, NEEDS, RULES, Card, Flipped, Move, Round, RuleError, check_rules, play
from matches.engine.rules.base import Capture, Rule


def code_of(names: Sequence[str]) -> str | None:
    try:
        check_rules(names)
    except RuleError as error:
        return error.code
    return None


@pytest.mark.parametrize("name", RULES)
def test_every_rule_can_be_on_with_what_it_needs(name: str) -> None:
    assert code_of([name, *NEEDS.get(name, ())[:1]]) is None


@pytest.mark.parametrize("pair", EXCLUDES)
def test_rules_that_exclude_each_other_are_both_named(pair: tuple[str, str]) -> None:
    with pytest.raises(RuleError, match=f"{pair[0]}.*{pair[1]}") as caught:
        check_rules([*pair, "same", "plus"])
    assert caught.value.code == "rules_exclude"


@pytest.mark.parametrize("name", NEEDS)
def test_a_rule_without_what_it_needs_is_refused(name: str) -> None:
    assert code_of([name]) == "rule_needs"


def test_combo_needs_either() -> None:
    assert code_of(["combo", "plus"]) is None
    assert code_of(["combo", "same"]) is None


@pytest.mark.parametrize("name", ["", "Same", "same wall", "plus-wall", "private", "broadcast", "one", "wall"])
def test_any_other_name_is_unknown(name: str) -> None:
    assert code_of([name, "order", "chaos", "combo"]) == "rule_unknown"


@dataclass(frozen=True, slots=True)
class Neighbourly(Rule):
    """A rule invented here: a placed 7 takes every opponent's card that it touches, and Combo goes on from there."""

    def capture(self, on: frozenset[str]) -> Capture | None:
        return Capture(key=lambda own, facing: own == 7, label=self.name, wall_label="", walls=False, least=1)


def plays(rules: list[str]) -> list[tuple[int, str]]:
    """What a card of sevens takes in the middle, with a nine above it that could take a two in the corner."""
    start = Round.begin(
        hands={"blue": [Card("p", (7, 7, 7, 7))], "red": [Card("q", (1, 1, 1, 1))]},
        rules=rules,
        board={2: (Card("x", (9, 9, 9, 9)), "red"), 1: (Card("y", (2, 2, 2, 2)), "red")},
    )
    _after, events = play(start, Move("p", 5))
    return [(event.square, event.label) for event in events if isinstance(event, Flipped)]


def test_a_new_rule_is_an_object_and_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULES, "neighbourly", Neighbourly("neighbourly"))
    assert plays(["neighbourly"]) == [(2, "neighbourly")]
    assert plays(["neighbourly", "same", "combo"]) == [(2, "neighbourly"), (1, "combo")]
    assert plays([]) == []


@pytest.mark.parametrize(
    ("rules", "takes"),
    [
        ([], lambda a, b: a > b),
        (["reverse"], lambda a, b: a < b),
        (["fallen_ace"], lambda a, b: a > b or (a, b) == (1, 10)),
        (["fallen_ace", "reverse"], lambda a, b: a < b or (a, b) == (10, 1)),
    ],
)
def test_which_rank_takes_which(rules: list[str], takes: Callable[[int, int], bool]) -> None:
    for attacker in range(1, 11):
        for defender in range(1, 11):
            start = Round.begin(
                hands={"blue": [Card("p", (attacker,) * 4)], "red": [Card("q", (5, 5, 5, 5))]},
                rules=rules,
                board={1: (Card("x", (defender,) * 4), "red")},
            )
            after, _events = play(start, Move("p", 2))
            assert (after.board[1].colour == "blue") == takes(attacker, defender), (attacker, defender)
