"""Hands that are lent, to robots, to guests and to who lacks the cards of a house: they are nobody's (RULES 7)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from secrets import SystemRandom
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from cards.decks import DECK_SIZE, deck_check_cards
from cards.models import Card, Copy
from cards.queries import record_card
from matches.houses import House
from matches.services.terms import Terms
from triad.errors import Conflict

#: The series of lent hands, and what their levels add up to.
LENT_SERIES, LENT_TOTAL = "A", 18
#: So many hands are drawn, of which the one nearest to the wanted total is lent.
LENT_DRAWS = 60
#: So many of the five suit the rules that ask for an element or a type, as far as there are such cards.
SUITING = 4
#: The rules that count types.
TYPE_RULES = frozenset({"ascension", "descension"})

_SYSTEM_RANDOM = SystemRandom()


def lent_hand(*, total: int, terms: Terms | None = None, random: Random = _SYSTEM_RANDOM) -> tuple[dict[str, Any], ...]:
    """Five cards, as a record writes them, that are a legal deck under the terms and whose levels add up to about
    `total`. With Elemental most have an element, where types count most have a type; else they are of series A.

    Raises Conflict no_cards while there are no cards to lend.
    """
    common = list(Card.objects.filter(series=LENT_SERIES).order_by("number"))
    suiting = _suiting(common, terms)
    if len(common) < DECK_SIZE:
        raise Conflict("no_cards", _("There are no cards to lend yet. Please come back later."))
    near, near_suiting = _near(common, total), _near(suiting, total)
    hands = [_draw(near, near_suiting, random) for _time in range(LENT_DRAWS)]
    legal = [hand for hand in hands if _is_legal(hand, terms)] or hands
    best = min(legal, key=lambda hand: abs(sum(card.level for card in hand) - total))
    return tuple(record_card(card, "") for card in best)


def lent_total(terms: Terms) -> int:
    """What the levels of a lent hand add up to, nearly."""
    return min(terms.level_limit or LENT_TOTAL, LENT_TOTAL)


def lacks_cards_for(user: User, house: House) -> str:
    """Why a lent hand is offered against a robot: the player has too few of the cards that the house is about;
    empty where there are enough."""
    if not house.about_types or Copy.objects.filter(owner=user).exclude(card__type="").count() >= DECK_SIZE:
        return ""
    return _(
        "%(house)s is played with cards of a type, and you have fewer than five: against a robot some are lent."
    ) % {"house": house.name}


def _suiting(common: Sequence[Card], terms: Terms | None) -> list[Card]:
    """The cards that the rules ask for; none where they ask for no special ones."""
    if terms is None:
        return []
    if "elemental" in terms.rules:
        return [card for card in common if card.element]
    if terms.house.about_types or not TYPE_RULES.isdisjoint(terms.rules):
        return list(Card.objects.exclude(type="").filter(series__unique_cards=False).order_by("series_id", "number"))
    return []


def _near(cards: Sequence[Card], total: int) -> list[Card]:
    """The half of the cards whose levels are nearest to what each of five would have."""
    return sorted(cards, key=lambda card: abs(card.level - total / DECK_SIZE))[: max(DECK_SIZE, len(cards) // 2)]


def _draw(cards: list[Card], suiting: list[Card], random: Random) -> list[Card]:
    special = random.sample(suiting, min(SUITING, len(suiting)))
    others = [card for card in cards if card not in special]
    return [*special, *random.sample(others, DECK_SIZE - len(special))]


def _is_legal(hand: list[Card], terms: Terms | None) -> bool:
    if terms is None:
        return True
    owned = {card.pk: DECK_SIZE for card in hand}
    check = deck_check_cards(cards=hand, owned=owned, level_limit=terms.level_limit, stars=terms.stars)
    return check.ok
