"""The nine squares, their sides and their walls (RULES 1).

Squares are 1 to 9, row by row. A side is a number, in the order of all data: up, right, down, left.
"""

from __future__ import annotations

SQUARES = range(1, 10)
UP, RIGHT, DOWN, LEFT = SIDES = range(4)
SIDE_NAMES = ("up", "right", "down", "left")
COLOURS = ("blue", "red")

Face = tuple[int, int, int]
"""(side, the square it faces, the side of that square that faces back)."""
Faces = tuple[tuple[Face, ...], ...]
"""The faces of every square, by square; entry 0 is empty."""


def opposite(side: int) -> int:
    """The side that faces this one."""
    return (side + 2) % 4


def step(square: int, side: int) -> int:
    """The next square that way; past the wall it comes back at the other end of the line."""
    row, column = divmod(square - 1, 3)
    if side in (LEFT, RIGHT):
        column = (column + (1 if side == RIGHT else -1)) % 3
    else:
        row = (row + (1 if side == DOWN else -1)) % 3
    return row * 3 + column + 1


def walls_of(square: int) -> tuple[int, ...]:
    """The sides of this square that face a wall."""
    row, column = divmod(square - 1, 3)
    ends = ((row == 0, UP), (column == 2, RIGHT), (row == 2, DOWN), (column == 0, LEFT))
    return tuple(side for at_end, side in ends if at_end)


WALLS = ((), *(walls_of(square) for square in SQUARES))

WALLED_FACES: Faces = (
    (),
    *(
        tuple((side, step(square, side), opposite(side)) for side in SIDES if side not in WALLS[square])
        for square in SQUARES
    ),
)

WRAPPED_FACES: Faces = (
    (),
    *(tuple((side, step(square, side), opposite(side)) for side in SIDES) for square in SQUARES),
)


def line_away_from(wall: int, square: int) -> tuple[int, int, int]:
    """The three squares of the line that leads from this wall through this square, the wall's own first."""
    while wall not in WALLS[square]:
        square = step(square, wall)
    middle = step(square, opposite(wall))
    return square, middle, step(middle, opposite(wall))
