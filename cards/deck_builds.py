"""Whether somebody could build a deck that another shared: its cards, what is missing, and what that costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from accounts.models import User
from cards.deck_codes import deck_of_code
from cards.deck_houses import HouseCheck, house_checks
from cards.decks import DeckCheck, deck_check_cards
from cards.faces import CardFace
from cards.models import Card
from cards.prices import offers_at
from cards.queries import owned_counts
from cards.shelf import Laid, lay
from cards.wishes.queries import wished_among
from triad.errors import NotFound


@dataclass(frozen=True, slots=True)
class Lack:
    """A card of which `copies` are missing; `price` is what these cost by name together, None where it is not sold."""

    laid: Laid
    copies: int
    price: int | None
    wished: bool


@dataclass(frozen=True, slots=True)
class Build:
    """Five cards as one person sees them; a visitor has no stash, so that nothing is said to be missing."""

    cards: list[Card]
    faces: list[CardFace]
    check: DeckCheck
    houses: list[HouseCheck]
    """The houses' limits; what is missing counts in none of them."""
    lacks: list[Lack] = field(default_factory=list)

    @property
    def price(self) -> int:
        """What everything missing that is sold by name costs together."""
        return sum(lack.price for lack in self.lacks if lack.price is not None)

    @property
    def unsold(self) -> int:
        """How many of the missing cards are not sold by name."""
        return sum(lack.price is None for lack in self.lacks)

    @property
    def unwished(self) -> list[Lack]:
        """What is missing and not wished for yet."""
        return [lack for lack in self.lacks if not lack.wished]


def cards_of_code(code: str) -> list[Card]:
    """The five cards of a code in their order. Raises GameError `deck_code`, NotFound `no_card`."""
    card_ids = deck_of_code(code)
    cards = Card.objects.in_bulk(card_ids)
    unknown = [card_id for card_id in card_ids if card_id not in cards]
    if unknown:
        raise NotFound("no_card", _("This code names a card that is not here: %(card)s.") % {"card": unknown[0]})
    return [cards[card_id] for card_id in card_ids]


def build_of(*, cards: Sequence[Card], viewer: User | None) -> Build:
    """Five cards against the stash of who looks, at the prices that hold now."""
    full = {card.pk: len(cards) for card in cards}
    owned = full if viewer is None else owned_counts(user=viewer, card_ids=full)
    check = deck_check_cards(cards=cards, owned=owned, level_limit=None)
    return Build(
        cards=list(cards),
        faces=[lay(card).face for card in cards],
        check=check,
        houses=house_checks(check=deck_check_cards(cards=cards, owned=full, level_limit=None)),
        lacks=_lacks(check, viewer) if viewer and check.missing else [],
    )


def _lacks(check: DeckCheck, viewer: User) -> list[Lack]:
    offers = offers_at()
    wished = wished_among(player=viewer, card_ids=[lack.card.pk for lack in check.missing])
    found = []
    for lack in check.missing:
        laid = lay(lack.card, held=lack.owned, unit_price=offers[lack.card.series_id].specific)
        copies = lack.needed - lack.owned
        price = None if laid.price is None else laid.price * copies
        found.append(Lack(laid, copies, price, lack.card.pk in wished))
    return found
