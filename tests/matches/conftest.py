"""People who own cards, and a match between two of them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from matches.models import Match
from matches.services import eligibility
from tests.conftest import Clock
from tests.matches import stock, world

#: Twelve cards of the lowest levels: enough for what may take five.
OWNED = [f"A{number:03}" for number in range(1, 13)]


@pytest.fixture
def players(alice: User, bob: User, clock: Clock) -> tuple[User, User]:
    """Alice and Bob, here, with twelve cards each."""
    world.cards_make()
    for user in (alice, bob):
        world.copies_give(user, OWNED)
    world.seen_now(alice, bob)
    return alice, bob


@pytest.fixture
def alice_s(players: tuple[User, User]) -> Client:
    """Alice's browser."""
    client = Client()
    client.force_login(players[0])
    return client


@pytest.fixture
def bob_s(players: tuple[User, User]) -> Client:
    """Bob's browser."""
    client = Client()
    client.force_login(players[1])
    return client


@pytest.fixture
def match(players: tuple[User, User]) -> Match:
    """Alice, blue, plays Bob, red, for one card under open Same, Plus and Combo."""
    alice, bob = players
    return world.match_make(alice, bob)


@pytest.fixture
def bets_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bets are open to everybody at once: no account here is old, by a clock that stands still."""
    monkeypatch.setattr(eligibility, "BET_MATCHES", 0)
    monkeypatch.setattr(eligibility, "BET_AGE", timedelta(days=-36500))


@pytest.fixture
def rich(alice: User, bob: User, clock: Clock, bets_open: None, monkeypatch: pytest.MonkeyPatch) -> tuple[User, User]:
    """Alice and Bob, here, with cards of all kinds, experienced, no newcomers, and free to bet."""
    monkeypatch.setattr(eligibility, "NEWCOMER_MATCHES", 0)
    stock.cards_make()
    for user in (alice, bob):
        stock.seasoned(user)
    world.seen_now(alice, bob)
    return alice, bob
