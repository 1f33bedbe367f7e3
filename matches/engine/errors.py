"""What can be wrong with a rule, a move or a record. The codes are those of RECORDS.md."""

from __future__ import annotations


class EngineError(ValueError):
    """The base of the engine's errors: a code for programs, a text for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


class RuleError(EngineError):
    """The chosen rules do not go together: rule_unknown, rules_exclude or rule_needs."""


class IllegalMove(EngineError):
    """The move may not be made here.

    Codes: match_over, no_such_square, square_taken, not_in_hand, wrong_card.
    """


class RecordError(EngineError):
    """A record that breaks the rules; round and move count from 0 and are None before the first move."""

    def __init__(self, code: str, text: str, *, round: int | None = None, move: int | None = None) -> None:
        super().__init__(code, text)
        self.round = round
        self.move = move
