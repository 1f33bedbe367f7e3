"""What the posts of a lobby cost: how often each asks the database, with what is told after its commit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.services.presence import seen
from matches.models import Challenge
from matches.services.overdue import beat
from matches.services.seeds import seed_make
from tests.accounts.conftest import signed_in
from tests.arena.open import open_make

Players = tuple[User, User]
#: Posts a form of a player to an address, as the page does, and gives what it asked of the database.
Cost = Callable[..., list[str]]
PICKS = "A001, A002, A003, A004, A005"
TERMS = {"house": "deling", "rules": "same", "trade": "none", "hand": "pick", "picks": PICKS}


@pytest.fixture
def cost(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any) -> Cost:
    """Many listen to the lobby, and nobody to anything else."""
    monkeypatch.setattr("triad.hub.is_heard", lambda topic: topic == "lobby")
    beat()

    def posted(browser: Client, address: str, **form: Any) -> list[str]:
        with CaptureQueriesContext(connection) as asked, django_capture_on_commit_callbacks(execute=True):
            answer = browser.post(address, form, headers={"HX-Request": "true"})
        assert answer.status_code in (200, 204), answer.content
        return [each["sql"] for each in asked.captured_queries]

    return posted


def _posts(cost: Cost, user: User, browser: Client) -> list[str]:
    return cost(browser, "/open/", way="open", seed_id=seed_make(owner=user).pk, **TERMS)


def test_an_open_challenge_is_posted_with_few_queries(players: Players, cost: Cost) -> None:
    alice, browser = players[0], signed_in(players[0])
    asked = _posts(cost, alice, browser)
    assert len(asked) <= 21, "\n".join(asked)
    assert len(_posts(cost, alice, browser)) == len(asked)


def test_an_open_challenge_is_taken_back_with_few_queries(players: Players, cost: Cost) -> None:
    alice, browser = players[0], signed_in(players[0])
    for _time in range(3):
        open_make(alice, trade="none")
    first, second, third = Challenge.objects.all()
    with_two = cost(browser, f"/challenges/{first.pk}/withdraw/")
    assert len(with_two) <= 17, "\n".join(with_two)
    with_one = cost(browser, f"/challenges/{second.pk}/withdraw/")
    asked = cost(browser, f"/challenges/{third.pk}/withdraw/")
    assert len(asked) <= 12 and len(asked) < len(with_one) < len(with_two), "\n".join(asked)


def test_an_open_challenge_is_accepted_with_few_queries(players: Players, cost: Cost) -> None:
    alice, bob = players
    seen(user_ids=[alice.pk])
    challenge = open_make(alice, trade="none")
    asked = cost(signed_in(bob), f"/challenges/{challenge.pk}/accept/", hand="pick", picks=PICKS)
    assert len(asked) <= 74, "\n".join(asked)


def test_a_named_challenge_is_sent_with_few_queries(players: Players, cost: Cost) -> None:
    alice = players[0]
    asked = cost(signed_in(alice), "/challenge/bob/", seed_id=seed_make(owner=alice).pk, **TERMS)
    assert len(asked) <= 27, "\n".join(asked)


def test_an_opponent_is_looked_for_with_few_queries(players: Players, cost: Cost) -> None:
    alice, bob = players
    seen(user_ids=[alice.pk, bob.pk])
    first = cost(signed_in(alice), "/pairing/", **TERMS)
    assert len(first) <= 24, "\n".join(first)
    found = cost(signed_in(bob), "/pairing/", **TERMS)
    assert len(found) <= 37, "\n".join(found)
