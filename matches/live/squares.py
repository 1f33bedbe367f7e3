"""The squares of a board as a page shows them: what lies there, what the square does, and both in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.faces import KIND_NAMES, CardFace
from matches.engine import RULES, SQUARES, TYPES, Card, Round
from matches.live.faces import face
from matches.live.story import Story

#: The signs of wall labels as they are written, and what each asks of a card.
SIGNS = {"+": "+", "-": "−", "=": "="}
WALL_NAMES: dict[str, Promise] = {
    "up": gettext_lazy("Upper wall"),
    "right": gettext_lazy("Right wall"),
    "down": gettext_lazy("Lower wall"),
    "left": gettext_lazy("Left wall"),
}
_ASKS: dict[str, Promise] = {
    "+": gettext_lazy("a power above %(number)s"),
    "-": gettext_lazy("a power below %(number)s"),
    "=": gettext_lazy("a power of %(number)s"),
}
_SLIDES: dict[str, Promise] = {
    "up": gettext_lazy("slides the column down"),
    "right": gettext_lazy("slides the row to the left"),
    "down": gettext_lazy("slides the column up"),
    "left": gettext_lazy("slides the row to the right"),
}


@dataclass(frozen=True, slots=True)
class WallView:
    """A label of a wall at its square: `text` is its sign and number."""

    wall: str
    text: str
    words: str


@dataclass(frozen=True, slots=True)
class SquareView:
    """One square: the card that lies there; in the event form also how it came, slid or turned."""

    number: int
    label: str
    element: str = ""
    wall: WallView | None = None
    face: CardFace | None = None
    front: CardFace | None = None
    axis: str = ""
    step: int = 0
    order: int = 0
    placed: bool = False
    last: bool = False
    slide: str = ""
    wrapped: bool = False

    @property
    def bonus(self) -> str:
        """What is added to the printed ranks here, with its sign; empty where the printed ones count."""
        if self.face is None or not self.face.effective or self.face.effective == self.face.ranks:
            return ""
        change = max(
            (now - was for now, was in zip(self.face.effective, self.face.ranks, strict=True)), key=abs, default=0
        )
        return f"+{change}" if change > 0 else f"−{-change}"

    @property
    def printed(self) -> tuple[str, ...]:
        """The printed ranks up, right, down, left where they are not those that count, else nothing."""
        return self.face.printed_signs if self.bonus and self.face else ()


@dataclass(frozen=True, slots=True)
class KindCount:
    """How many cards of a type lie on the board, and what that adds to each of them."""

    kind: str
    name: str
    count: int
    bonus: str


def squares_of(round: Round, last: int, story: Story | None) -> tuple[SquareView, ...]:
    """The nine squares; `story`, where given, is played."""
    board = round.board
    flips = story.flip_at if story else {}
    slide = story.slide if story else None
    views = []
    for number in SQUARES:
        element, wall = round.elements.get(number, ""), wall_of(round, number)
        lying = board.get(number)
        if lying is None:
            views.append(SquareView(number, _label(number, element, wall, None), element, wall))
            continue
        hits = story.hits.get(number, frozenset()) if story else frozenset()
        effective = round.effective(number)
        shown = face(lying.card, owner=lying.colour, effective=effective, hits=hits)
        turned = flips.get(number)
        other = "red" if lying.colour == "blue" else "blue"
        slides = slide is not None and number in slide.squares
        views.append(
            SquareView(
                number,
                _label(number, element, wall, shown),
                element,
                wall,
                shown,
                front=face(lying.card, owner=other, effective=effective, hits=hits) if turned else None,
                axis=turned.axis if turned else "",
                step=turned.step if turned else 0,
                order=turned.order if turned else 0,
                placed=bool(story and story.square == number),
                last=number == last,
                slide=slide.direction if slide and slides else "",
                wrapped=bool(slide and slides and number == slide.squares[0]),
            )
        )
    return tuple(views)


def wall_of(round: Round, number: int) -> WallView | None:
    """The label of a square (RULES 2, Power Wall), None for one without."""
    if number not in round.walls:
        return None
    wall, sign, limit = round.walls[number]
    words = _("%(wall)s: %(asks)s %(slides)s.") % {
        "wall": WALL_NAMES[wall],
        "asks": str(_ASKS[sign]) % {"number": limit},
        "slides": _SLIDES[wall],
    }
    return WallView(wall, f"{SIGNS[sign]}{limit}", words)


def triggered_by(round: Round, card: Card) -> list[int]:
    """The squares whose labels a card of this power triggers."""
    number = round.deal.numbers[card.key]
    return [square for square, (_line, moved_by) in sorted(round.deal.table.slides.items()) if number in moved_by]


def kinds_of(round: Round) -> tuple[KindCount, ...]:
    """The types and how many of each lie on the board, where a rule counts them (Ascension, Descension)."""
    if not any(RULES[name].counts_kin for name in round.rules):
        return ()
    sign = "+" if "ascension" in round.rules else "−"
    lying = [each.card.type for each in round.board.values()]
    return tuple(
        KindCount(
            kind, str(KIND_NAMES[kind]), lying.count(kind), f"{sign}{lying.count(kind)}" if kind in lying else "0"
        )
        for kind in TYPES
    )


def _label(number: int, element: str, wall: WallView | None, shown: CardFace | None) -> str:
    values = {"number": number, "element": KIND_NAMES.get(element, element), "card": shown.label if shown else ""}
    if shown:
        said = _("Square %(number)s: %(card)s") % values
        if element:
            said += " " + _("Element of the square: %(element)s.") % values
    elif element:
        said = _("Square %(number)s, empty, element %(element)s") % values
    else:
        said = _("Square %(number)s, empty") % values
    if wall:
        said += ("" if shown else ".") + f" {wall.words}"
    return said
