"""How fast the engine is: `uv run python -m tests.bench.engine`.

Plays whole rounds at random and prints placements a second, for the kernel and for the values with events, and
whole records folded a second. What is played is drawn beforehand; the tables of a deal are laid out within the
measured time, once for all the rounds played on it, as a robot does. Time is the processor's; the best of some
passes counts.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random

from matches.engine import Card, Move, Round, kernel, play, result
from tests.engine.making import a_record, some_elements, some_walls

FF8 = ["same", "plus", "combo", "elemental"]
FULL = [*FF8, "same_wall", "plus_wall", "battle", "power_wall", "reverse", "fallen_ace", "swap", "chaos", "open"]
RULE_SETS = {
    "basic": [],
    "Same + Plus + Combo + Elemental": FF8,
    "everything legal at once": FULL,
    "the same, Ascension for Elemental": [name for name in FULL if name != "elemental"] + ["ascension"],
}
DEALS, ROUNDS, RECORDS, PASSES = 20, 400, 300, 5

Game = list[tuple[int, int]]
"""Card number and square of nine placements; a square that a slide has filled gives way to the first empty one."""


def a_deal(rng: Random, rules: list[str]) -> Round:
    """A round of ten cards with every rank as likely."""
    hands = {
        colour: [
            Card(
                f"{colour[0]}{n}",
                (rng.randint(1, 10), rng.randint(1, 10), rng.randint(1, 10), rng.randint(1, 10)),
                element=rng.choice([None, "fire", "ice", "thunder"]),
                type=rng.choice([None, "primal", "scion"]),
            )
            for n in range(5)
        ]
        for colour in ("blue", "red")
    }
    chaos = {colour: rng.sample([card.key for card in hand], 5) for colour, hand in hands.items()}
    return Round.begin(hands=hands, rules=rules, elements=some_elements(rng), walls=some_walls(rng), chaos=chaos)


def a_game(rng: Random, start: Round) -> Game:
    """Nine placements, of the drawn cards under Chaos."""
    blue, red = start.deal.drawn
    if not blue:
        blue, red = tuple(rng.sample(range(1, 6), 5)), tuple(rng.sample(range(6, 11), 5))
    squares = rng.sample(range(1, 10), 9)
    return [((red if turn % 2 else blue)[turn // 2], square) for turn, square in enumerate(squares)]


def kernel_pass(starts: list[Round], games: list[list[Game]]) -> int:
    """Plays every game on a fresh table; gives the number of placements."""
    kernel_play = kernel.play
    for start, rounds in zip(starts, games, strict=True):
        table, begin = fresh(start).deal.table, start.position
        for game in rounds:
            position = begin
            for card, square in game:
                if position[0][square]:
                    square = position[0].index(0, 1)
                position = kernel_play(table, position, card, square)
    return 9 * sum(map(len, games))


def value_pass(starts: list[Round], games: list[list[Game]]) -> int:
    """The same through `play`: each move checked, with its events."""
    for start, rounds in zip(starts, games, strict=True):
        begin, cards = fresh(start), start.deal.cards
        for game in rounds:
            position = begin
            for card, square in game:
                if position.position[0][square]:
                    square = position.position[0].index(0, 1)
                position, _events = play(position, Move(cards[card - 1].key, square))
    return 9 * sum(map(len, games))


def fresh(start: Round) -> Round:
    """The same round with nothing of its table worked out yet."""
    deal = start.deal
    return Round.begin(hands=start.hands, rules=deal.rules, elements=deal.elements, walls=deal.walls, chaos=deal.chaos)


def best(run: Callable[[], int]) -> float:
    """The most a second of some passes."""
    rates = []
    for _ in range(PASSES):
        began = time.process_time()
        count = run()
        rates.append(count / (time.process_time() - began))
    return max(rates)


def main() -> None:
    """Prints the figures."""
    rng = Random(3)
    print(f"Python {sys.version.split()[0]}; {DEALS} deals, {ROUNDS} rounds each; placements a second")
    print(f"{'':34}{'kernel':>12}{'values':>12}")
    for name, rules in RULE_SETS.items():
        starts = [a_deal(rng, rules) for _ in range(DEALS)]
        games = [[a_game(rng, start) for _ in range(ROUNDS)] for start in starts]
        fast = best(lambda starts=starts, games=games: kernel_pass(starts, games))  # type: ignore[misc]
        rich = best(lambda starts=starts, games=games: value_pass(starts, games))  # type: ignore[misc]
        print(f"{name:34}{fast:12,.0f}{rich:12,.0f}")
    records = [a_record(rng, stop=False) for _ in range(RECORDS)]
    moves = sum(len(each.get("moves", [])) for record in records for each in record["rounds"])
    folded = best(lambda: len([result(record) for record in records]))
    print(f"{'records folded a second':34}{folded:12,.0f}   ({moves / RECORDS:.1f} placements each)")


if __name__ == "__main__":
    main()
