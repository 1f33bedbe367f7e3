"""The proof of a match's draws: each redone from the seed, and what a browser needs to redo it itself (RULES 3)."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, NoReturn

from django.utils.translation import gettext as _

from matches.engine import COLOURS
from matches.engine.deal import NO_LIMIT, Limit
from matches.engine.verify import Proof, prove
from matches.houses import HOUSES
from triad.errors import GameError
from triad.storable import is_storable

#: A record of 25 rounds with two pools of ten thousand copies is shorter.
LONGEST_RECORD = 500_000
DEEPEST_RECORD = 8


def proof_of(record: Mapping[str, Any]) -> Proof:
    """Every draw of a record, redone as its house composes hands. Raises GameError `no_proof` with the reason."""
    try:
        return prove(record, hand_limit(record))
    except ValueError as error:
        raise GameError("no_proof", _("This record cannot be checked: %(why)s.") % {"why": error}) from None


def proof_data(proof: Proof) -> dict[str, Any]:
    """A proof as JSON: `lists`, by label what a draw chose from where only the fold tells it; `checks`; `error`."""
    return {
        "lists": {check.label: check.entries for check in proof.checks if check.entries is not None},
        "checks": [
            {"label": each.label, "drawn": each.drawn, "recorded": each.recorded, "agrees": each.agrees}
            for each in proof.checks
        ],
        "error": proof.error,
    }


def hand_limit(record: Mapping[str, Any]) -> Limit:
    """How the house that a record names composes a random hand; no limit where it names none of this site."""
    house = HOUSES.get(str(record.get("house")))
    return house.hand_limit if house else NO_LIMIT


def limits_data() -> dict[str, dict[str, int]]:
    """How each house composes a random hand, by its key."""
    return {key: asdict(house.hand_limit) for key, house in HOUSES.items()}


def without_pool(record: Mapping[str, Any]) -> bool:
    """Whether Random was on and a hand has no pool that it was drawn from: a robot's or a lent one, if not withheld."""
    pools = record.get("pool") or {}
    return "random" in (record.get("rules") or ()) and not all(colour in pools for colour in COLOURS)


def record_read(text: str) -> dict[str, Any]:
    """A record that somebody has given as text. Raises GameError no_record, record_too_long, bad_json."""
    if not text.strip():
        raise GameError("no_record", _("Give a record: choose its file, or paste its text."))
    if len(text) > LONGEST_RECORD:
        raise GameError("record_too_long", _("This is too long for the record of a match."))
    try:
        data = json.loads(text, parse_constant=_refuse, parse_float=_finite)
        if isinstance(data, dict) and _is_shallow(data) and is_storable(data):
            return data
    except (ValueError, RecursionError):
        pass
    raise GameError("bad_json", _("This is no record: a record is one JSON object, as the site hands it out."))


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _finite(text: str) -> float:
    """A number that JSON can hold again: 1e999 is read as infinite, and would be written as no JSON."""
    number = float(text)
    return number if math.isfinite(number) else _refuse(text)


def _is_shallow(value: Any, depth: int = 0) -> bool:
    """Whether it is nested no deeper than records are, so that nothing that walks through it gets lost."""
    if depth > DEEPEST_RECORD:
        return False
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return all(_is_shallow(each, depth + 1) for each in inner)
