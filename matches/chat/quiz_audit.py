"""Proves that the quiz paid its winners, and nobody else, once each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC

from accounts.models import LedgerEntry
from matches.chat.quiz import PAID_A_DAY
from matches.chat.quiz_models import Quiz


def findings() -> Iterator[str]:
    """One line for everything that is not as it must be; nothing when all is well."""
    right: Counter[tuple[str, int, int]] = Counter()
    days: Counter[tuple[int, str]] = Counter()
    for quiz in Quiz.objects.filter(paid__gt=0).order_by("pk").iterator(chunk_size=2000):
        assert quiz.winner_id is not None and quiz.closed_at is not None
        right[quiz.cause, quiz.winner_id, quiz.paid] += 1
        days[quiz.winner_id, f"{quiz.closed_at.astimezone(UTC):%Y-%m-%d}"] += 1
    entries = LedgerEntry.objects.filter(reason=LedgerEntry.Reason.QUIZ).order_by("pk")
    said = Counter(entries.values_list("cause", "user", "points"))
    for cause, user_id, points in sorted(right - said):
        yield f"{cause} was won by user {user_id}, whose ledger has no {points:+} for it"
    for cause, user_id, points in sorted(said - right):
        yield f"user {user_id} has {points:+} for {cause}, which was not won so"
    for (user_id, day), count in sorted(days.items()):
        if count > PAID_A_DAY:
            yield f"user {user_id} was paid for {count} answers on {day}"
