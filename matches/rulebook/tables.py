"""A position as pages show it: board, hands, what the last placement did, and what may be played now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from django.utils.translation import gettext as _

from cards.art.plain import plain_picture
from cards.faces import CardFace
from matches.engine import COLOURS, RULES, Card, Round, RoundStanding, Standing, fold, legal_moves
from matches.live.faces import face
from matches.live.squares import SquareView, squares_of
from matches.live.story import Story, gain_words, story_of
from matches.live.words import COLOUR_WORDS
from matches.rulebook.position import Position
from matches.rulebook.told import ending_words, name_of

Event = Literal["", "play", "still"]


@dataclass(frozen=True, slots=True)
class BoardView:
    """One board for the partial that all boards share; `is_player` makes its squares buttons."""

    id: str
    squares: tuple[SquareView, ...]
    story: Story | None = None
    gain: str = ""
    joined: bool = False
    still: bool = False
    is_player: bool = False
    over: bool = False

    @property
    def label(self) -> str:
        """The board in a few words."""
        taken = sum(square.face is not None for square in self.squares)
        return _("Board: %(taken)s of nine squares taken.") % {"taken": taken}

    @property
    def words(self) -> str:
        """All that lies on it, square by square, for who does not see it."""
        lying = [square.label for square in self.squares if square.face or square.element or square.wall]
        return " ".join(lying) if lying else _("The board is empty.")


@dataclass(frozen=True, slots=True)
class HandSlot:
    """A card left in a hand; without a face it lies face down."""

    face: CardFace | None
    playable: bool = False


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything of a position at one moment; `cards`, with their names, and the `free` squares may be played."""

    board: BoardView
    hands: tuple[tuple[str, tuple[HandSlot, ...]], ...]
    turn: str
    score: tuple[int, int]
    round: int
    told: str
    ending: str
    cards: tuple[tuple[str, str], ...]
    free: tuple[int, ...]
    at: int
    moves: int

    @property
    def prompt(self) -> str:
        """Whose move it is."""
        return _("%(colour)s to play.") % {"colour": COLOUR_WORDS[self.turn]} if self.turn else ""


def table_of(
    position: Position, *, at: int | None = None, event: Event = "", id: str = "board", hidden: tuple[str, ...] = ()
) -> TableView:
    """The position after `at` placements, all if None. `hidden` cards of hands lie face down.

    `event` plays the last placement on the board where it was made, or shows what it did, still and not to be played.
    """
    moves = position.moves
    at = moves if at is None else max(0, min(at, moves))
    standing = fold(with_pictures(position).cut(at).to_record())
    shown, made = _shown(standing, bool(event))
    story = story_of(made, len(made.moves) - 1) if made is not None else None
    round = shown.end
    playing = None if standing.ended or shown is not standing.rounds[-1] else standing.turn
    legal = legal_moves(round) if playing else ()
    keys = dict.fromkeys(move.card for move in legal)
    played = story if event else None
    squares = squares_of(round, shown.moves[-1].square if shown.moves else 0, played)
    if event == "still" and played is not None:
        squares = tuple(replace(square, front=None, placed=False, slide="", wrapped=False) for square in squares)
        played = replace(played, cries=(), slide=None)
    board = BoardView(
        id=id,
        squares=squares,
        story=played,
        gain=_gain(played) if played else "",
        joined="broken_wall" in round.rules,
        still=event == "still",
        is_player=bool(playing) and event != "still",
        over=not playing,
    )
    return TableView(
        board=board,
        hands=tuple((colour, _slots(round, colour, keys, hidden)) for colour in COLOURS),
        turn=playing or "",
        score=round.score,
        round=shown.number + 1,
        told=story.words if story else "",
        ending=ending_words(standing, made if made is not None and made.turn is None else shown),
        cards=tuple((card.key, name_of(card)) for card in _hand_of(round, playing) if card.key in keys),
        free=tuple(dict.fromkeys(move.square for move in legal)),
        at=at,
        moves=moves,
    )


def _shown(standing: Standing, event: bool) -> tuple[RoundStanding, RoundStanding | None]:
    """The round to show, and the one of the last placement; they differ where a round has just begun."""
    last = standing.rounds[-1]
    if last.moves:
        return last, last
    if last.number:
        before = standing.rounds[-2]
        return (before if event else last), before
    return last, None


def _hand_of(round: Round, colour: str | None) -> tuple[Card, ...]:
    return round.hands[colour] if colour else ()


def _slots(round: Round, colour: str, playable: dict[str, None], hidden: tuple[str, ...]) -> tuple[HandSlot, ...]:
    forces = any(RULES[name].forces for name in round.rules)
    slots = []
    for card in round.hands[colour]:
        can = card.key in playable
        shown = None if card.key in hidden else face(card, owner=colour, forced=can and forces)
        slots.append(HandSlot(shown, can))
    return tuple(slots)


def _gain(story: Story) -> str:
    gained = sum(each.label != "lost" for each in story.turned)
    return gain_words(gained, story.before, story.after) if gained else ""


def with_pictures(position: Position) -> Position:
    """The position with a standing-in picture for every card that the site does not have."""

    def drawn(card: Card) -> Card:
        picture = plain_picture(card.level or 1, card.element or "", card.type or "")
        return card if card.extra.get("id") else replace(card, extra={"id": picture})

    board = {square: (colour, drawn(card)) for square, (colour, card) in position.board.items()}
    return replace(position, blue=tuple(map(drawn, position.blue)), red=tuple(map(drawn, position.red)), board=board)
