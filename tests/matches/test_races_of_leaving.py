"""Leaving the site against a challenge that is accepted at the same moment: one of the two happens, never both."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.audit import findings as wallet_findings
from accounts.departures import account_leave
from accounts.models import User
from accounts.services.staff import staff_account
from cards.audit import findings as card_findings
from matches.audit import findings
from matches.models import Match, Seat
from matches.services.challenges import challenge_accept
from matches.services.leaving import match_leave
from tests.accounts.conftest import PASSWORD
from tests.matches import world
from tests.matches.races import failures, race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

TIMES = 5


def test_who_leaves_is_in_no_match_and_who_is_in_one_has_not_left(players: tuple[User, User]) -> None:
    _alice, bob = players
    staff_account()
    for number in range(TIMES):
        guest = User.objects.create_user(username=f"leaver{number}", password=PASSWORD)
        world.copies_give(guest, [f"A{card:03}" for card in range(1, 13)])
        challenge, hand = world.challenge_make(guest, bob, trade="none"), world.hand_of(bob)
        results = race(
            [
                partial(challenge_accept, challenge_id=challenge.pk, user=bob, copies=hand),
                partial(account_leave, player=guest, password=PASSWORD),
            ]
        )
        assert not failures(results), results
        guest.refresh_from_db()
        began = isinstance(results[0], Match)
        assert began == guest.is_active == Seat.objects.filter(user=guest).exists(), results
        assert results[1] == "in_a_match" if began else results[0] in ("challenge_over", "opponent_closed"), results
        if began:
            match_leave(match_id=results[0].pk, user=bob)
            Seat.objects.filter(match=results[0]).update(busy="")
    assert not [*findings(), *wallet_findings(), *card_findings()]
