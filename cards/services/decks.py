"""Decks: ordered lists of up to five cards under a name; every change is one of these functions.

`seen`, where given, is the list of card IDs that the person looked at: a deck that differs by now is left as it is,
so that a form sent twice acts once.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from cards.deck_houses import DeckHouse, houses
from cards.decks import DECK_SIZE, MOST_DECKS, NAME
from cards.lookup import find_cards, read_words
from cards.models import Card, CurrentDeck, Deck, DeckCard, DeckDefault
from cards.queries import deck_cards, deck_get
from cards.services.locks import lock_players
from triad.clock import now
from triad.errors import Conflict, GameError, NotFound


@transaction.atomic
def deck_create(*, owner: User, name: str) -> Deck:
    """An empty deck, which is the current one then. Raises GameError `deck_name`, Conflict `deck_name_taken` and
    `too_many_decks`."""
    if not NAME.fullmatch(name):
        raise GameError("deck_name", _("A deck's name has 1 to 30 letters from a to z, digits, - or _, and no spaces."))
    lock_players(owner.pk)
    names = set(Deck.objects.filter(owner=owner).values_list("name_key", flat=True))
    if name.lower() in names:
        raise Conflict("deck_name_taken", _("You have a deck named %(name)s already.") % {"name": name})
    if len(names) >= MOST_DECKS:
        raise Conflict("too_many_decks", _("You have twenty decks, as many as may be kept: delete one first."))
    made = Deck.objects.create(owner=owner, name=name, name_key=name.lower(), used_at=now())
    deck_make_current(deck=made)
    return made


@transaction.atomic
def deck_make_current(*, deck: Deck) -> None:
    """From now on commands that name no deck mean this one of its owner's."""
    CurrentDeck.objects.update_or_create(owner_id=deck.owner_id, defaults={"deck": deck})


@transaction.atomic
def deck_delete(*, owner: User, deck_id: int) -> str:
    """Deletes a deck and gives its name; no card is lost by it. Raises NotFound."""
    deck = _locked(owner, deck_id)
    deck.delete()
    return deck.name


@transaction.atomic
def deck_add(*, owner: User, deck_id: int, text: str, seen: Sequence[str] | None = None) -> list[Card]:
    """Adds the cards that a text names, by names or IDs, at the end: all or none; gives what was added.

    Raises Conflict `deck_full`, `deck_changed`, and what the look-up of names raises (cards.lookup).
    """
    deck = _locked(owner, deck_id, seen)
    hand = deck_cards(deck)
    added = find_cards(words=read_words(text), user=owner)
    if len(hand) + len(added) > DECK_SIZE:
        sentence = _("A deck has five cards: there are %(have)d in it, so these %(more)d are too many.")
        if len(added) == 1:
            sentence = _("A deck has five cards, and there are five in it: take one out first.")
        raise Conflict("deck_full", sentence % {"have": len(hand), "more": len(added)})
    write_places(deck=deck, card_ids=[card.pk for card in (*hand, *added)])
    return added


@transaction.atomic
def deck_remove(*, owner: User, deck_id: int, text: str, seen: Sequence[str] | None = None) -> list[Card]:
    """Takes the cards that a text names out of the deck, by names or IDs, one place each: all or none.

    Raises Conflict `not_in_deck`, `deck_changed`, and what the look-up of names raises.
    """
    deck = _locked(owner, deck_id, seen)
    left = deck_cards(deck)
    removed = find_cards(words=read_words(text), user=owner, hand=left)
    ids = [card.pk for card in left]
    for card in removed:
        if card.pk not in ids:
            raise Conflict("not_in_deck", _("%(card)s is not in the deck.") % {"card": card})
        ids.remove(card.pk)
    write_places(deck=deck, card_ids=ids)
    return removed


@transaction.atomic
def deck_remove_at(*, owner: User, deck_id: int, position: int, seen: Sequence[str] | None = None) -> Card:
    """Takes the card at a place, 1 to 5, out of the deck; those after it move up. Raises Conflict `no_place`."""
    deck = _locked(owner, deck_id, seen)
    cards = deck_cards(deck)
    removed = cards.pop(_index(position, cards))
    write_places(deck=deck, card_ids=[card.pk for card in cards])
    return removed


