"""A deck as it lies on the bench: five places, what is wrong, and how strong each side is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from cards.deck_codes import deck_code
from cards.deck_houses import HouseCheck, house_checks
from cards.decks import DECK_SIZE, DeckCheck
from cards.faces import SIDES, CardFace
from cards.models import Card, Deck
from cards.queries import deck_cards


@dataclass(frozen=True, slots=True)
class Place:
    """One of the five places, with its card or empty; `lacking` where its owner has not enough copies for it."""

    number: int
    card: Card | None = None
    face: CardFace | None = None
    lacking: bool = False
    is_first: bool = False
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class Bench:
    """A deck with its places, its check without any house's limits, and what each house says of it."""

    deck: Deck
    check: DeckCheck
    places: list[Place]
    houses: list[HouseCheck] = field(default_factory=list)

    @property
    def open_houses(self) -> list[HouseCheck]:
        """The houses where the deck can be played as it is."""
        return [each for each in self.houses if each.ok]

    @property
    def shut_houses(self) -> list[HouseCheck]:
        """The houses whose own limits are in the deck's way."""
        return [each for each in self.houses if each.limits]

    @property
    def default_houses(self) -> list[HouseCheck]:
        """The houses where the deck is its owner's default."""
        return [each for each in self.houses if each.is_default]

    @property
    def seen(self) -> str:
        """The deck's list as a form sends it back, so that a form sent twice acts once."""
        return " ".join(place.card.pk for place in self.places if place.card)

    @property
    def code(self) -> str:
        """The deck's code to share; empty as long as it has not five cards."""
        cards = self.seen.split()
        return deck_code(cards) if len(cards) == DECK_SIZE else ""

    @property
    def counts(self) -> dict[str, int]:
        """How often each card is in the deck, by its ID."""
        return Counter(place.card.pk for place in self.places if place.card)

    @property
    def side_sums(self) -> dict[str, int]:
        """The sum of the ranks on each side."""
        cards = [place.card for place in self.places if place.card]
        return {side: sum(getattr(card, side) for card in cards) for side in SIDES}


def bench_of(*, deck: Deck, check: DeckCheck, defaults: Mapping[str, Deck] | None = None) -> Bench:
    """A deck, loaded with its cards, and its check without limits as the page shows them; `defaults` are the owner's
    default decks by house."""
    cards = deck_cards(deck)
    left = {lack.card.pk: lack.owned for lack in check.missing}
    places = []
    for number in range(1, DECK_SIZE + 1):
        if number > len(cards):
            places.append(Place(number=number))
            continue
        card = cards[number - 1]
        lacking = left.get(card.pk, 1) < 1
        if card.pk in left:
            left[card.pk] -= 1
        places.append(
            Place(
                number=number,
                card=card,
                face=CardFace.of(card, unowned=lacking),
                lacking=lacking,
                is_first=number == 1,
                is_last=number == len(cards),
            )
        )
    return Bench(deck, check, places, house_checks(deck=deck, check=check, defaults=defaults or {}))
