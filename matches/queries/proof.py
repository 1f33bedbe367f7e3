"""The proof of a match's draws: each redone from the seed, and what a browser needs to redo it itself (RULES 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _

from matches.engine import COLOURS
from matches.engine.deal import NO_LIMIT, Limit
from matches.engine.verify import Proof, prove
from matches.houses import HOUSES
from triad.errors import GameError
from triad.strict_json import object_of

#: A record of 25 rounds with two pools of ten thousand copies is shorter.
LONGEST_RECORD = 500_000


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
    data = object_of(text)
    if data is None:
        raise GameError("bad_json", _("This is no record: a record is one JSON object, as the site hands it out."))
    return data
