"""The result of a record, exactly as RECORDS.md writes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matches.engine.fold import Played, RoundStanding, Standing, fold


def result(record: Mapping[str, Any]) -> dict[str, Any]:
    """The result of one record; what is wrong with it is in `error`."""
    return result_of(fold(record))


def result_of(standing: Standing) -> dict[str, Any]:
    """A standing as a result."""
    id, error = standing.record.get("id"), standing.error
    return {
        "id": id if isinstance(id, str) else None,
        "rounds": [_round(each) for each in standing.rounds],
        "winner": standing.winner,
        "ended": standing.ended,
        "claim": standing.claim,
        "error": error and {"code": error.code, "round": error.round, "move": error.move, "text": error.text},
    }


def _round(standing: RoundStanding) -> dict[str, Any]:
    end = standing.end
    return {
        "moves": [_move(move) for move in standing.moves],
        "board": {str(square): [lying.card.key, lying.colour] for square, lying in end.board.items()},
        "hands": {colour: [card.key for card in hand] for colour, hand in end.hands.items()},
        "turn": end.turn,
        "score": list(end.score),
        "total_victory": end.total_victory,
    }


def _move(played: Played) -> dict[str, Any]:
    return {
        "card": played.card,
        "square": played.square,
        "flips": [[flip.square, flip.label] for flip in played.flips],
        "score": list(played.score),
    }
