"""Hundreds of draws as the engine makes them, for the browser's modules to be held against."""

from __future__ import annotations

import hashlib
import hmac
import random
from dataclasses import asdict
from typing import Any

from matches.engine import COLOURS, Draws, commitment, deal

LIMITS = (deal.NO_LIMIT, deal.TWO_HIGH, deal.STARS)


def hashes() -> list[list[str]]:
    """[message, SHA-256] in hex: every length from 0 to 200, and the two messages of FIPS 180-4."""
    chance = random.Random(1)
    messages = [chance.randbytes(length) for length in range(201)]
    messages += [b"abc", b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"]
    return [[message.hex(), hashlib.sha256(message).hexdigest()] for message in messages]


def keyed() -> list[list[str]]:
    """[key, message, HMAC-SHA-256] in hex, with keys shorter and longer than a block."""
    chance = random.Random(2)
    pairs = [(chance.randbytes(chance.randrange(150)), chance.randbytes(chance.randrange(150))) for _ in range(150)]
    return [[key.hex(), message.hex(), hmac.digest(key, message, "sha256").hex()] for key, message in pairs]


def streams() -> list[dict[str, Any]]:
    """Numbers below bounds of all sizes; bounds just over half of 2^53 and more make many words be skipped."""
    found = []
    for number, (chance, draws, case) in enumerate(_cases(3, 150)):
        bounds = [chance.choice([1, 2, 3, 5, 8, 11, 720, 2**31 + 1, 2**53 - 1]) for _ in range(12)]
        stream = draws.stream(f"label/{number}")
        found.append({**case, "label": f"label/{number}", "bounds": bounds, "gives": [stream.below(n) for n in bounds]})
    return found


def deals() -> list[dict[str, Any]]:
    """Every draw of a match, several hundred times."""
    found = []
    for chance, draws, case in _cases(4, 300):
        keys = {colour: [f"{colour[0]}{place}" for place in range(1, 6)] for colour in COLOURS}
        number, move = chance.randrange(25), chance.randrange(9)
        pool = [[f"c{place}", chance.randint(1, 10)] for place in range(chance.randint(5, 30))]
        if chance.random() < 0.3:  # equal copies
            pool += pool[:3]
        limit = chance.choice(LIMITS)
        legal = [[key, square] for key in keys["red"] for square in range(1, chance.randint(2, 10))]
        swap = deal.swap(draws, keys)
        copies = [(key, level) for key, level in pool]
        walls = {str(square): list(label) for square, label in deal.walls(draws, number).items()}
        gives = {
            "first": deal.first(draws),
            "elements": {str(square): element for square, element in deal.elements(draws, number).items()},
            "walls": walls,
            "chaos": deal.chaos(draws, number, "red", keys["red"]),
            "swap": swap,
            "shown": deal.shown(draws, keys),
            "shown_after_swap": deal.shown(draws, keys, swap),
            "random": deal.random_hand(draws, "blue", copies, limit),
            "timeout": deal.timeout(draws, number, move, legal),
            "trade": deal.trade(draws, keys["blue"]),
        }
        given = {"keys": keys, "round": number, "move": move, "pool": pool, "limit": asdict(limit), "legal": legal}
        found.append({**case, **given, "gives": gives})
    return found


def _cases(start: int, count: int) -> list[tuple[random.Random, Draws, dict[str, str]]]:
    chance = random.Random(start)
    cases = []
    for _ in range(count):
        seed = chance.randbytes(32)
        blue, red = (chance.choice([b"", chance.randbytes(16)]) for _ in COLOURS)
        case = {"seed": seed.hex(), "blue": blue.hex(), "red": red.hex(), "commitment": commitment(seed)}
        cases.append((chance, Draws(seed, blue, red), case))
    return cases
