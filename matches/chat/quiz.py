"""The quiz: one question a room, open for a minute, and its first right answer is paid (RULES 8)."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import ceil

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Count
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.limits import spend
from accounts.models import LedgerEntry, User
from accounts.services.wallet import pay, players_lock
from matches.chat.quiz_models import POINTS, Quiz
from matches.chat.quiz_questions import is_right, question_make
from matches.chat.room import Room
from matches.chat.speaking import line_announce
from triad.clock import now
from triad.errors import NotFound

OPEN_TIME = timedelta(seconds=60)
#: So many right answers are paid to one player in a UTC day.
PAID_A_DAY = 5
#: So many names has the list of the best.
MOST_BEST = 5


def quiz_ask(*, room: Room, asker: User) -> Quiz:
    """A new question to a room, or the one that is open there, told again. Raises TooOften; NotFound no_question."""
    spend("quiz", f"{room.key}:{asker.pk}")
    quizzes_close(moment=now(), room=room)
    with translation.override(settings.LANGUAGE_CODE):
        quiz, made = _open(room) or _made(room)
        seconds = max(1, ceil((quiz.closes_at - now()).total_seconds()))
        said = _("Quiz, %(seconds)d seconds, %(points)d points:") if made else _("Still open, %(seconds)d seconds:")
        words = {"seconds": seconds, "points": POINTS}
        line_announce(room=room, text=f"{said % words} {quiz.question}")
    return quiz


def _open(room: Room) -> tuple[Quiz, bool] | None:
    quiz = Quiz.objects.filter(room=room.key, closed_at=None).first()
    return (quiz, False) if quiz is not None else None


def _made(room: Room) -> tuple[Quiz, bool]:
    question = question_make()
    if question is None:
        raise NotFound("no_question", _("There is nothing to ask about."))
    moment = now()
    try:
        with transaction.atomic():
            quiz = Quiz.objects.create(
                room=room.key,
                question=question.text,
                answers=list(question.answers),
                told=question.told,
                asked_at=moment,
                closes_at=moment + OPEN_TIME,
            )
    except IntegrityError:
        # Somebody else asked at the same moment.
        return Quiz.objects.get(room=room.key, closed_at=None), False
    return quiz, True


def quiz_answer(*, room: Room, author: User, text: str) -> Quiz | None:
    """Takes a line as an answer to the open question of its room: gives the question if the line has won it.

    Of several right answers at once one wins. Beyond the paid ones of a day a right answer is praised.
    """
    open_now = Quiz.objects.filter(room=room.key, closed_at=None).first()
    if open_now is None or not author.is_person or not is_right(open_now.answers, text):
        return None
    with transaction.atomic():
        players_lock(user_ids=[author.pk])
        quiz = Quiz.objects.select_for_update().get(pk=open_now.pk)
        moment = now()
        if quiz.closed_at is not None or quiz.closes_at <= moment:
            return None
        quiz.winner, quiz.closed_at = author, moment
        quiz.paid = POINTS if _paid_today(author, moment) < PAID_A_DAY else 0
        quiz.save(update_fields=["winner", "closed_at", "paid"])
        if quiz.paid:
            reason, note = LedgerEntry.Reason.QUIZ, quiz.question[:200]
            pay(user=author, points=quiz.paid, reason=reason, cause=quiz.cause, note=note)
        with translation.override(settings.LANGUAGE_CODE):
            line_announce(room=room, text=_won_words(quiz, author))
    return quiz


def _won_words(quiz: Quiz, author: User) -> str:
    words = {"name": author.username, "answer": quiz.told, "points": quiz.paid, "count": PAID_A_DAY}
    if quiz.paid:
        return _("Right, %(name)s, and first: %(answer)s. That makes %(points)d points.") % words
    return (
        _("Right, %(name)s, and first: %(answer)s. %(count)d answers have paid you today; this one is for the glory.")
        % words
    )


def quizzes_close(*, moment: datetime, room: Room | None = None, limit: int = 50) -> int:
    """Ends questions whose time is over, of one room or of all, and tells their answers; gives how many."""
    due = Quiz.objects.filter(closed_at=None, closes_at__lte=moment).order_by("closes_at")
    if room is not None:
        due = due.filter(room=room.key)
    return sum(_close(pk, moment) for pk in due.values_list("pk", flat=True)[:limit])


@transaction.atomic
def _close(quiz_id: int, moment: datetime) -> bool:
    quiz = Quiz.objects.select_for_update().get(pk=quiz_id)
    room = Room.of_key(quiz.room)
    if quiz.closed_at is not None or room is None:
        return False
    quiz.closed_at = moment
    quiz.save(update_fields=["closed_at"])
    with translation.override(settings.LANGUAGE_CODE):
        line_announce(room=room, text=_("The time is over. It was: %(answer)s.") % {"answer": quiz.told})
    return True


def quiz_best(*, moment: datetime) -> list[tuple[str, int]]:
    """Who has answered the most questions first in the UTC day of a moment: names and how many."""
    won = Quiz.objects.filter(closed_at__gte=_day(moment), closed_at__lte=moment, winner__isnull=False).order_by()
    best = won.values_list("winner__username").annotate(count=Count("pk")).order_by("-count", "winner__username")
    return list(best[:MOST_BEST])


def _paid_today(user: User, moment: datetime) -> int:
    return Quiz.objects.filter(winner=user, closed_at__gte=_day(moment), paid__gt=0).count()


def _day(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)
