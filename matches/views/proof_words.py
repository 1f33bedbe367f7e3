"""The words of the proof's pages: those that the browser fills in, and rows for browsers without scripts."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from matches.engine.verify import Check


@dataclass(frozen=True, slots=True)
class CheckRow:
    """One draw as a row: its name, its label, both values as JSON."""

    title: str
    label: str
    drawn: str
    recorded: str
    agrees: bool


def check_rows(checks: Iterable[Check]) -> tuple[CheckRow, ...]:
    """The server's checks as rows."""
    words = proof_words()
    return tuple(
        CheckRow(_title(each.label, words), each.label, _plain(each.drawn), _plain(each.recorded), each.agrees)
        for each in checks
    )


def proof_words() -> dict[str, str]:
    """Every word that the table needs; in braces what is filled in."""
    return {**_draws(), **_sentences(), **_values()}


def _draws() -> dict[str, str]:
    return {
        "draw_commitment": _("The commitment"),
        "draw_first": _("Who begins"),
        "draw_random": _("The random hand of {colour}"),
        "draw_swap": _("The cards that Swap exchanges"),
        "draw_shown": _("The cards that Three Open shows"),
        "draw_elements": _("Elements of round {round}"),
        "draw_walls": _("Wall labels of round {round}"),
        "draw_chaos": _("The order that Chaos sets for {colour} in round {round}"),
        "draw_timeout": _("Placement {move} of round {round}, made by the clock"),
        "draw_trade": _("The card taken by the trade rule Random"),
    }


def _sentences() -> dict[str, str]:
    return {
        "from_seed": _("from the seed and the additions"),
        "from_record": _("out of a list in the record"),
        "from_server": _("out of a list that the server told"),
        "agrees": _("Agrees"),
        "differs": _("Differs"),
        "unknown": _("Not checked"),
        "unknown_why": _("The list to choose from is missing."),
        "working": _("Your browser is working out the draws…"),
        "total_agrees": _("Your browser worked out {count} of {count} draws, and every one agrees with the record."),
        "total_differs": _(
            "The record does not follow from its seed. {agree} of {count} agree. These differ: {which}."
        ),
        "total_unknown": _("{agree} of {count} draws agree; the others could not be worked out here."),
        "total_broken": _("{agree} of {count} draws agree, but not everything could be checked: {why}"),
        "no_seed": _("This record has no seed of 64 hexadecimal digits, so nothing can be worked out."),
        "bad_additions": _("An addition in this record is not 32 hexadecimal digits."),
        "no_hands": _("This record has no two hands."),
        "unreadable": _("Something in this record cannot be read."),
        "no_record": _("Give a record: choose its file, or paste its text."),
        "no_json": _("This is no record: a record is one JSON object, as the site hands it out."),
        "too_long": _("This is too long for the record of a match."),
        "offline": _("The server did not answer, so some draws could not be checked."),
    }


def _values() -> dict[str, str]:
    return {
        "blue": _("blue"),
        "red": _("red"),
        "up": _("up"),
        "right": _("right"),
        "down": _("down"),
        "left": _("left"),
        "fire": _("fire"),
        "ice": _("ice"),
        "thunder": _("thunder"),
        "earth": _("earth"),
        "poison": _("poison"),
        "wind": _("wind"),
        "water": _("water"),
        "holy": _("holy"),
        "none": _("none"),
        "nothing": _("nothing"),
        "placed": _("{card} on square {square}"),
    }


def _title(label: str, words: dict[str, str]) -> str:
    kind, *rest = label.split("/")
    numbers = [int(each) + 1 for each in rest if each.isdigit()]
    colour = next((each for each in rest if not each.isdigit()), "")
    values = {
        "colour": words.get(colour, ""),
        "round": numbers[0] if numbers else "",
        "move": numbers[-1] if numbers else "",
    }
    return words[f"draw_{kind}"].format(**values)


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
