"""Cards for the tests about cards."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from cards.models import Card, Copy, Transfer
from cards.services.copies import give_copy
from cards.services.loading import load_cards

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
