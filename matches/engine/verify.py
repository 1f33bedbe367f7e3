"""Redoing every draw of a record that has its seed (RULES 3, RECORDS).

Besides the fields that RECORDS.md names these are read: `additions`, `{"blue": hex, "red": hex}`; `first_named`,
true where the challenge named who begins; and in a round `clock`, the numbers of the moves that the clock played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from matches.engine import deal
from matches.engine.board import COLOURS
from matches.engine.draws import Draws, commitment
from matches.engine.fold import Standing, fold
from matches.engine.moves import legal_moves


@dataclass(frozen=True, slots=True)
class Difference:
    """A draw that is not as the seed gives it: its label, what the seed draws, what the record has."""

    label: str
    drawn: Any
    recorded: Any


@dataclass(frozen=True, slots=True)
class Check:
    """One draw redone. `entries` is what it chose from, where only the fold of the record tells that."""

    label: str
    drawn: Any
    recorded: Any
    entries: list[Any] | None = None

    @property
    def agrees(self) -> bool:
        """Whether the record has what the seed gives."""
        return bool(self.drawn == self.recorded)


@dataclass(frozen=True, slots=True)
class Proof:
    """Every draw of a record redone, as far as it can be folded; `error` tells where the rules stop it."""

    checks: tuple[Check, ...]
    error: str = ""


def prove(record: Mapping[str, Any], limit: deal.Limit = deal.NO_LIMIT) -> Proof:
    """Every draw of the record, redone from its seed; a commitment that the record leaves out is none.

    `limit` is how the house composes a random hand. Raises ValueError for a record without a seed, or one
    that cannot be folded.
    """
    standing = fold(record)
    if standing.error and not standing.rounds:
        raise ValueError(f"the record cannot be read: {standing.error.text}")
    seed, draws = _draws(record)
    try:
        checks = [Check("commitment", commitment(seed), record.get("commitment", commitment(seed)))]
        checks += _before(record, standing, draws, limit)
        checks += _rounds(record, standing, draws)
        checks += _trade(record, standing, draws)
    except (AttributeError, IndexError, TypeError) as error:
        raise ValueError(f"what the record has besides cannot be read: {error}") from error
    return Proof(tuple(checks), standing.error.text if standing.error else "")


def verify(record: Mapping[str, Any], limit: deal.Limit = deal.NO_LIMIT) -> list[Difference]:
    """Every draw of the record that its seed does not give; empty when all agree. Raises as `prove`."""
    checks = prove(record, limit).checks
    return [Difference(check.label, check.drawn, check.recorded) for check in checks if not check.agrees]


def _draws(record: Mapping[str, Any]) -> tuple[bytes, Draws]:
    try:
        seed = bytes.fromhex(record["seed"])
        additions = record.get("additions") or {}
        blue, red = (bytes.fromhex(additions.get(colour) or "") for colour in COLOURS)
        return seed, Draws(seed, blue, red)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("the record has no seed") from error


def _before(record: Mapping[str, Any], standing: Standing, draws: Draws, limit: deal.Limit) -> Iterator[Check]:
    """What is drawn before the first round."""
    setup = standing.setup
    assert setup
    brought = {colour: [card.key for card in setup.brought[colour]] for colour in COLOURS}
    if not record.get("first_named"):
        yield Check("first", deal.first(draws), setup.first)
    pools = record.get("pool") or {}
    for colour in COLOURS:
        if pools.get(colour) is None:
            continue
        copies = [(key, level) for key, level in pools[colour]]
        yield Check(f"random/{colour}", deal.random_hand(draws, colour, copies, limit), brought[colour])
    swap = None
    if "swap" in setup.rules:
        swap = deal.swap(draws, brought)
        yield Check("swap", swap, record.get("swap"))
    if "three_open" in setup.rules:
        three = deal.shown(draws, brought, swap)
        recorded = record.get("shown") or {}
        yield Check("shown", three, {colour: recorded.get(colour) for colour in COLOURS})


def _rounds(record: Mapping[str, Any], standing: Standing, draws: Draws) -> Iterator[Check]:
    """What is drawn for each round that the record has, and the moves that the clock played in it."""
    setup = standing.setup
    assert setup
    for done, data, raw in zip(standing.rounds, setup.rounds, record["rounds"], strict=False):
        number = done.number
        if "elemental" in setup.rules:
            yield Check(f"elements/{number}", deal.elements(draws, number), dict(data.elements))
        if "power_wall" in setup.rules:
            yield Check(f"walls/{number}", deal.walls(draws, number), dict(data.walls))
        if "chaos" in setup.rules:
            for colour in COLOURS:
                keys = [card.key for card in done.start.hands[colour]]
                order = list(done.start.chaos.get(colour, ()))
                yield Check(f"chaos/{number}/{colour}", deal.chaos(draws, number, colour, keys), order, keys)
        by_clock: set[int] = set()
        for move in raw.get("clock") or ():
            if type(move) is not int or move < 0 or move in by_clock:
                raise TypeError("the clock plays moves by their number, each once")
            by_clock.add(move)
            before = done.moves[move - 1].after if move else done.start
            legal = [[each.card, each.square] for each in legal_moves(before)]
            made = done.moves[move]
            drawn = deal.timeout(draws, number, move, legal)
            yield Check(f"timeout/{number}/{move}", drawn, [made.card, made.placed_on], legal)


def _trade(record: Mapping[str, Any], standing: Standing, draws: Draws) -> Iterator[Check]:
    """The card that the trade rule `random` took."""
    claim, recorded = standing.claim, record.get("drawn")
    if claim and ("random" in claim or recorded is not None):
        keys = claim.get("of") or [None]
        yield Check("trade", deal.trade(draws, keys), recorded, list(keys))
