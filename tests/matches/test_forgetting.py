from __future__ import annotations

import json
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.db.models import CharField, JSONField, TextField
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.civility.forgetting import name_replaced
from accounts.civility.models import KeptName, Report, Sanction
from accounts.civility.naming import name_change
from accounts.civility.reports import report_send
from accounts.civility.sanctions import sanction_lay
from accounts.departures import account_leave
from accounts.models import LedgerEntry, User
from accounts.notices.models import Notice
from accounts.notices.services import notice_tell
from accounts.services.wallet import pay
from cards.models import Card
from cards.portraits.models import Portrait
from cards.services.trade_answers import trade_accept
from cards.trades.models import Trade
from matches.chat.bang import answer_bang
from matches.chat.models import Line
from matches.chat.quiz import quiz_answer, quiz_ask
from matches.chat.quiz_models import Quiz
from matches.chat.room import Room
from matches.chat.speaking import line_say
from matches.models import Challenge
from matches.services import eligibility
from matches.services.challenges import challenge_refuse
from tests.accounts.conftest import PASSWORD
from tests.matches.world import challenge_make
from triad.clock import now
from triad.errors import NotAllowed

Players = tuple[User, User]


@pytest.fixture
def traders(players: Players, bets_open: None) -> Players:
    """Alice and Bob, to whom trades are open."""
    assert eligibility.BET_MATCHES == 0
    return players


@pytest.fixture
def mona(db: None) -> User:
    """A superuser."""
    return User.objects.create_superuser(username="mona", password=PASSWORD)


def standing(word: str) -> list[str]:
    """Every field of the database in which a word stands, but the list of names kept from others."""
    found = []
    for model in apps.get_models():
        if model is KeptName:
            continue
        for field in model._meta.concrete_fields:
            if isinstance(field, CharField | TextField | JSONField):
                values = model._default_manager.values_list(field.attname, flat=True)
                if any(word in json.dumps(value, default=str).casefold() for value in values):
                    found.append(f"{model._meta.label}.{field.name}")
    return found


def test_the_name_of_who_has_left_stands_nowhere(
    traders: Players, mona: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    alice, bob = traders
    with django_capture_on_commit_callbacks(execute=True):
        challenge_make(alice, bob)
        challenge_refuse(challenge_id=challenge_make(bob, alice).pk, user=alice, reason="Not now, says alice")
        pay(user=alice, points=50, reason="correction", cause="test:1")
        trade = Trade.objects.create(maker=alice, other=bob, key=uuid4(), maker_points=5, expires_at=now())
        Trade.objects.filter(pk=trade.pk).update(expires_at=now().replace(year=2030))
    with django_capture_on_commit_callbacks(execute=True):
        trade_accept(trade_id=trade.pk, user=bob)
        line = line_say(room=Room.lobby(), author=alice, text="Well met")
        quiz_ask(room=Room.lobby(), asker=bob)
        quiz_answer(room=Room.lobby(), author=alice, text=Quiz.objects.get().answers[0])
        answer_bang(room=Room.lobby(), author=alice, text="!score")
        report_send(reporter=bob, about=alice, why="words", text="Rude", what=f"message:{line.pk}")
        report_send(reporter=bob, about=alice, why="name", text="")
    report = Report.objects.latest("pk")
    for row in (alice, report):
        LogEntry.objects.log_actions(
            user_id=mona.pk, queryset=[row], action_flag=CHANGE, change_message="Seen.", single_object=True
        )
    card = Card.objects.earliest("pk")
    portrait = Portrait.objects.create(card=card, player=alice, made_by=mona)
    LogEntry.objects.log_actions(
        user_id=mona.pk, queryset=[portrait], action_flag=CHANGE, change_message="Portrait of alice", single_object=True
    )
    card._change_reason = "Portrait of alice"  # type: ignore[attr-defined]
    card.save()
    before = standing("alice")
    for field in (
        "accounts.User.username", "accounts.LedgerEntry.note", "accounts.Notice.about", "accounts.Report.name_then",
        "accounts.Report.attached_text", "matches.Line.text", "admin.LogEntry.object_repr",
        "admin.LogEntry.change_message", "cards.HistoricalCard.history_change_reason", "matches.Challenge.reason",
    ):  # fmt: skip
        assert field in before, field

    left = account_leave(player=alice, password=PASSWORD)

    assert standing("alice") == []
    assert {notice.about["name"] for notice in Notice.objects.filter(player=bob)} == {left.username}
    assert LedgerEntry.objects.get(user=bob, reason="trade").note == f"trade with {left.username}"
    assert left.username in Report.objects.earliest("pk").attached_text
    assert any(left.username in line.text for line in Line.objects.filter(kind=Line.Kind.HOUSE))


def test_names_before_are_forgotten_too_and_words_that_hold_one_stay(players: Players) -> None:
    alice, bob = players
    report_send(reporter=bob, about=alice, why="name")
    name_change(player=alice, name="Liz")
    report_send(reporter=bob, about=User.objects.get(pk=alice.pk), why="name", what="")
    account_leave(player=User.objects.get(pk=alice.pk), password=PASSWORD)
    assert standing("alice") == []
    assert name_replaced("Liz and Lizzy, Liz-2, Liz's; Liz.", names=["Liz"], by="X") == "X and Lizzy, Liz-2, X's; X."


def test_notices_say_the_new_name_of_who_has_changed_it_and_a_cards_name_stays(
    players: Players, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    alice, bob = players
    with django_capture_on_commit_callbacks(execute=True):
        challenge_make(alice, bob)
    card = {"name": "alice", "state": "refused"}
    notice_tell(player=bob, kind="card_decision", cause="card:1", about=card, url="/cards/")
    name_change(player=alice, name="Liz")
    told = dict(Notice.objects.filter(player=bob).values_list("kind", "about__name"))
    assert told == {"challenge": "Liz", "card_decision": "alice"}


def test_who_is_muted_refuses_without_words(players: Players, mona: User) -> None:
    alice, bob = players
    challenge = challenge_make(alice, bob)
    until = now().replace(year=2030)
    sanction_lay(player=bob, kind=Sanction.Kind.MUTE, until=until, reason="Words", by=mona)
    bob.refresh_from_db()
    with pytest.raises(NotAllowed) as refused:
        challenge_refuse(challenge_id=challenge.pk, user=bob, reason="You fool")
    assert refused.value.code == "muted"
    assert challenge_refuse(challenge_id=challenge.pk, user=bob).state == Challenge.State.REFUSED
