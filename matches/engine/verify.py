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


def verify(record: Mapping[str, Any], limit: deal.Limit = deal.NO_LIMIT) -> list[Difference]:
    """Every draw of the record that its seed does not give; empty when all agree.

    `limit` is how the house composes a random hand. Raises ValueError for a record without a seed, or one
    that cannot be folded.
    """
    standing = fold(record)
    if standing.error and not standing.rounds:
        raise ValueError(f"the record cannot be read: {standing.error.text}")
    seed, draws = _draws(record)
    try:
        pairs = [("commitment", commitment(seed), record.get("commitment", commitment(seed)))]
        pairs += _before(record, standing, draws, limit)
        pairs += _rounds(record, standing, draws)
        if record.get("drawn") is not None and standing.claim:
            pairs.append(("trade", deal.trade(draws, standing.claim.get("of") or [None]), record["drawn"]))
    except (AttributeError, IndexError, TypeError) as error:
        raise ValueError(f"what the record has besides cannot be read: {error}") from error
    return [Difference(label, drawn, recorded) for label, drawn, recorded in pairs if drawn != recorded]


def _draws(record: Mapping[str, Any]) -> tuple[bytes, Draws]:
    try:
        seed = bytes.fromhex(record["seed"])
        additions = record.get("additions") or {}
        blue, red = (bytes.fromhex(additions.get(colour) or "") for colour in COLOURS)
        return seed, Draws(seed, blue, red)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("the record has no seed") from error


def _before(
    record: Mapping[str, Any], standing: Standing, draws: Draws, limit: deal.Limit
) -> Iterator[tuple[str, Any, Any]]:
    """What is drawn before the first round."""
    setup = standing.setup
    assert setup
    brought = {colour: [card.key for card in setup.brought[colour]] for colour in COLOURS}
    if not record.get("first_named"):
        yield "first", deal.first(draws), setup.first
    for colour, pool in (record.get("pool") or {}).items():
        copies = [(key, level) for key, level in pool]
        yield f"random/{colour}", deal.random_hand(draws, colour, copies, limit), brought[colour]
    swap = None
    if "swap" in setup.rules:
        swap = deal.swap(draws, brought)
        yield "swap", swap, record.get("swap")
    if "three_open" in setup.rules:
        three = deal.shown(draws, brought, swap)
        recorded = record.get("shown") or {}
        yield "shown", three, {colour: recorded.get(colour) for colour in COLOURS}


def _rounds(record: Mapping[str, Any], standing: Standing, draws: Draws) -> Iterator[tuple[str, Any, Any]]:
    """What is drawn for each round that the record has, and the moves that the clock played in it."""
    setup = standing.setup
    assert setup
    for done, data, raw in zip(standing.rounds, setup.rounds, record["rounds"], strict=False):
        number = done.number
        if "elemental" in setup.rules:
            yield f"elements/{number}", deal.elements(draws, number), dict(data.elements)
        if "power_wall" in setup.rules:
            yield f"walls/{number}", deal.walls(draws, number), dict(data.walls)
        if "chaos" in setup.rules:
            for colour in COLOURS:
                keys = [card.key for card in done.start.hands[colour]]
                drawn = deal.chaos(draws, number, colour, keys)
                yield f"chaos/{number}/{colour}", drawn, list(done.start.chaos.get(colour, ()))
        for move in raw.get("clock") or ():
            before = done.moves[move - 1].after if move else done.start
            placed = deal.timeout(draws, number, move, legal_moves(before))
            recorded = done.moves[move]
            yield (
                f"timeout/{number}/{move}",
                [placed.card, placed.square],
                [recorded.card, recorded.placed_on],
            )
