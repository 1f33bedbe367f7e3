"""What the tests of the arena begin with: open challenges and their answers."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from matches.arena.opening import challenge_open
from matches.models import Challenge, Match
from matches.services.challenges import challenge_accept
from matches.services.seeds import seed_make
from tests.matches import world


def open_make(challenger: User, **given: Any) -> Challenge:
    """An open challenge with the challenger's lowest five cards; `way="invite"` for an invite."""
    terms = {"rules": world.RULES, "trade": "one", "copies": world.hand_of(challenger), **given}
    return challenge_open(challenger=challenger, seed_id=seed_make(owner=challenger).pk, **terms)


def answer(challenge: Challenge, user: User, **given: Any) -> Match:
    """The match that begins with the player's answer, by the lowest five cards."""
    return challenge_accept(
        challenge_id=challenge.pk, user=user, **{"copies": world.hand_of(user), "addition": "cd" * 16, **given}
    )
