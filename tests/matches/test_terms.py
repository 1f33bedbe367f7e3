"""What each house allows, and how names become terms (RULES 6, 7)."""

from __future__ import annotations

from typing import Any

import pytest

from matches.engine import RULES, TRADES
from matches.engine.deal import NO_LIMIT, STARS, TWO_HIGH
from matches.houses import HOUSES
from matches.services.terms import Terms, read_terms
from triad.errors import GameError


def terms(house: str, rules: str = "", trade: str | None = None, **more: Any) -> Terms:
    return read_terms(house=house, rules=rules.split(), trade=trade, **more)


def code_of(*given: Any, **more: Any) -> str:
    with pytest.raises(GameError) as error:
        terms(*given, **more)
    assert error.value.status == 400 and error.value.message
    return error.value.code


def test_there_are_seven_houses_and_each_row_names_what_exists() -> None:
    assert list(HOUSES) == ["deling", "balamb", "ffviii", "ffxiv", "tffo", "guild", "free"]
    for key, house in HOUSES.items():
        assert house.key == key and str(house.name) and str(house.text)
        assert {*house.rules, *house.always} <= set(RULES) and set(house.trades) <= set(TRADES)
        assert len(set(house.rules)) == len(house.rules) and not {*house.rules} & {*house.always}
        assert ("sudden_death" in house.rules) == ("sudden_death" in house.draws)
        assert terms(key, trade="none").trade == "none"


@pytest.mark.parametrize(
    ("house", "trade", "draw", "leaving", "limit", "stars", "hand_limit"),
    [
        ("deling", "one", "replay", "did_not_finish", 20, False, NO_LIMIT),
        ("balamb", "training", "draw", "forfeit", None, False, NO_LIMIT),
        ("ffviii", "none", "draw", "forfeit", None, False, TWO_HIGH),
        ("ffxiv", "none", "draw", "forfeit", None, True, STARS),
        ("tffo", "one", "draw", "forfeit", None, False, NO_LIMIT),
        ("guild", "one", "draw", "forfeit", None, False, NO_LIMIT),
        ("free", "none", "draw", "forfeit", None, False, NO_LIMIT),
    ],
)
def test_the_defaults_of_a_house(
    house: str, trade: str, draw: str, leaving: str, limit: int | None, stars: bool, hand_limit: object
) -> None:
    found = terms(house, "open")
    assert (found.trade, found.draw, found.level_limit, found.stars) == (trade, draw, limit, stars)
    assert (found.house.leaving, found.house.hand_limit) == (leaving, hand_limit)


def test_the_free_house_has_everything() -> None:
    free = HOUSES["free"]
    assert set(free.rules) == set(RULES) and set(free.trades) == set(TRADES)
    assert {rule for house in HOUSES.values() for rule in house.rules} == set(RULES)


@pytest.mark.parametrize("house", ["ffviii", "ffxiv"])
def test_combo_is_on_whenever_same_or_plus_is_and_never_else(house: str) -> None:
    assert terms(house, "same").rules == ("same", "combo")
    assert terms(house, "plus combo").rules == ("plus", "combo")
    assert terms(house, "open").rules == ("open",)
    assert code_of(house, "open combo") == "rule_needs"


def test_combo_is_a_choice_in_some_houses_and_not_to_be_had_in_the_guild() -> None:
    assert terms("tffo", "same").rules == ("same",)
    assert code_of("guild", "same combo") == "rule_not_in_house"


@pytest.mark.parametrize("house", ["ffviii", "ffxiv", "guild", "free"])
def test_the_rule_sudden_death_and_the_draw_rule_are_one_switch(house: str) -> None:
    by_rule, by_draw = terms(house, "sudden_death"), terms(house, "open", draw="sudden_death")
    assert by_rule.draw == by_draw.draw == "sudden_death"
    assert "sudden_death" in by_rule.rules and "sudden_death" in by_draw.rules
    assert terms(house, "sudden_death", draw="draw").draw == "sudden_death"


def test_another_draw_rule_excludes_sudden_death() -> None:
    assert terms("free", "same", draw="replay").draw == "replay"
    assert code_of("free", "sudden_death", draw="replay") == "rules_exclude"
    assert code_of("balamb", "same", draw="sudden_death") == "draw_not_in_house"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"bet": -1}, "bad_bet"),
        ({"bet": 501}, "bad_bet"),
        ({"bet": True}, "bad_bet"),
        ({"bet": 1, "trade": "training"}, "bet_in_training"),
        ({"first": "blue"}, "first_not_in_house"),
    ],
)
def test_what_cannot_be_bet_or_named(given: dict[str, Any], code: str) -> None:
    assert code_of("free", "same", **given) == code


def test_who_begins_is_named_in_two_houses_only() -> None:
    for house in HOUSES:
        if house in ("guild", "free"):
            assert terms(house, "same", first="opponent").first == "opponent"
        else:
            assert code_of(house, "same", first="challenger") == "first_not_in_house"


def test_what_may_take_five() -> None:
    found = {trade for trade in TRADES if terms("free", "same", trade=trade).may_take_five}
    assert found == {"total", "diff", "change", "direct"}
    assert terms("guild", "same", trade="one").may_take_five
    assert terms("guild", "same", trade="one").for_newcomers == {"none"}
