"""The lower floor: a round in plain integers and tuples, for whoever plays many (robots, solvers, the bench).

A `Table` is what a deal leaves fixed, laid out once from the rules that are on. A position is a plain tuple
`(cells, hand, waiting, turn)`:

    cells    ten integers, entry 0 unused: 0 for an empty square, else 2 * card + colour (blue 0, red 1)
    hand     the cards of the player on turn, as bits: card number n is 1 << n
    waiting  the other hand
    turn     the colour on turn

Cards are numbered from 1, in hand order. A flip is `(square, label, square of the captor, wave)`: wave 0 turns
with the placement, waves 1, 2, ... are combos, and `lost` comes after all.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from matches.engine.board import SQUARES
from matches.engine.table import Attack, Group, Table

Cells = tuple[int, ...]
Position = tuple[Cells, int, int, int]
FlipTuple = tuple[int, str, int, int]

LOST = "lost"


def play(table: Table, position: Position, card: int, square: int) -> Position:
    """The position after a card of the hand is placed on an empty square. Nothing is checked."""
    cells, hand, waiting, turn = position
    after = [*cells]
    if table.is_plain:
        _place(table, after, 2 * card + turn, square)
    else:
        _resolve(table, after, 2 * card + turn, square)
    return tuple(after), waiting, hand ^ 1 << card, 1 - turn


def play_with_flips(table: Table, position: Position, card: int, square: int) -> tuple[Position, int, list[FlipTuple]]:
    """As `play`, with the square on which the card ends and the flips in the order in which they happen."""
    cells, hand, waiting, turn = position
    after = [*cells]
    end, flips = (_place if table.is_plain else _resolve)(table, after, 2 * card + turn, square)
    return (tuple(after), waiting, hand ^ 1 << card, 1 - turn), end, flips


def moves(position: Position) -> list[tuple[int, int]]:
    """Every (card, square) of the player on turn, by hand order and then square; forced cards left aside."""
    cells, hand, _waiting, _turn = position
    squares = [square for square in SQUARES if not cells[square]]
    return [(card, square) for card in cards_of(hand) for square in squares]


def is_over(position: Position) -> bool:
    """Whether the board is full or the player on turn has no card left."""
    return not position[1] or position[0].count(0) == 1


def score(position: Position) -> tuple[int, int]:
    """(blue, red): the cards of each colour on the board and in that hand."""
    cells, hand, waiting, turn = position
    lying = [cell & 1 for cell in cells if cell]
    red = sum(lying)
    blue = len(lying) - red
    if turn:
        return blue + waiting.bit_count(), red + hand.bit_count()
    return blue + hand.bit_count(), red + waiting.bit_count()


@cache
def cards_of(hand: int) -> tuple[int, ...]:
    """The card numbers of a hand, in hand order."""
    return tuple(card for card in range(hand.bit_length()) if hand >> card & 1)


def hand_of(cards: Iterable[int]) -> int:
    """A hand of these card numbers."""
    hand = 0
    for card in cards:
        hand |= 1 << card
    return hand


def _place(table: Table, cells: list[int], cell: int, square: int) -> tuple[int, list[FlipTuple]]:
    """Changes the cells where only the basic rule acts on a placement; else as `_resolve`."""
    cells[square] = cell
    flips = []
    for there, takes, seen, _marks in table.attacks[cell][square] or table.attack(cell, square):
        if takes[seen[cells[there]]]:
            cells[there] ^= 1
            flips.append((there, "basic", square, 0))
    return square, flips


def _resolve(table: Table, cells: list[int], cell: int, square: int) -> tuple[int, list[FlipTuple]]:
    """Places the card and changes the cells as RULES 2 says; gives the square it ends on and the flips."""
    if table.counts_kin:
        table = table.under(cells)
    cells[square] = cell
    if square in table.slides:
        square = _slide(table, cells, cell, square)
    attacks = table.attacks[cell][square] or table.attack(cell, square)

    marks, shared, beaten = table.wall_marks[cell][square], 0, []
    for there, takes, seen, marks_there in attacks:
        other = cells[there]
        if other:
            mark = marks_there[other]
            shared |= marks & mark
            marks |= mark
            if takes[seen[other]]:
                beaten.append(there)

    flips = []
    taken: dict[int, str] = {}
    if shared or table.takes_singly:
        taken = _captured(table.groups(cell, square), cells, cell & 1)
        for there, label in taken.items():
            cells[there] ^= 1
            flips.append((there, label, square, 0))
    for there in beaten:
        if there not in taken:
            cells[there] ^= 1
            flips.append((there, "basic", square, 0))
    lost_to = _clash(table, cells, cell, square, flips) if table.clashes else 0
    if taken and table.chains:
        _combo(table, cells, taken, flips)
    if lost_to:
        cells[square] ^= 1
        flips.append((square, LOST, lost_to, flips[-1][3] + 1 if flips else 0))
    return square, flips


def _captured(groups: Iterable[Group], cells: list[int], turn: int) -> dict[int, str]:
    """The squares that Same, Plus and their like take, each with the label of the first that does."""
    taken: dict[int, str] = {}
    for capture, sides in groups:
        found = [key for there, keys in sides if (key := keys[cells[there]])]
        least = capture.least
        for there, keys in sides:
            cell = cells[there]
            if cell and cell & 1 != turn and there not in taken and found.count(keys[cell]) >= least:
                of_cards = [at for at, others in sides if at and others[cells[at]] == keys[cell]]
                taken[there] = capture.label if len(of_cards) >= least else capture.wall_label
    return taken


def _slide(table: Table, cells: list[int], cell: int, square: int) -> int:
    """Moves the line of a labelled square if this card triggers it; gives the square where the card ends."""
    line, moved_by = table.slides[square]
    if cell >> 1 not in moved_by:
        return square
    first, second, third = line
    cells[first], cells[second], cells[third] = cells[third], cells[first], cells[second]
    return line[(line.index(square) + 1) % 3]


def _clash(table: Table, cells: list[int], cell: int, square: int, flips: list[FlipTuple]) -> int:
    """Flips what Battle takes of what is left; gives the lowest square to which the placed card is lost, or 0."""
    lost_to = []
    own = table.ranks[cell >> 1]
    for side, there, back in table.faces[square]:
        other = cells[there]
        if other and other & 1 != cell & 1:
            facing = table.ranks[other >> 1]
            outcome = sum(clash(own[side], facing[back], own, facing) for clash in table.clashes)
            if outcome > 0:
                cells[there] ^= 1
                flips.append((there, "battle", square, 0))
            elif outcome < 0:
                lost_to.append(there)
    return min(lost_to, default=0)


def _combo(table: Table, cells: list[int], attackers: Iterable[int], flips: list[FlipTuple]) -> None:
    """Lets each taken card attack its neighbours, wave after wave; of two captors the lower square is told."""
    wave = 0
    while attackers:
        wave += 1
        reached = []
        for square in sorted(attackers):
            cell = cells[square]
            for there, takes, seen, _marks in table.attacks[cell][square] or table.attack(cell, square):
                if takes[seen[cells[there]]]:
                    cells[there] ^= 1
                    flips.append((there, "combo", square, wave))
                    reached.append(there)
        attackers = reached


__all__ = [
    "LOST",
    "Attack",
    "Cells",
    "FlipTuple",
    "Position",
    "Table",
    "cards_of",
    "hand_of",
    "is_over",
    "moves",
    "play",
    "play_with_flips",
    "score",
]
