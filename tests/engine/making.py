"""Random cards, rounds and records for the tests and the bench; everything follows from the given Random."""

from __future__ import annotations

from random import Random
from typing import Any

from matches.engine import COLOURS, ELEMENTS, EXCLUDES, NEEDS, RULES, TRADES, TYPES, Card, Round, fold, legal_moves
from matches.engine.board import SIDE_NAMES, SQUARES, WALLS
from matches.engine.record import DRAWS
from matches.engine.round import WallLabel

EDGES = [square for square in SQUARES if WALLS[square]]


def a_card(rng: Random, key: str, ranks: list[int]) -> Card:
    """A card with its ranks among these; few ranks make many Same and Plus."""
    up, right, down, left = (rng.choice(ranks) for _ in range(4))
    element, kind = rng.choice([None, *ELEMENTS[:3]]), rng.choice([None, *TYPES[:2]])
    return Card(key, (up, right, down, left), f"Card {key}", rng.randint(1, 10), element, kind)


def some_ranks(rng: Random) -> list[int]:
    """The ranks that the cards of one match may have."""
    return rng.choice([list(range(1, 11)), [1, 10], [4, 5, 6], [9, 10], rng.sample(range(1, 11), 3)])


def some_rules(rng: Random, without: tuple[str, ...] = ()) -> list[str]:
    """Rules that go together, most of them that can."""
    names = [name for name in RULES if name not in without]
    rng.shuffle(names)
    chosen: list[str] = []
    for name in names[: rng.randint(0, len(names))]:
        if not any({name, other} == set(pair) for other in chosen for pair in EXCLUDES):
            chosen.append(name)
    while missing := [name for name in chosen if name in NEEDS and not set(NEEDS[name]) & set(chosen)]:
        chosen.remove(missing[0])
    return chosen


def some_elements(rng: Random) -> dict[int, str]:
    return {square: rng.choice(ELEMENTS[:3]) for square in SQUARES if rng.random() < 0.5}


def some_walls(rng: Random) -> dict[int, WallLabel]:
    return {
        square: (SIDE_NAMES[rng.choice(WALLS[square])], rng.choice("+-="), rng.randint(5, 15))
        for square in rng.sample(EDGES, rng.randint(2, 4))
    }


def a_round(rng: Random, without: tuple[str, ...] = ()) -> Round:
    """A full round before its first move."""
    ranks = some_ranks(rng)
    hands = {colour: [a_card(rng, f"{colour[0]}{n}", ranks) for n in range(1, 6)] for colour in COLOURS}
    keys = {colour: [card.key for card in hand] for colour, hand in hands.items()}
    return Round.begin(
        hands=hands,
        rules=some_rules(rng, without),
        first=rng.choice(COLOURS),
        elements=some_elements(rng),
        walls=some_walls(rng),
        chaos={colour: rng.sample(hand, len(hand)) for colour, hand in keys.items()},
        own_cards_count=rng.random() < 0.5,
    )


def a_record(rng: Random, *, board: bool = False, stop: bool = True) -> dict[str, Any]:
    """A legal record, played at random to its end or to some move, with a start position if asked."""
    ranks = some_ranks(rng)
    rules = some_rules(rng)
    sizes = {colour: rng.randint(0, 5) if board else 5 for colour in COLOURS}
    record: dict[str, Any] = {
        "id": f"random {rng.random()}",
        "rules": rules,
        "options": {"own_cards_count": rng.random() < 0.5, "total_victory": rng.random() < 0.5},
        "draw": rng.choice([None, *DRAWS]),
        "trade": rng.choice([None, *TRADES]),
        "first": rng.choice([None, *COLOURS]),
        "hands": {
            colour: [a_card(rng, f"{colour[0]}{n}", ranks).to_data() for n in range(size)]
            for colour, size in sizes.items()
        },
        "rounds": [],
    }
    if board:
        squares = rng.sample(SQUARES, rng.randint(0, 8))
        record["board"] = {
            str(square): [rng.choice(COLOURS), a_card(rng, f"s{square}", ranks).to_data()] for square in squares
        }
    if all(sizes.values()):
        record["swap"] = [rng.choice(record["hands"][colour])["key"] for colour in COLOURS]
    _play_out(rng, record, stop=stop)
    return record


def _play_out(rng: Random, record: dict[str, Any], *, stop: bool) -> None:
    stop_after = rng.randint(0, 30) if stop else 300
    standing = fold(record)
    while not standing.ended and stop_after > 0:
        position = standing.round
        assert position is not None and standing.error is None, standing.error
        if len(record["rounds"]) < len(standing.rounds):
            record["rounds"] += [{} for _ in range(len(standing.rounds) - len(record["rounds"]))]
            record["rounds"][-1] = _a_deal(rng, position)
        else:
            move = rng.choice(legal_moves(position))
            record["rounds"][-1].setdefault("moves", []).append([move.card, move.square])
        standing = fold(record)
        stop_after -= 1


def _a_deal(rng: Random, start: Round) -> dict[str, Any]:
    keys = {colour: [card.key for card in hand] for colour, hand in start.hands.items()}
    return {
        "elements": {str(square): element for square, element in some_elements(rng).items()},
        "walls": {str(square): list(label) for square, label in some_walls(rng).items()},
        "chaos": {colour: rng.sample(hand, len(hand)) for colour, hand in keys.items()},
    }
