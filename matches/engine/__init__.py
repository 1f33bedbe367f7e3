"""The rules of play, settled in RULES.md: pure values, the standard library only.

Two floors: `kernel` beneath, plain integers and tables; above it frozen values with events. A match is its
record; `fold` tells where it stands, in the server, in a replay, in the referee and in a robot's head alike.
"""

from __future__ import annotations

from matches.engine.board import COLOURS, SIDE_NAMES, SQUARES
from matches.engine.cards import ELEMENTS, TYPES, Card
from matches.engine.draws import Draws, Stream, commitment
from matches.engine.errors import EngineError, IllegalMove, RecordError, RuleError
from matches.engine.events import Event, Flipped, Move, Placed, RoundOver, Slid
from matches.engine.fold import Flip, Played, RoundStanding, Standing, fold
from matches.engine.moves import check_move, legal_moves, play
from matches.engine.record import DRAWS, read_card
from matches.engine.referee import referee_lines
from matches.engine.result import result, result_of
from matches.engine.round import Deal, Lying, Round
from matches.engine.rules import EXCLUDES, NEEDS, RULES, check_rules
from matches.engine.stakes import TRADES, Claim
from matches.engine.verify import Difference, verify

__all__ = [
    "COLOURS",
    "DRAWS",
    "ELEMENTS",
    "EXCLUDES",
    "NEEDS",
    "RULES",
    "SIDE_NAMES",
    "SQUARES",
    "TRADES",
    "TYPES",
    "Card",
    "Claim",
    "Deal",
    "Difference",
    "Draws",
    "EngineError",
    "Event",
    "Flip",
    "Flipped",
    "IllegalMove",
    "Lying",
    "Move",
    "Placed",
    "Played",
    "RecordError",
    "Round",
    "RoundOver",
    "RoundStanding",
    "RuleError",
    "Slid",
    "Standing",
    "Stream",
    "check_move",
    "check_rules",
    "commitment",
    "fold",
    "legal_moves",
    "play",
    "read_card",
    "referee_lines",
    "result",
    "result_of",
    "verify",
]
