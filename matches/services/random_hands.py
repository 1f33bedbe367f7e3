"""The rule Random: what a player's hand is drawn from, and the draw (RULES 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from cards.frozen import frozen_among
from cards.models import Copy
from matches.engine import deal
from matches.engine.draws import SEED_BYTES, Draws
from matches.engine.record import HAND
from matches.services.terms import Terms


@dataclass(frozen=True, slots=True)
class RandomHand:
    """The five copies drawn, in drawn order, and the pool as a record writes it."""

    copies: tuple[Copy, ...]
    pool: list[list[Any]]
    """[key, level] in the order of the pool: the drawn have the keys of the hand, the others those that follow."""


def pool_of(*, user: User, terms: Terms) -> list[Copy]:
    """The copies that Random draws from, in the order of their IDs: owned, in no live match, and unique ones only
    where their owner has said so. Every copy that passes can be staked. Call it with the player locked to draw."""
    owned = Copy.objects.filter(owner=user).select_related("card__series").order_by("pk")
    if not user.stakes_unique:
        owned = owned.filter(sole=False)
    copies = list(owned)
    frozen = frozen_among([copy.pk for copy in copies])
    return [copy for copy in copies if copy.pk not in frozen]


def why_no_hand(*, user: User, terms: Terms) -> str:
    """Why Random can draw this player no hand, as a sentence to the player; empty where it can."""
    return "" if _gives_a_hand(pool_of(user=user, terms=terms), terms) else no_hand_sentence()


def why_no_hand_other(*, user: User, terms: Terms) -> str:
    """As `why_no_hand`, as a sentence to the other player; it tells nothing of the player's cards."""
    if _gives_a_hand(pool_of(user=user, terms=terms), terms):
        return ""
    return _("Random can draw no hand for %(player)s now.") % {"player": user.username}


def no_hand_sentence() -> str:
    """What a player is told for whom Random can draw no hand."""
    return _("Random needs five of your cards that are free and fit this house: there are too few in your stash.")


def random_hand(*, draws: Draws, colour: str, pool: Sequence[Copy], terms: Terms) -> RandomHand | None:
    """Draws a hand from the pool for a colour; None if the pool gives none."""
    drawn = deal.random_hand(draws, colour, _entries(pool), terms.house.hand_limit)
    if drawn is None:
        return None
    keys = {index: f"{colour[0]}{place}" for place, index in enumerate(drawn, 1)}
    others = (index for index in range(len(pool)) if index not in keys)
    keys |= {index: f"{colour[0]}{place}" for place, index in enumerate(others, HAND + 1)}
    entries = [[keys[index], copy.card.level] for index, copy in enumerate(pool)]
    return RandomHand(tuple(pool[index] for index in drawn), entries)


def _gives_a_hand(pool: Sequence[Copy], terms: Terms) -> bool:
    # Whether there is a hand hangs on the pool alone, so that any seed answers.
    draws = Draws(bytes(SEED_BYTES))
    return deal.random_hand(draws, "blue", _entries(pool), terms.house.hand_limit) is not None


def _entries(pool: Sequence[Copy]) -> list[tuple[int, int]]:
    return [(index, copy.card.level) for index, copy in enumerate(pool)]
