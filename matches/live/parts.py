"""The parts of a match's view: squares, hands, seats, placements. Hidden cards are left out here, by `state.known`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from cards.faces import KIND_NAMES, CardFace
from matches.engine import COLOURS, SQUARES, Card, Round
from matches.live.sight import Audience
from matches.live.state import MatchState
from matches.live.story import Story
from matches.services.rounds import move_seconds

#: A clock with this many seconds left or fewer is shown as low.
LOW_SECONDS = 10


@dataclass(frozen=True, slots=True)
class SquareView:
    """One square: the card that lies there; in the event form also how it came or turned."""

    number: int
    label: str
    element: str = ""
    face: CardFace | None = None
    front: CardFace | None = None
    axis: str = ""
    step: int = 0
    order: int = 0
    placed: bool = False
    last: bool = False


@dataclass(frozen=True, slots=True)
class SlotView:
    """One place of a hand: a card face up, a back (of which nothing is known), or the ghost of a card played."""

    kind: str
    face: CardFace | None = None
    number: int | None = None
    name: str = ""
    square: int | None = None


@dataclass(frozen=True, slots=True)
class HandView:
    """One hand; the own one in the order of the deck, another's as played, shown, hidden."""

    colour: str
    mine: bool
    label: str
    slots: tuple[SlotView, ...]
    version: int

    @property
    def left(self) -> int:
        """How many cards are left in it."""
        return sum(slot.kind != "ghost" for slot in self.slots)


@dataclass(frozen=True, slots=True)
class SeatView:
    """One side of the score bar; times are milliseconds since the epoch by the server's clock."""

    colour: str
    name: str
    kind: str
    mine: bool
    score: int
    turn: bool
    gained: bool
    deadline: int | None
    seconds: int | None

    @property
    def clock(self) -> str:
        """The time left, or the time a move, as m:ss."""
        return f"{(self.seconds or 0) // 60}:{(self.seconds or 0) % 60:02}"

    @property
    def is_low(self) -> bool:
        """Whether the time of this move is nearly over."""
        return self.turn and self.deadline is not None and (self.seconds or 0) <= LOW_SECONDS


@dataclass(frozen=True, slots=True)
class MoveView:
    """One line of the list of placements."""

    round: int
    number: int
    colour: str
    name: str
    square: int
    note: str
    by_clock: bool
    last: bool


def milliseconds(moment: datetime) -> int:
    """A moment in milliseconds since the epoch."""
    return int(moment.timestamp() * 1000)


def seat_of(state: MatchState, colour: str, audience: Audience, story: Story | None) -> SeatView:
    """One side of the score bar for an audience."""
    match, seat = state.match, state.seats[colour]
    assert state.standing.round is not None
    turn = not state.is_over and state.standing.turn == colour
    due = match.due_at if turn and not seat.user.is_robot else None
    a_move = move_seconds(match.move_time, len(state.standing.rounds) - 1)
    seconds = max(0, int((due - state.at).total_seconds())) if due else a_move
    index = COLOURS.index(colour)
    return SeatView(
        colour=colour,
        name=seat.user.username,
        kind=seat.user.kind,
        mine=colour == audience,
        score=state.standing.round.score[index],
        turn=turn,
        gained=bool(story and story.turned and story.after[index] > story.before[index]),
        deadline=milliseconds(due) if due else None,
        seconds=seconds,
    )


def hand_of(state: MatchState, colour: str, audience: Audience, forced: str) -> HandView:
    """A hand for an audience. Of another's hidden cards neither key nor place is told: backs come last."""
    shown = state.standing.rounds[-1]
    known, mine = state.known[audience], colour == audience
    left = {card.key for card in shown.end.hands[colour]}
    played = {move.card: move.square for move in shown.moves if move.colour == colour}
    ordered = not state.standing.round.rules.isdisjoint(("order", "chaos")) if state.standing.round else False
    changes = len(shown.moves) if ordered else len(played)
    version = (shown.number + 1) * 100 + changes * 2 + state.is_over
    numbered = list(enumerate(shown.start.hands[colour], 1))
    name = state.seats[colour].user.username
    if mine:
        slots = [
            _face_up(card, colour, number, card.key == forced) if card.key in left else _ghost(card, played, number)
            for number, card in numbered
        ]
        return HandView(colour, True, _("Your hand"), tuple(slots), version)
    by_key = {card.key: card for _number, card in numbered}
    slots = [_ghost(by_key[key], played, None) for key in played if key in by_key]
    slots += [_face_up(by_key[key], colour, None, key == forced) for key in by_key if key in left and key in known]
    slots += [SlotView("back") for key in by_key if key in left and key not in known]
    return HandView(colour, False, _("Hand of %(name)s") % {"name": name}, tuple(slots), version)


def _face_up(card: Card, colour: str, number: int | None, forced: bool) -> SlotView:
    return SlotView("card", face(card, owner=colour, forced=forced), number)


def _ghost(card: Card, played: Mapping[str, int], number: int | None) -> SlotView:
    return SlotView("ghost", None, number, card.name, played.get(card.key))


def face(card: Card, **more: Any) -> CardFace:
    """The face of a card of the engine."""
    return CardFace(
        id=str(card.extra.get("id") or ""),
        name=card.name,
        level=card.level or 1,
        ranks=card.ranks,
        element=card.element or "",
        type=card.type or "",
        key=card.key,
        **more,
    )


def squares_of(round: Round, last: int, story: Story | None) -> tuple[SquareView, ...]:
    """The nine squares; `story`, where given, is played."""
    board = round.board
    flips = story.flip_at if story else {}
    views = []
    for number in SQUARES:
        element = round.elements.get(number, "")
        lying = board.get(number)
        if lying is None:
            views.append(SquareView(number, _empty_label(number, element), element))
            continue
        hits = story.hits.get(number, frozenset()) if story else frozenset()
        effective = round.effective(number)
        shown = face(lying.card, owner=lying.colour, effective=effective, hits=hits)
        turned = flips.get(number)
        other = "red" if lying.colour == "blue" else "blue"
        views.append(
            SquareView(
                number,
                _("Square %(number)s: %(card)s") % {"number": number, "card": shown.label},
                element,
                shown,
                front=face(lying.card, owner=other, effective=effective, hits=hits) if turned else None,
                axis=turned.axis if turned else "",
                step=turned.step if turned else 0,
                order=turned.order if turned else 0,
                placed=bool(story and story.square == number),
                last=number == last,
            )
        )
    return tuple(views)


def _empty_label(number: int, element: str) -> str:
    if element:
        return _("Square %(number)s, empty, element %(element)s") % {
            "number": number,
            "element": KIND_NAMES.get(element, element),
        }
    return _("Square %(number)s, empty") % {"number": number}


def moves_of(state: MatchState) -> tuple[MoveView, ...]:
    """All placements of the match."""
    by_clock = {(move.round, move.number) for move in state.match.moves.all() if move.by_clock}
    views = []
    for standing in state.standing.rounds:
        for number, story in enumerate(state.stories[standing.number]):
            last = standing is state.standing.rounds[-1] and number == len(standing.moves) - 1
            clock = (standing.number, number) in by_clock
            views.append(
                MoveView(
                    standing.number + 1, number + 1, story.colour, story.name, story.square, story.note, clock, last
                )
            )
    return tuple(views)
