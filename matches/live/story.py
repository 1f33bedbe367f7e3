"""What one placement did, ready to be shown: where the reasons stand, what slides and turns when, and the words.

A story tells nothing that does not lie on the board, so that it is the same for every audience.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.faces import SIDES
from matches.engine import RoundStanding
from matches.engine.board import WALLS
from matches.live.captures import Captures, Turned
from matches.live.reasons import note_of, words_of
from matches.live.words import CRIES

#: Where a line goes that a wall pushes away.
AWAY = {"up": "down", "right": "left", "down": "up", "left": "right"}


@dataclass(frozen=True, slots=True)
class Edge:
    """A reason at the edge of two squares, or of a square and the wall: a sum, or the equals sign."""

    at: str
    text: str
    order: int


@dataclass(frozen=True, slots=True)
class Chevron:
    """A combo from one square to the next."""

    at: str
    direction: str
    step: int
    order: int


@dataclass(frozen=True, slots=True)
class Cry:
    """A word called out over the board."""

    text: str
    step: int


@dataclass(frozen=True, slots=True)
class Slide:
    """A line that moved one square that way: what lay on squares[0] lies on squares[1] now, and so on round."""

    direction: str
    squares: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Story:
    """One placement: `before` and `after` are scores (blue, red); `words` a sentence, `note` its short form.

    `square` is where the card ended, `placed_on` where it was put.
    """

    colour: str
    key: str
    name: str
    square: int
    placed_on: int
    slide: Slide | None
    turned: tuple[Turned, ...]
    edges: tuple[Edge, ...]
    chevrons: tuple[Chevron, ...]
    cries: tuple[Cry, ...]
    hits: dict[int, frozenset[str]]
    cry_row: int
    before: tuple[int, int]
    after: tuple[int, int]
    note: str
    words: str

    @property
    def flip_at(self) -> dict[int, Turned]:
        """The turning cards by square."""
        return {each.square: each for each in self.turned}

    @property
    def last_step(self) -> int:
        """The step of the last card that turns."""
        return max((each.step for each in self.turned), default=0)


def story_of(standing: RoundStanding, number: int) -> Story:
    """The story of a round's placement, counted from 0."""
    played = standing.moves[number]
    before = standing.moves[number - 1].after if number else standing.start
    captures = Captures.of(played, before)
    slid, turned = captures.slid, captures.turned
    signs = captures.signs()
    return Story(
        colour=played.colour,
        key=played.card,
        name=captures.placed.card.name,
        square=played.square,
        placed_on=played.placed_on,
        slide=Slide(AWAY[slid.wall], slid.squares) if slid else None,
        turned=turned,
        edges=tuple(Edge(_edge(played.square, side), text, order) for order, (side, text) in enumerate(signs.items())),
        chevrons=_chevrons(captures),
        cries=_cries(turned),
        hits=captures.hits(),
        cry_row=_cry_row(captures),
        before=before.score,
        after=played.score,
        note=note_of(captures),
        words=words_of(captures),
    )


def _edge(square: int, side: int) -> str:
    """The name of an edge: "4-5" between two squares, "4-left" at a wall."""
    if side in WALLS[square]:
        return f"{square}-{SIDES[side]}"
    other = square + (-3, 1, 3, -1)[side]
    return f"{min(square, other)}-{max(square, other)}"


def _chevrons(captures: Captures) -> tuple[Chevron, ...]:
    """One for each combo; two where it goes across the edge, where it leaves and where it comes in."""
    found = []
    for each in captures.turned:
        sides = captures.side_between(each.by, each.square) if each.label == "combo" else None
        if sides is None:
            continue
        direction = SIDES[sides[0]]
        places = {_edge(each.by, sides[0]): None, _edge(each.square, sides[1]): None}
        found += [Chevron(at, direction, each.step, each.order) for at in places]
    return tuple(found)


def _cries(turned: tuple[Turned, ...]) -> tuple[Cry, ...]:
    labels = {each.label: each.step for each in reversed(turned)}
    return tuple(Cry(str(text), labels[label]) for label, text in CRIES.items() if label in labels)


def _cry_row(captures: Captures) -> int:
    """The emptiest row, one where nothing turns if there is one (the ribbon hides no card that turns)."""
    played = captures.played
    busy = {(square - 1) // 3 for square in (played.square, *(each.square for each in captures.turned))}
    filled = Counter((square - 1) // 3 for square in played.after.board)
    return min((0, 2, 1), key=lambda row: (row in busy, filled[row])) + 1


def gain_words(count: int, before: tuple[int, int], after: tuple[int, int]) -> str:
    """What stands under the cry; the scores are blue's and red's."""
    cards = ngettext("+%(count)s card", "+%(count)s cards", count) % {"count": count}
    return _("%(cards)s · from %(was)s to %(now)s") % {
        "cards": cards,
        "was": f"{before[0]}–{before[1]}",
        "now": f"{after[0]}–{after[1]}",
    }
