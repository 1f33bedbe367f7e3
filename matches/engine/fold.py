"""A match is its record; where it stands is the fold of the record (RULES 4, RECORDS)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from matches.engine.board import COLOURS
from matches.engine.cards import Card
from matches.engine.errors import IllegalMove, RecordError
from matches.engine.events import Event, Flipped, Move, Placed, Slid
from matches.engine.moves import play
from matches.engine.record import RoundData, Setup, read
from matches.engine.round import Round
from matches.engine.rules import RULES
from matches.engine.stakes import Claim, Ending, claim, forfeit, other

MOST_ROUNDS = 25


@dataclass(frozen=True, slots=True)
class Flip:
    """A card that turned: its square after the move, why, and the square of the card that took it."""

    square: int
    label: str
    by: int


@dataclass(frozen=True, slots=True)
class Played:
    """One placement and what followed; `square` is where the card ends, `placed_on` where it was put."""

    card: str
    colour: str
    square: int
    placed_on: int
    flips: tuple[Flip, ...]
    """By square."""
    events: tuple[Event, ...]
    score: tuple[int, int]
    after: Round


@dataclass(frozen=True, slots=True)
class RoundStanding:
    """One round of the match, numbered from 0."""

    number: int
    start: Round
    moves: tuple[Played, ...]

    @property
    def end(self) -> Round:
        """The position as its last move left it."""
        return self.moves[-1].after if self.moves else self.start

    @property
    def score(self) -> tuple[int, int]:
        """(blue, red)."""
        return self.end.score

    @property
    def total_victory(self) -> str | None:
        """The colour that has all nine squares, if one has."""
        return self.end.total_victory

    @property
    def turn(self) -> str | None:
        """Who moves next, None when the round is over."""
        return self.end.turn


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands. With an error, what came before it stands."""

    record: Mapping[str, Any]
    setup: Setup | None
    """What the record says, defaults filled in; None where that cannot be read."""
    rounds: tuple[RoundStanding, ...] = ()
    winner: str | None = None
    """`blue`, `red`, `draw`, or None while the match goes on or when nobody finished it."""
    ended: str | None = None
    """`played`, `forfeit`, `did_not_finish`, or None while the match goes on."""
    claim: Claim | None = None
    error: RecordError | None = None
    counted: tuple[int, int] | None = None
    """The score (blue, red) that counts for the stakes once the match is over; after a forfeit not what lies there."""

    @property
    def round(self) -> Round | None:
        """The current position, None where there is none."""
        return self.rounds[-1].end if self.rounds else None

    @property
    def turn(self) -> str | None:
        """The colour on turn, None when the match is over."""
        return None if self.ended or not self.rounds else self.rounds[-1].turn

    @property
    def awaits_round(self) -> bool:
        """Whether the current round must still be dealt: the match goes on, and the record has nothing of it."""
        if self.ended or self.error or not self.setup:
            return False
        number = len(self.rounds) - 1
        rounds = self.record["rounds"]
        return number >= len(rounds)


def fold(record: Mapping[str, Any]) -> Standing:
    """Where the match of this record stands. Never raises for bad data: `.error` tells."""
    try:
        setup = read(record)
    except RecordError as error:
        return Standing(record, None, error=error)
    return _Folding(record, setup).run()


