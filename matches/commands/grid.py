"""A match drawn in characters, from what its audience may see."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.commands.rows import card_heads, card_row
from cards.faces import KIND_NAMES, rank_sign
from matches.live.hands import HandView
from matches.live.squares import SquareView
from matches.live.view import MatchView
from matches.live.words import COLOUR_WORDS
from triad.commands.answers import Part, fitted, table

#: Columns of a square, without its borders.
WIDTH = 12
_BORDER = "+" + ("-" * WIDTH + "+") * 3
#: Whither the label of a wall slides the row or column.
_SLIDES = {"up": "↓", "right": "←", "down": "↑", "left": "→"}


def grid_parts(view: MatchView, *, hands: bool = True) -> tuple[Part | str, ...]:
    """The board, the score and whose turn it is; with `hands` what of both hands this audience may see."""
    told = (_board(view), _score(view))
    if not hands or view.over:
        return (*told, view.prompt)
    return (*told, *_hand(view, view.near_hand), *_hand(view, view.far_hand), view.prompt)


def _board(view: MatchView) -> Part:
    lines = [_BORDER]
    for row in range(3):
        cells = [_cell(square) for square in view.squares[3 * row : 3 * row + 3]]
        lines += ["|" + "|".join(parts) + "|" for parts in zip(*cells, strict=True)]
        lines.append(_BORDER)
    spoken = " ".join([view.board_label, *(f"{square.label}." for square in view.squares)])
    return Part("\n".join(lines), drawn=True, spoken=spoken)


def _cell(square: SquareView) -> tuple[str, ...]:
    """A square in five lines: its number and element; up, and which way a label slides it; left, whose card it is,
    right; down; the name."""
    element = str(KIND_NAMES.get(square.element, square.element)) if square.element else ""
    wall = f"{_SLIDES[square.wall.wall]}{square.wall.text}" if square.wall else ""
    head = f"{square.number} {element}"
    if square.face is None:
        return (fitted(head, WIDTH), fitted(wall, WIDTH, right=True), *(" " * WIDTH for _line in range(3)))
    up, right, down, left = map(rank_sign, square.face.effective or square.face.ranks)
    owner = str(COLOUR_WORDS[square.face.owner or "blue"])[:1]
    bonus = square.bonus
    middle = f"{left}  {owner}  {right}"
    return (
        fitted(fitted(head, WIDTH - len(bonus)) + bonus, WIDTH),
        fitted(up, WIDTH, centred=True)[: WIDTH - len(wall)] + wall,
        fitted(middle, WIDTH, centred=True),
        fitted(down, WIDTH, centred=True),
        fitted(square.face.name, WIDTH, centred=True),
    )


def _score(view: MatchView) -> str:
    words = {
        "near": view.near.name,
        "near_colour": COLOUR_WORDS[view.near.colour],
        "near_score": view.near.score,
        "far": view.far.name,
        "far_colour": COLOUR_WORDS[view.far.colour],
        "far_score": view.far.score,
    }
    score = _("%(near)s (%(near_colour)s) %(near_score)s – %(far_score)s %(far)s (%(far_colour)s)") % words
    clock = next((seat.clock for seat in (view.near, view.far) if seat.turn and seat.deadline), "")
    return f"{score}, {clock}" if clock else score


def _hand(view: MatchView, hand: HandView) -> tuple[Part | str, ...]:
    faces = [slot.face for slot in hand.slots if slot.kind == "card" and slot.face]
    backs = sum(slot.kind == "back" for slot in hand.slots)
    hidden = ngettext("%(count)d card face down.", "%(count)d cards face down.", backs) % {"count": backs}
    rows = (table([card_heads(), *map(card_row, faces)], right={2}),) if faces else ()
    return (f"{hand.label}:", *rows, *((hidden,) if backs else ()))
