"""The quiz: what it asks, who wins a question, what that pays, and when it is over."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from random import Random

import pytest
from django.db import IntegrityError, transaction

from accounts.audit import findings as wallet_findings
from accounts.limits import TooOften
from accounts.models import Kind, LedgerEntry, User
from accounts.services.wallet import pay
from cards.models import Card, Series
from matches.chat import quiz_questions
from matches.chat.bang import hear
from matches.chat.models import Line
from matches.chat.quiz import PAID_A_DAY, quiz_answer, quiz_ask, quiz_best, quizzes_close
from matches.chat.quiz_audit import findings
from matches.chat.quiz_models import Quiz
from matches.chat.quiz_questions import askable, is_right, question_make
from matches.chat.room import Room
from matches.services.overdue import settle_due
from tests.conftest import Clock
from tests.matches import world
from triad.clock import now
from triad.errors import NotFound

pytestmark = pytest.mark.django_db

LOBBY = Room.lobby()
IFRIT = {"level": 6, "up": 9, "right": 8, "down": 6, "left": 2, "element": "thunder"}


def card(card_id: str, name: str, **more: object) -> Card:
    Series.objects.get_or_create(code=card_id[0], defaults={"name": f"Series {card_id[0]}"})
    return Card.objects.create(series_id=card_id[0], number=int(card_id[1:]), name=name, **{**IFRIT, **more})


def asked(room: Room = LOBBY, answers: tuple[str, ...] = ("ifrit", "a085"), **more: object) -> Quiz:
    """A question that is open from now on."""
    moment = now()
    return Quiz.objects.create(
        room=room.key, question="Who?", answers=list(answers), told="Ifrit (A085)", asked_at=moment,
        closes_at=moment + timedelta(seconds=60), **more,
    )  # fmt: skip


def said() -> list[str]:
    """What the house has said, the oldest first."""
    return list(Line.objects.filter(kind="house").order_by("pk").values_list("text", flat=True))


def points(user: User) -> int:
    user.wallet.refresh_from_db()
    return user.wallet.points


def test_every_question_has_its_right_answers_and_does_not_betray_them(db: None) -> None:
    world.cards_make()
    card("A085", "Ifrit")
    card("X040", "Ifrit", element="", type="primal")
    Series.objects.filter(code="X").update(name="Fourteen")
    seen: Counter[str] = Counter()
    for number in range(150):
        question = question_make(Random(number))
        assert question is not None and question.answers and question.told
        assert not question.betrays
        assert all(is_right(question.answers, answer.upper()) for answer in question.answers)
        assert "%(" not in question.text and len(question.text) <= 300
        seen[question.text.split("?")[0][:14]] += 1
    assert len(seen) >= 5


@pytest.mark.parametrize(
    ("kind", "text", "right", "wrong"),
    [
        ("_ranks", "Which card of series A has 9 up, 8 right, 6 down and 2 left?",
         ("IFRIT", " ífrit ", "Twin Ifrit", "twin-ifrit", "a085", "A-85", "A86"), ("Ifrit A085", "X040", "9862", "")),
        ("_level", "Which level has Ifrit (A085)?", ("6", "Level 6"), ("16", "six!")),
        ("_kind", "Which element has Ifrit (A085)?", ("Thunder", "LIGHTNING", "storm"), ("fire", "holy")),
    ],
)  # fmt: skip
def test_answers_are_compared_as_names_are(
    db: None, kind: str, text: str, right: tuple[str, ...], wrong: tuple[str, ...]
) -> None:
    ifrit = card("A085", "Ifrit")
    card("A086", "Twin Ifrit")
    card("X040", "Ifrit")
    question = getattr(quiz_questions, kind)([ifrit], Random(1))
    assert question.text == text
    assert all(is_right(question.answers, each) for each in right)
    assert not any(is_right(question.answers, each) for each in wrong)


@pytest.mark.parametrize(("rank", "right"), [(10, ("10", "a", "A")), (9, ("9",))])
def test_a_rank_is_said_as_a_number_or_as_it_is_printed(db: None, rank: int, right: tuple[str, ...]) -> None:
    drawn = card("A085", "Ifrit", up=rank, right=rank, down=rank, left=rank)
    question = quiz_questions._rank([drawn], Random(3))
    assert question is not None and all(is_right(question.answers, each) for each in right)
    assert not is_right(question.answers, "1")


def test_of_four_cards_every_best_one_is_right(db: None) -> None:
    drawn = [card(f"A00{number}", f"Card {number}", level=level) for number, level in enumerate((3, 7, 7, 1), 1)]
    for number in range(40):
        question = quiz_questions._best(drawn, Random(number))
        if question is not None and "highest level" in question.text:
            assert question.text.endswith("Card 1 (A001), Card 2 (A002), Card 3 (A003), Card 4 (A004)?")
            assert [is_right(question.answers, each) for each in ("card 1", "card2", "a003")] == [False, True, True]
            return
    raise AssertionError("no question about levels was drawn")


def test_cards_of_players_portraits_and_sole_cards_are_not_asked(alice: User) -> None:
    Series.objects.create(code="P", name="Portraits", unique_cards=True)
    card("P001", "Alice herself")
    card("C001", "Hers", maker=alice)
    card("C002", "Of nobody any more")
    assert not askable().exists() and question_make() is None
    with pytest.raises(NotFound):
        quiz_ask(room=LOBBY, asker=alice)
    card("A085", "Ifrit")
    assert [each.pk for each in askable()] == ["A085"]


def test_a_card_whose_name_says_the_answer_is_not_asked_so(db: None) -> None:
    series = Series.objects.create(code="A", name="Dragons")
    named = Card(id="A001", series=series, number=1, name="Thunder 6 of Dragons", **IFRIT)
    named.save()
    for kind in ("_level", "_kind", "_series"):
        question = getattr(quiz_questions, kind)([named], Random(1))
        assert question is not None and question.betrays


def test_one_question_is_open_in_a_room_and_is_told_again(alice: User, bob: User, clock: Clock) -> None:
    world.cards_make()
    first = quiz_ask(room=LOBBY, asker=alice)
    clock.advance(20)
    assert quiz_ask(room=LOBBY, asker=bob) == first
    assert [text.split(":")[0] for text in said()] == ["Quiz, 60 seconds, 2 points", "Still open, 40 seconds"]
    with pytest.raises(IntegrityError), transaction.atomic():
        asked()


def test_the_first_right_answer_gets_two_points_and_the_second_nothing(alice: User, bob: User, clock: Clock) -> None:
    quiz = asked()
    hear(room=LOBBY, author=alice, text="Shiva?")
    hear(room=LOBBY, author=alice, text="  ÍFRIT!")
    hear(room=LOBBY, author=bob, text="Ifrit")
    quiz.refresh_from_db()
    assert (quiz.winner, quiz.paid, quiz.closed_at) == (alice, 2, clock.now)
    assert (points(alice), points(bob)) == (2, 0)
    assert said() == ["Right, alice, and first: Ifrit (A085). That makes 2 points."]
    entry = LedgerEntry.objects.get(reason="quiz")
    assert (entry.user, entry.cause, entry.points) == (alice, f"quiz:{quiz.pk}", 2)
    assert [*findings(), *wallet_findings()] == []


@pytest.mark.parametrize("kind", [Kind.GUEST, Kind.ROBOT])
def test_guests_and_robots_win_nothing(db: None, clock: Clock, kind: str) -> None:
    asked()
    other = User.objects.create_user(username="other", kind=kind)
    assert quiz_answer(room=LOBBY, author=other, text="Ifrit") is None
    assert Quiz.objects.get().closed_at is None and not said()


def test_an_answer_counts_in_the_room_of_the_question_alone(alice: User, clock: Clock) -> None:
    asked(Room.spectators(5))
    assert quiz_answer(room=LOBBY, author=alice, text="Ifrit") is None
    assert quiz_answer(room=Room.players(5), author=alice, text="Ifrit") is None


def test_five_are_paid_in_a_day_and_more_are_praised(alice: User, clock: Clock) -> None:
    for number in range(PAID_A_DAY + 2):
        asked()
        won = quiz_answer(room=LOBBY, author=alice, text="ifrit")
        assert won is not None and won.paid == (2 if number < PAID_A_DAY else 0)
    assert points(alice) == 10 and "for the glory" in said()[-1]
    assert quiz_best(moment=clock.now) == [("alice", 7)]
    clock.advance(12 * 3600)
    asked()
    assert quiz_answer(room=LOBBY, author=alice, text="ifrit").paid == 2
    assert quiz_best(moment=clock.now) == [("alice", 1)]
    assert list(findings()) == []


@pytest.mark.parametrize("how", ["next line", "clock"])
def test_when_the_minute_is_over_the_answer_is_told_once(alice: User, clock: Clock, how: str) -> None:
    quiz = asked()
    clock.advance(60)
    for _time in range(2):
        if how == "clock":
            settle_due()
        else:
            hear(room=LOBBY, author=alice, text="ifrit")
    quiz.refresh_from_db()
    assert (quiz.winner, quiz.closed_at) == (None, clock.now)
    assert said() == ["The time is over. It was: Ifrit (A085)."]
    assert quizzes_close(moment=clock.now) == 0 and points(alice) == 0


def test_the_last_second_counts(alice: User, clock: Clock) -> None:
    asked()
    clock.advance(59.9)
    assert quiz_answer(room=LOBBY, author=alice, text="ifrit") is not None


def test_asking_is_limited_for_each_room_and_person(alice: User, bob: User, clock: Clock, settings: object) -> None:
    world.cards_make()
    settings.LIMITS = {**settings.LIMITS, "quiz": (2, 60)}  # type: ignore[attr-defined]
    for _time in range(2):
        quiz_ask(room=LOBBY, asker=alice)
    with pytest.raises(TooOften):
        quiz_ask(room=LOBBY, asker=alice)
    quiz_ask(room=LOBBY, asker=bob)


def test_what_the_quiz_did_not_pay_is_found(alice: User, bob: User, clock: Clock) -> None:
    quiz = asked()
    quiz_answer(room=LOBBY, author=alice, text="ifrit")
    with pytest.raises(IntegrityError), transaction.atomic():
        pay(user=bob, points=2, reason="quiz", cause=quiz.cause)
    pay(user=bob, points=2, reason="quiz", cause="quiz:999")
    assert list(findings()) == [f"user {bob.pk} has +2 for quiz:999, which was not won so"]
