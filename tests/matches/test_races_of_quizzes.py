"""Answers and questions of the quiz that come at once: real threads on PostgreSQL (FAULTS 3, 4, 5)."""

from __future__ import annotations

import os
from datetime import timedelta
from functools import partial

import pytest

from accounts.audit import findings as wallet_findings
from accounts.models import LedgerEntry, User, Wallet
from matches.chat.models import Line
from matches.chat.quiz import quiz_answer, quiz_ask, quizzes_close
from matches.chat.quiz_audit import findings
from matches.chat.quiz_models import Quiz
from matches.chat.room import Room
from tests.conftest import Clock
from tests.matches import world
from tests.matches.races import failures, race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

#: How often each race is run; TRIAD_RACES says otherwise.
TIMES = int(os.environ.get("TRIAD_RACES", "3"))
LOBBY = Room.lobby()


def test_of_right_answers_at_once_one_is_paid(alice: User, bob: User, charlie: User, clock: Clock) -> None:
    people = (alice, bob, charlie)
    for time in range(1, TIMES + 1):
        Quiz.objects.create(
            room=LOBBY.key, question="Who?", answers=["ifrit"], told="Ifrit", asked_at=clock.now,
            closes_at=clock.now + timedelta(seconds=60),
        )  # fmt: skip
        calls = [partial(quiz_answer, room=LOBBY, author=user, text="Ifrit") for user in people * 2]
        results = race([*calls, partial(quizzes_close, moment=clock.now)])
        won = [result for result in results if isinstance(result, Quiz)]
        assert len(won) == 1 and not failures(results), results
        assert LedgerEntry.objects.filter(reason="quiz").count() == time
        assert sum(Wallet.objects.values_list("points", flat=True)) == 2 * time
        assert Line.objects.filter(kind="house").count() == time
    assert [*findings(), *wallet_findings()] == []


def test_of_questions_at_once_one_is_asked_and_of_ends_at_once_one_told(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    world.cards_make()
    for time in range(1, TIMES + 1):
        results = race([partial(quiz_ask, room=LOBBY, asker=user) for user in (alice, bob, charlie)])
        assert not failures(results) and len({quiz.pk for quiz in results}) == 1, results
        assert Quiz.objects.count() == time
        late = clock.advance(60)
        results = race([partial(quizzes_close, moment=late)] * 4)
        assert sum(results) == 1, results
    assert Line.objects.filter(text__startswith="The time is over").count() == TIMES
