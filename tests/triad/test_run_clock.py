"""The clock's worker, by its single step."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from matches.models import Heartbeat
from matches.services import overdue
from tests.conftest import Clock
from triad.management.commands import run_clock


@pytest.mark.django_db
def test_a_step_beats_the_heart_and_says_whether_there_is_more(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    clock.advance(2, beating=False)
    assert run_clock.step() is False
    assert Heartbeat.objects.get().at == clock.now
    monkeypatch.setattr(overdue, "settle_due", lambda limit: True)
    assert run_clock.step() is True


@pytest.mark.django_db
def test_once_works_off_what_is_due_and_ends(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    left = [True, True, False]
    monkeypatch.setattr(overdue, "settle_due", lambda limit: left.pop(0))
    call_command("run_clock", "--once")
    assert left == []
