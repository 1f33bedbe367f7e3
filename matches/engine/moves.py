"""What may be played, and playing it: a round and a move give a new round and its events (RULES 2)."""

from __future__ import annotations

from matches.engine import kernel
from matches.engine.board import COLOURS, SQUARES
from matches.engine.errors import IllegalMove
from matches.engine.events import Event, Flipped, Move, Placed, RoundOver, Slid
from matches.engine.round import Round


def legal_moves(round: Round) -> tuple[Move, ...]:
    """Every move of the player on turn, by hand order and then square; none when the round is over."""
    if round.is_over:
        return ()
    cells, hand, _waiting, _turn = round.position
    forced = round.forced_number()
    playable = kernel.cards_of(hand) if forced is None else (forced,)
    cards = round.deal.cards
    squares = [square for square in SQUARES if not cells[square]]
    return tuple(Move(cards[number - 1].key, square) for number in playable for square in squares)


def check_move(round: Round, move: Move) -> int:
    """The number of a legal move's card.

    Raises IllegalMove, with the first that applies of match_over, no_such_square, square_taken, not_in_hand
    and wrong_card.
    """
    if round.is_over:
        raise IllegalMove("match_over", "the round is over")
    cells, hand, _waiting, _turn = round.position
    if type(move.square) is not int or move.square not in SQUARES:
        raise IllegalMove("no_such_square", f"there is no square {move.square!r}")
    if cells[move.square]:
        raise IllegalMove("square_taken", f"a card lies on square {move.square}")
    number = round.deal.numbers.get(move.card, 0) if isinstance(move.card, str) else 0
    if not number or not hand >> number & 1:
        raise IllegalMove("not_in_hand", f"{round.mover} has no {move.card!r} in hand")
    forced = round.forced_number()
    if forced is not None and forced != number:
        raise IllegalMove("wrong_card", f"{round.mover} must play {round.deal.cards[forced - 1].key!r}")
    return number


def play(round: Round, move: Move) -> tuple[Round, tuple[Event, ...]]:
    """The round after the move, and what happened, in order. Raises IllegalMove."""
    number = check_move(round, move)
    deal = round.deal
    turn = round.position[3]
    position, end, flips = kernel.play_with_flips(deal.table, round.position, number, move.square)
    after = Round(deal, position)

    mover = COLOURS[turn]
    events: list[Event] = [Placed(deal.cards[number - 1], move.square, mover)]
    if end != move.square:
        line, _moved_by = deal.table.slides[move.square]
        events.append(Slid(deal.walls[move.square][0], line, end))
    for square, label, by, wave in flips:
        card = deal.cards[(position[0][square] >> 1) - 1]
        colour = COLOURS[1 - turn] if label == kernel.LOST else mover
        events.append(Flipped(square, card, colour, label, by, wave))
    if kernel.is_over(position):
        blue, red = score = kernel.score(position)
        events.append(RoundOver(score, "blue" if blue > red else "red" if red > blue else None))
    return after, tuple(events)