@transaction.atomic
def deck_move(*, owner: User, deck_id: int, position: int, to: int, seen: Sequence[str] | None = None) -> Card:
    """Moves the card at a place to another place; those between move over. Raises Conflict `no_place`."""
    deck = _locked(owner, deck_id, seen)
    cards = deck_cards(deck)
    moved = cards.pop(_index(position, cards))
    cards.insert(_index(to, [*cards, moved]), moved)
    write_places(deck=deck, card_ids=[card.pk for card in cards])
    return moved


@transaction.atomic
def deck_reorder(*, owner: User, deck_id: int, order: Sequence[int], seen: Sequence[str] | None = None) -> Deck:
    """Puts the deck into a new order, given as its present places (2, 1, 3 swaps the first two).

    Raises Conflict `no_place` when these are not all places, each once.
    """
    deck = _locked(owner, deck_id, seen)
    cards = deck_cards(deck)
    if sorted(order) != list(range(1, len(cards) + 1)):
        raise Conflict("no_place", _("This order does not name every place of the deck once."))
    write_places(deck=deck, card_ids=[cards[place - 1].pk for place in order])
    return deck_get(owner=owner, deck_id=deck_id)


@transaction.atomic
def deck_copy(*, owner: User, deck_id: int, name: str) -> Deck:
    """A new deck with the same cards in the same order. Raises NotFound, and what `deck_create` raises."""
    lock_players(owner.pk)
    cards = deck_cards(deck_get(owner=owner, deck_id=deck_id))
    return deck_make(owner=owner, name=name, card_ids=[card.pk for card in cards])


@transaction.atomic
def deck_make(*, owner: User, name: str, card_ids: Sequence[str]) -> Deck:
    """A deck with these cards at once. Raises what `deck_create` raises."""
    made = deck_create(owner=owner, name=name)
    write_places(deck=made, card_ids=card_ids)
    return made


@transaction.atomic
def deck_default_set(*, owner: User, deck_id: int, house: str) -> DeckHouse:
    """Makes the deck the one that its owner takes first in a house, whichever was it before; gives the house.

    Raises NotFound `no_deck` and `no_house`.
    """
    deck, found = _locked(owner, deck_id), _house(house)
    DeckDefault.objects.update_or_create(owner=owner, house=found.key, defaults={"deck": deck})
    return found


@transaction.atomic
def deck_default_clear(*, owner: User, deck_id: int, house: str) -> DeckHouse:
    """The deck is no longer the default in a house; nothing changes where it is not. Raises as the setting does."""
    deck, found = _locked(owner, deck_id), _house(house)
    DeckDefault.objects.filter(owner=owner, house=found.key, deck=deck).delete()
    return found


def deck_used(*, owner: User, name: str, moment: datetime) -> None:
    """Notes that a match begins with a deck, so that it is offered first; nothing where there is no such deck now."""
    Deck.objects.filter(owner=owner, name=name).update(used_at=moment)


def write_places(*, deck: Deck, card_ids: Sequence[str]) -> None:
    """Writes a deck's whole list; runs in the caller's transaction, the owner locked."""
    DeckCard.objects.filter(deck=deck).delete()
    DeckCard.objects.bulk_create(
        DeckCard(deck=deck, position=position, card_id=card_id) for position, card_id in enumerate(card_ids, start=1)
    )


def _locked(owner: User, deck_id: int, seen: Sequence[str] | None = None) -> Deck:
    """The owner's deck, held still, as the person saw it."""
    lock_players(owner.pk)
    deck = deck_get(owner=owner, deck_id=deck_id)
    if seen is not None and list(seen) != [card.pk for card in deck_cards(deck)]:
        raise Conflict("deck_changed", _("The deck has changed meanwhile; here is how it stands. Nothing was done."))
    return deck


def _house(key: str) -> DeckHouse:
    found = houses().get(key)
    if found is None:
        raise NotFound("no_house", _("There is no such house."))
    return found


def _index(position: int, cards: Sequence[Card]) -> int:
    if not 1 <= position <= len(cards):
        raise Conflict("no_place", _("The deck has no card at this place."))
    return position - 1
