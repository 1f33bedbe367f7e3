"""What the tests of accounts share: browsers of people, and what the hub was told to close."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User

PASSWORD = "eight-squares"


@pytest.fixture
def alices(alice: User) -> Client:
    """A browser in which alice is signed in."""
    return signed_in(alice)


@pytest.fixture
def bobs(bob: User) -> Client:
    """A browser in which bob is signed in."""
    return signed_in(bob)


@pytest.fixture
def staffs(db: None) -> Client:
    """A browser in which a superuser is signed in."""
    return signed_in(User.objects.create_superuser(username="warden", password=PASSWORD))


def signed_in(user: User) -> Client:
    """A new browser in which a player is signed in."""
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def hub_sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What left the hub after the commits, in order."""
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr("triad.hub._send", sent.append)
    return sent
