"""The lower floor: a round in plain integers and tuples, for whoever plays many (robots, the bench).

A `Table` is what a deal leaves fixed, compiled once from the rules that are on. A position is a plain tuple
`(cells, hand, waiting, turn)`:

    cells    ten integers, entry 0 unused: 0 for an empty square, else 2 * card + colour (blue 0, red 1)
    hand     the cards of the player on turn, in hand order
    waiting  the other hand
    turn     the colour on turn

Cards are numbered from 1, as the table lists them. A flip is `(square, label, square of the captor, wave)`:
wave 0 turns with the placement, waves 1, 2, ... are combos, and `lost` comes after all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from matches.engine.board import SQUARES, WALLED_FACES, WALLS, Faces, line_away_from
from matches.engine.cards import HIGHEST, Card, Ranks, clamp
from matches.engine.rules import RULES
from matches.engine.rules.base import Capture, Clash, Pair

Cells = tuple[int, ...]
Hand = tuple[int, ...]
Position = tuple[Cells, Hand, Hand, int]
FlipTuple = tuple[int, str, int, int]
Label = tuple[int, str, int]
"""A wall label: (side of the wall it belongs to, sign, number)."""
Strengths = tuple[tuple[tuple[Ranks, ...], ...], ...]

LOST = "lost"


class Table(NamedTuple):
    """Everything of a round that no move changes, laid out for `play`."""

    plain: bool
    faces: Faces
    takes: tuple[tuple[bool, ...], ...]
    """takes[attacker][defender], by effective rank."""
    strength: Strengths
    """strength[square][card][cards of its type about]: effective ranks; the last index is 0 if none counts."""
    kinds: tuple[int, ...] | None
    """The type of each card as a number, 0 for none; None where types count for nothing."""
    ranks: tuple[Ranks, ...]
    edges: tuple[tuple[int, ...], ...]
    """The sides of each square that face a wall, where walls count for a capture."""
    captures: tuple[Capture, ...]
    own_cards_count: bool
    clashes: tuple[Clash, ...]
    chains: bool
    slides: Mapping[int, tuple[tuple[int, int, int], frozenset[int]]]
    """By labelled square: its line from the wall on, and the cards that move it."""


def table(
    cards: Sequence[Card],
    on: frozenset[str] = frozenset(),
    *,
    own_cards_count: bool = True,
    elements: Mapping[int, str] | None = None,
    walls: Mapping[int, Label] | None = None,
) -> Table:
    """Compiles the table of a round in which `cards` are numbered from 1."""
    rules = [rule for name, rule in RULES.items() if name in on]
    faces = WALLED_FACES
    for rule in rules:
        faces = rule.faces(faces)
    captures = tuple(capture for rule in rules if (capture := rule.capture(on)))
    clashes = tuple(clash for rule in rules if (clash := rule.clash()))
    slides = _slides(cards, walls or {}) if any(rule.slides for rule in rules) else {}
    counts_kin = any(rule.counts_kin for rule in rules)
    types = sorted({card.type for card in cards if card.type})
    kinds = (0, *(types.index(card.type) + 1 if card.type else 0 for card in cards)) if counts_kin else None
    return Table(
        plain=not (captures or clashes or slides or counts_kin),
        faces=faces,
        takes=_comparison(tuple(rule.name for rule in rules)),
        strength=_strength(cards, on, elements or {}, len(SQUARES) if counts_kin else 0),
        kinds=kinds,
        ranks=((0, 0, 0, 0), *(card.ranks for card in cards)),
        edges=WALLS if any(rule.faces_walls for rule in rules) else ((),) * len(WALLS),
        captures=captures,
        own_cards_count=own_cards_count,
        clashes=clashes,
        chains=any(rule.chains for rule in rules),
        slides=slides,
    )


def _comparison(names: Iterable[str]) -> tuple[tuple[bool, ...], ...]:
    rows = []
    for attacker in range(HIGHEST + 1):
        row = []
        for defender in range(HIGHEST + 1):
            taken = attacker > defender
            for name in names:
                taken = RULES[name].takes(attacker, defender, taken)
            row.append(taken)
        rows.append(tuple(row))
    return tuple(rows)


def _strength(cards: Sequence[Card], on: frozenset[str], elements: Mapping[int, str], kin: int) -> Strengths:
    rules = [rule for name, rule in RULES.items() if name in on]

    def ranks(card: Card, element: str | None, others: int) -> Ranks:
        bonus = sum(rule.bonus(card, element, others) for rule in rules)
        up, right, down, left = card.ranks
        return (clamp(up + bonus), clamp(right + bonus), clamp(down + bonus), clamp(left + bonus))

    rows = {
        element: ((), *(tuple(ranks(card, element, others) for others in range(kin + 1)) for card in cards))
        for element in {None, *elements.values()}
    }
    return ((), *(rows[elements.get(square)] for square in SQUARES))


def _slides(
    cards: Sequence[Card], walls: Mapping[int, Label]
) -> dict[int, tuple[tuple[int, int, int], frozenset[int]]]:
    meets = {"+": int.__gt__, "-": int.__lt__, "=": int.__eq__}
    return {
        square: (
            line_away_from(wall, square),
            frozenset(number for number, card in enumerate(cards, 1) if meets[sign](card.power, limit)),
        )
        for square, (wall, sign, limit) in walls.items()
    }


def play(table: Table, position: Position, slot: int, square: int) -> Position:
    """The position after the card at `slot` of the hand is placed on an empty square. Nothing is checked."""
    cells, hand, waiting, turn = position
    after = [*cells]
    (resolve_plain if table.plain else resolve)(table, after, hand[slot], square, turn)
    return (*after,), waiting, hand[:slot] + hand[slot + 1 :], 1 - turn


def play_with_flips(table: Table, position: Position, slot: int, square: int) -> tuple[Position, int, list[FlipTuple]]:
    """As `play`, with the square on which the card ends and the flips in the order in which they happen."""
    cells, hand, waiting, turn = position
    after = [*cells]
    end, flips = (resolve_plain if table.plain else resolve)(table, after, hand[slot], square, turn)
    return ((*after,), waiting, hand[:slot] + hand[slot + 1 :], 1 - turn), end, flips


def moves(position: Position) -> list[tuple[int, int]]:
    """Every (slot, square) of the player on turn, by slot and then square; without forced cards."""
    cells, hand, _waiting, _turn = position
    squares = [square for square in SQUARES if not cells[square]]
    return [(slot, square) for slot in range(len(hand)) for square in squares]


def is_over(position: Position) -> bool:
    """Whether the board is full or the player on turn has no card left."""
    cells, hand, _waiting, _turn = position
    return not hand or 0 not in cells[1:]


def score(position: Position) -> tuple[int, int]:
    """(blue, red): the cards of each colour on the board and in that hand."""
    cells, hand, waiting, turn = position
    lying = [cell & 1 for cell in cells if cell]
    red = sum(lying)
    blue = len(lying) - red
    if turn:
        return blue + len(waiting), red + len(hand)
    return blue + len(hand), red + len(waiting)


def resolve_plain(table: Table, cells: list[int], card: int, square: int, turn: int) -> tuple[int, list[FlipTuple]]:
    """`resolve` where only the basic rule acts on a placement."""
    strength, takes = table.strength, table.takes
    cells[square] = 2 * card + turn
    own = strength[square][card][0]
    flips = []
    for side, there, back in table.faces[square]:
        cell = cells[there]
        if cell and cell & 1 != turn and takes[own[side]][strength[there][cell >> 1][0][back]]:
            cells[there] = cell ^ 1
            flips.append((there, "basic", square, 0))
    return square, flips


def resolve(table: Table, cells: list[int], card: int, square: int, turn: int) -> tuple[int, list[FlipTuple]]:
    """Places the card and changes the cells as RULES 2 says; gives the square it ends on and the flips."""
    strength, takes, kinds = table.strength, table.takes, table.kinds
    kin = _kin(kinds, cells) if kinds else (0,) * len(table.ranks)
    cells[square] = 2 * card + turn
    if square in table.slides:
        square = _slide(table, cells, card, square)
    own = strength[square][card][kin[card]]

    facing = [
        (side, there, back, cell >> 1, cell & 1 != turn)
        for side, there, back in table.faces[square]
        if (cell := cells[there])
    ]
    taken: dict[int, str] = {}
    if table.captures and len(facing) + len(table.edges[square]) > 1:
        _capture(table, card, square, facing, taken)
    attackers = list(taken) if table.chains else []

    lost_to = 0
    for side, there, back, other, rival in facing:
        if not rival or there in taken:
            continue
        if takes[own[side]][strength[there][other][kin[other]][back]]:
            taken[there] = "basic"
        elif table.clashes:
            outcome = _clash(table, card, other, side, back)
            if outcome > 0:
                taken[there] = "battle"
            elif outcome < 0 and (not lost_to or there < lost_to):
                lost_to = there

    flips = [(there, label, square, 0) for there, label in taken.items()]
    for there in taken:
        cells[there] ^= 1
    if attackers:
        _combo(table, cells, kin, turn, attackers, flips)
    if lost_to:
        cells[square] ^= 1
        flips.append((square, LOST, lost_to, flips[-1][3] + 1 if flips else 0))
    return square, flips


def _kin(kinds: tuple[int, ...], cells: list[int]) -> tuple[int, ...]:
    """By card: how many cards of its type lie on the board."""
    lying = [kinds[cell >> 1] for cell in cells if cell]
    return tuple(lying.count(kind) if kind else 0 for kind in kinds)


def kin_of(table: Table, cells: Cells) -> tuple[int, ...]:
    """By card: how many cards of its type lie on the board, or zeros where types count for nothing."""
    return _kin(table.kinds, list(cells)) if table.kinds else (0,) * len(table.ranks)


def _slide(table: Table, cells: list[int], card: int, square: int) -> int:
    """Moves the line of a labelled square if this card triggers it; gives the square where the card ends."""
    line, moved_by = table.slides[square]
    if card not in moved_by:
        return square
    first, second, third = line
    cells[first], cells[second], cells[third] = cells[third], cells[first], cells[second]
    return line[(line.index(square) + 1) % 3]


def _capture(
    table: Table,
    card: int,
    square: int,
    facing: Sequence[tuple[int, int, int, int, bool]],
    taken: dict[int, str],
) -> None:
    ranks = table.ranks
    printed = ranks[card]
    pairs: list[Pair] = [
        (there, printed[side], ranks[other][back], rival)
        for side, there, back, other, rival in facing
        if rival or table.own_cards_count
    ]
    edges = [printed[side] for side in table.edges[square]]
    for capture in table.captures:
        capture(pairs, edges, taken)


def _clash(table: Table, card: int, other: int, side: int, back: int) -> int:
    outcomes = (clash(table.ranks[card], table.ranks[other], side, back) for clash in table.clashes)
    return next((outcome for outcome in outcomes if outcome), 0)


def _combo(
    table: Table,
    cells: list[int],
    kin: Sequence[int],
    turn: int,
    attackers: list[int],
    flips: list[FlipTuple],
) -> None:
    """Lets each taken card attack its neighbours, wave after wave; of two captors the lower square is told."""
    strength, takes, faces = table.strength, table.takes, table.faces
    wave = 0
    while attackers:
        wave += 1
        reached = []
        for square in sorted(attackers):
            card = cells[square] >> 1
            own = strength[square][card][kin[card]]
            for side, there, back in faces[square]:
                cell = cells[there]
                if cell and cell & 1 != turn:
                    other = cell >> 1
                    if takes[own[side]][strength[there][other][kin[other]][back]]:
                        cells[there] = cell ^ 1
                        flips.append((there, "combo", square, wave))
                        reached.append(there)
        attackers = reached


__all__ = [
    "Cells",
    "FlipTuple",
    "Hand",
    "Label",
    "Position",
    "Table",
    "is_over",
    "kin_of",
    "moves",
    "play",
    "play_with_flips",
    "resolve",
    "resolve_plain",
    "score",
    "table",
]
