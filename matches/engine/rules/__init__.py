"""The table of the rules of play, and which of them go together (RULES 6)."""

from __future__ import annotations

from collections.abc import Iterable

from matches.engine.errors import RuleError
from matches.engine.rules.aftermath import BATTLE, COMBO
from matches.engine.rules.base import Rule
from matches.engine.rules.capture import PLUS, PLUS_WALL, SAME, SAME_WALL
from matches.engine.rules.comparison import FALLEN_ACE, REVERSE
from matches.engine.rules.ground import BROKEN_WALL, POWER_WALL
from matches.engine.rules.hand import CHAOS, ORDER, SWAP
from matches.engine.rules.strength import ASCENSION, DESCENSION, ELEMENTAL

RULES: dict[str, Rule] = {
    rule.name: rule
    for rule in (
        Rule("open"),
        Rule("three_open"),
        Rule("random"),
        Rule("limitless"),
        SAME,
        SAME_WALL,
        PLUS,
        PLUS_WALL,
        COMBO,
        ELEMENTAL,
        BATTLE,
        BROKEN_WALL,
        POWER_WALL,
        REVERSE,
        FALLEN_ACE,
        ASCENSION,
        DESCENSION,
        SWAP,
        ORDER,
        CHAOS,
        Rule("sudden_death"),
    )
}
"""Every rule by name, in the order in which the kernel asks them."""

EXCLUDES: tuple[tuple[str, str], ...] = (
    ("ascension", "descension"),
    ("ascension", "elemental"),
    ("descension", "elemental"),
    ("order", "chaos"),
    ("open", "three_open"),
    ("broken_wall", "same_wall"),
    ("broken_wall", "plus_wall"),
)
"""Pairs that may not be on together."""

NEEDS: dict[str, tuple[str, ...]] = {
    "same_wall": ("same",),
    "plus_wall": ("plus",),
    "combo": ("same", "plus"),
}
"""A rule, and the rules of which at least one must be on with it."""


def check_rules(names: Iterable[str]) -> None:
    """Raises RuleError (rule_unknown, rules_exclude, rule_needs; in this order) if these do not go together."""
    named = list(names)
    on = frozenset(named)
    for name in named:
        if name not in RULES:
            raise RuleError("rule_unknown", f"no rule is called {name!r}")
    for one, other in EXCLUDES:
        if one in on and other in on:
            raise RuleError("rules_exclude", f"{one} and {other} exclude each other")
    for name, needed in NEEDS.items():
        if name in on and on.isdisjoint(needed):
            raise RuleError("rule_needs", f"{name} needs {' or '.join(needed)}")
