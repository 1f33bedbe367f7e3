"""What is told after a commit: a listener that fails undoes nothing and stops nobody."""

from __future__ import annotations

import pytest
from django.db import transaction

from matches.live import announce


@pytest.mark.django_db(transaction=True)
def test_a_listener_that_fails_is_logged_and_the_next_are_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[int] = []

    def fail(match_id: int) -> None:
        raise ValueError("the listener's own fault")

    monkeypatch.setitem(announce.listeners, "match", [fail])
    monkeypatch.setitem(announce.listeners, "seek", [told.append])
    with transaction.atomic():
        announce.after_commit(announce.match_changed, 1)
        announce.after_commit(announce.seek_changed, 2)
    assert told == [2]
    assert "the listener's own fault" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_nothing_is_told_of_what_was_rolled_back(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setitem(announce.listeners, "match", [told.append])
    with pytest.raises(ValueError, match="undone"), transaction.atomic():
        announce.after_commit(announce.match_changed, 1)
        raise ValueError("undone")
    assert told == []
