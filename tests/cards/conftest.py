"""Cards for the tests about cards."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import User
from cards.models import Card, Copy, Transfer
from cards.services.copies import give_copy
from cards.services.loading import load_cards
from matches.services import eligibility
from tests.cards.customs import grant
from tests.conftest import Clock

Give = Callable[..., list[Copy]]


@pytest.fixture
def loaded(db: None) -> None:
    """The shipped series and cards."""
    load_cards()


@pytest.fixture
def give(loaded: None) -> Give:
    """Gives a player one copy of each of some cards, by ID: give(alice, "A001", "A085")."""

    def _give(taker: User, *card_ids: str, marked: bool = False) -> list[Copy]:
        return [
            give_copy(
                card=Card.objects.get(pk=card_id),
                taker=taker,
                reason=Transfer.Reason.GRANT,
                cause="test:1",
                marked=marked,
            )
            for card_id in card_ids
        ]

    return _give


@pytest.fixture
def old_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trades are open to everybody, except where a test says otherwise."""
    monkeypatch.setattr(eligibility, "BET_MATCHES", 0)
    monkeypatch.setattr(eligibility, "BET_AGE", timedelta(days=-36500))


@pytest.fixture
def pair(alice: User, bob: User, clock: Clock, give: Give) -> tuple[User, User]:
    """Alice has A001, A002 and A003, Bob A004, A005 and A006 (all of level 1), and both 500 points."""
    give(alice, "A001", "A002", "A003")
    give(bob, "A004", "A005", "A006")
    grant(alice, 500)
    grant(bob, 500)
    return alice, bob