class _Folding:
    """The fold as it goes: rounds done so far, and the round to come."""

    def __init__(self, record: Mapping[str, Any], setup: Setup) -> None:
        self.record = record
        self.setup = setup
        self.rounds: list[RoundStanding] = []

    def run(self) -> Standing:
        setup = self.setup
        hands, board = setup.hands, setup.board
        while True:
            number = len(self.rounds)
            data = setup.rounds[number] if number < len(setup.rounds) else RoundData({}, {}, None, [])
            try:
                start = self._start(data, hands, board)
                self._play(number, start, data.moves)
            except RecordError as error:
                return self._with_error(error)
            end = self.rounds[-1].end
            if not end.is_over:
                return self._going_on(number)
            if not self._is_drawn_on(end):
                return self._played(number)
            hands, board = _next_hands(setup, end), {}

    def _start(
        self, data: RoundData, hands: Mapping[str, tuple[Card, ...]], board: Mapping[int, tuple[Card, str]]
    ) -> Round:
        setup = self.setup
        chaos = None
        if any(RULES[name].draws_hand for name in setup.rules):
            chaos = _chaos(data, hands)
        return Round.begin(
            hands=hands,
            rules=setup.rules,
            first=setup.first,
            board=board,
            elements=data.elements,
            walls=data.walls,
            chaos=chaos,
            own_cards_count=setup.own_cards_count,
        )

    def _play(self, number: int, start: Round, moves: list[Any]) -> None:
        """Adds the round with its moves, up to the first that may not be made."""
        done: list[Played] = []
        round = start
        try:
            for count, data in enumerate(moves):
                try:
                    done.append(_played(round, _move(round, data)))
                except (IllegalMove, RecordError) as error:
                    raise RecordError(error.code, error.text, round=number, move=count) from None
                round = done[-1].after
        finally:
            self.rounds.append(RoundStanding(number, start, tuple(done)))

    def _is_drawn_on(self, end: Round) -> bool:
        blue, red = end.score
        return blue == red and self.setup.draw != "draw" and len(self.rounds) < MOST_ROUNDS

    def _with_error(self, error: RecordError) -> Standing:
        """What came before the error stands, and so does the end of a match that was over."""
        last = self.rounds[-1].end if self.rounds else None
        if error.code == "match_over" and last and not self._is_drawn_on(last):
            return self._over(error)
        return Standing(self.record, self.setup, tuple(self.rounds), error=error)

    def _going_on(self, number: int) -> Standing:
        setup = self.setup
        if len(setup.rounds) > number + 1:
            error = RecordError("bad_record", "a round before this one is not over", round=number + 1)
            return Standing(self.record, setup, tuple(self.rounds), error=error)
        if setup.left:
            return self._left(*setup.left)
        return Standing(self.record, setup, tuple(self.rounds))

    def _played(self, number: int) -> Standing:
        setup = self.setup
        error = None
        if len(setup.rounds) > number + 1:
            move = 0 if setup.rounds[number + 1].moves else None
            error = RecordError("match_over", "the match is over", round=number + 1, move=move)
        elif setup.left:
            error = RecordError("match_over", "the match is over, nobody can leave it", round=number)
        return self._over(error)

    def _over(self, error: RecordError | None) -> Standing:
        end = self.rounds[-1].end
        blue, red = score = end.score
        winner = "blue" if blue > red else "red" if red > blue else "draw"
        ending = Ending(
            round=end,
            winner=winner,
            score=(max(score), min(score)),
            total_victory=self.setup.total_victory and end.total_victory == winner,
            brought=self.setup.brought,
        )
        due = claim(self.setup.trade, ending)
        return Standing(self.record, self.setup, tuple(self.rounds), winner, "played", due, error, score)

    def _left(self, by: str, how: str) -> Standing:
        rounds = tuple(self.rounds)
        if how == "did_not_finish":
            return Standing(self.record, self.setup, rounds, None, how)
        last, winner = rounds[-1], other(by)
        score, all_squares, late = forfeit(last.end, len(last.moves), by)
        ending = Ending(
            round=last.end,
            winner=winner,
            score=score,
            total_victory=self.setup.total_victory and all_squares,
            brought=self.setup.brought,
            left=by,
            late=late,
        )
        due = claim(self.setup.trade, ending)
        counted = score if winner == COLOURS[0] else (score[1], score[0])
        return Standing(self.record, self.setup, rounds, winner, how, due, None, counted)


def _chaos(data: RoundData, hands: Mapping[str, tuple[Card, ...]]) -> dict[str, list[str]]:
    """The drawn order of both hands; missing is allowed only while the round has no moves."""
    drawn = data.chaos
    if drawn is None:
        drawn = {}
    orders = {}
    for colour in COLOURS:
        order = drawn.get(colour) if isinstance(drawn, Mapping) else drawn
        if order is None and not data.moves:
            continue
        keys = [card.key for card in hands[colour]]
        if not isinstance(order, list) or len(order) != len(keys) or any(key not in order for key in keys):
            raise RecordError("bad_record", f"chaos does not draw the hand of {colour}")
        orders[colour] = order
    return orders


def _move(round: Round, data: Any) -> Move:
    if round.is_over:
        raise IllegalMove("match_over", "the round is over")
    if not isinstance(data, list) or len(data) != 2:
        raise RecordError("bad_record", "a move is [card, square]")
    return Move(data[0], data[1])


def _played(round: Round, move: Move) -> Played:
    after, events = play(round, move)
    placed = next(event for event in events if isinstance(event, Placed))
    end = next((event.end for event in events if isinstance(event, Slid)), move.square)
    flips = (Flip(event.square, event.label, event.by) for event in events if isinstance(event, Flipped))
    return Played(
        card=move.card,
        colour=placed.colour,
        square=end,
        placed_on=move.square,
        flips=tuple(sorted(flips, key=lambda flip: flip.square)),
        events=events,
        score=after.score,
        after=after,
    )


def _next_hands(setup: Setup, end: Round) -> Mapping[str, tuple[Card, ...]]:
    """The hands of the round after a draw: the first ones, or each colour's cards by square and then the hand."""
    if setup.draw == "replay":
        return setup.hands
    lying, hands = end.board.values(), end.hands
    return {colour: (*(each.card for each in lying if each.colour == colour), *hands[colour]) for colour in COLOURS}
