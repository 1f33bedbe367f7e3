"""Errors that a person can cause: a sentence for the person, a code for the API, a status, and no change."""

from __future__ import annotations


class GameError(Exception):
    """Base of all errors that a person can cause.

    `code` is a stable lower-case word for programs, `message` a translated sentence, `status` the HTTP status.
    """

    status = 400

    def __init__(self, code: str, message: str, *, status: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        if status is not None:
            self.status = status


class NotAllowed(GameError):
    """The person may see it but not do this with it."""

    status = 403


class NotFound(GameError):
    """There is no such thing, or not for this person."""

    status = 404


class Conflict(GameError):
    """It was possible a moment ago, or will be later; the state of things does not allow it now."""

    status = 409
