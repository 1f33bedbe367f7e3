"""The purse of the top bar follows the wallet on every page that is open."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from accounts.models import User
from accounts.services.wallet import pay
from triad import hub
from triad.errors import Conflict

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Everything that the hub was given, in order."""
    found: list[dict[str, Any]] = []
    monkeypatch.setattr(hub, "_send", found.append)
    return found


def test_what_moves_points_shows_the_new_purse_after_the_commit(alice: User, sent: list[dict[str, Any]]) -> None:
    with transaction.atomic():
        first = pay(user=alice, points=30, reason="grant", cause="test:1")
        assert sent == []
    second = pay(user=alice, points=-10, reason="purchase", cause="test:2")
    assert [(each["topic"], each["version"]) for each in sent] == [
        (f"user.{alice.pk}", first.pk),
        (f"user.{alice.pk}", second.pk),
    ]
    assert re.search(r'id="purse".*hx-swap-oob="outerHTML".*>20<', sent[-1]["html"])


def test_what_moves_no_points_shows_nothing(alice: User, sent: list[dict[str, Any]]) -> None:
    pay(user=alice, experience=30, reason="match", cause="test:1")
    with pytest.raises(Conflict):
        pay(user=alice, points=-1, reason="purchase", cause="test:2")
    assert sent == []


def test_a_page_shows_the_same_purse(alice: User, client: Client) -> None:
    pay(user=alice, points=30, reason="grant", cause="test:1")
    client.force_login(alice)
    assert re.search(r'id="purse" data-version="0" title.*>30<', client.get("/cards/stash/").content.decode())
