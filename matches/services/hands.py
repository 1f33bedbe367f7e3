"""The five cards that a player brings: chosen from a deck or one by one, and checked (RULES 5, 7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import User
from cards.decks import DECK_SIZE, deck_check_cards
from cards.frozen import frozen_among
from cards.models import Copy, Deck
from cards.queries import copies_for
from matches.services.random_hands import why_no_hand
from matches.services.terms import Terms
from triad.clock import now
from triad.errors import Conflict, GameError, NotFound

#: Staking a card of this level or more is confirmed, and so is staking a unique one.
PRECIOUS_LEVEL = 8


@dataclass(frozen=True, slots=True)
class Hand:
    """Five copies in the order of the hand, and the deck they are of, if of one."""

    copies: tuple[Copy, ...]
    deck_name: str = ""

    @property
    def copy_ids(self) -> list[int]:
        """The IDs of the copies, in order."""
        return [copy.pk for copy in self.copies]


def hand_choose(
    *,
    user: User,
    terms: Terms,
    deck: Deck | None = None,
    copies: Iterable[int] | None = None,
    confirmed: bool = False,
) -> Hand:
    """The hand that a player brings, from a deck or as five copies; the player is locked. A deck notes its use.

    With Random nothing is brought, whatever is named: the hand is empty, and there is a pool that gives one.

    Raises GameError: no_hand, hand_size, hand_illegal (over the limit of levels or stars); NotFound: no_deck,
    no_copy; Conflict: not_owned, copies_frozen, no_random_hand, confirm_stake (precious cards at stake, not confirmed).
    """
    if terms.uses_random:
        if why := why_no_hand(user=user, terms=terms):
            raise Conflict("no_random_hand", why)
        return Hand(())
    if deck is not None:
        if deck.owner_id != user.pk:
            raise NotFound("no_deck", _("You have no such deck."))
        ids = list(deck.places.order_by("position").values_list("card_id", flat=True))
        _needs_five(len(ids))
        hand = Hand(tuple(copies_for(user=user, card_ids=ids)), deck.name)
        Deck.objects.filter(pk=deck.pk).update(used_at=now())
    elif copies is not None:
        hand = Hand(tuple(_own_copies(user, list(copies))))
    else:
        raise GameError("no_hand", _("Choose a deck or five cards."))
    hand_check(hand.copies, terms)
    if terms.staked and not confirmed:
        _confirm_stake(hand.copies)
    return hand


def hand_check(copies: Sequence[Copy], terms: Terms) -> None:
    """Raises GameError hand_illegal, with the reasons, if these copies are no legal deck under the terms."""
    cards = [copy.card for copy in copies]
    owned = {card.pk: DECK_SIZE for card in cards}
    check = deck_check_cards(cards=cards, owned=owned, level_limit=terms.level_limit, stars=terms.stars)
    if check.problems:
        raise GameError("hand_illegal", " ".join(check.problems))


def _own_copies(user: User, ids: list[int]) -> list[Copy]:
    _needs_five(len(ids))
    _needs_five(len(set(ids)))
    found = {copy.pk: copy for copy in Copy.objects.filter(pk__in=ids, owner=user).select_related("card__series")}
    if len(found) < DECK_SIZE:
        raise NotFound("no_copy", _("Not all of these cards are in your stash."))
    frozen = frozen_among(ids)
    if frozen:
        card = next(found[pk].card for pk in ids if pk in frozen)
        raise Conflict("copies_frozen", _("%(card)s is in a match that is not over.") % {"card": card})
    return [found[pk] for pk in ids]


def _needs_five(count: int) -> None:
    if count != DECK_SIZE:
        raise GameError("hand_size", _("A match needs five cards, not %(count)d.") % {"count": count})


def _confirm_stake(copies: Iterable[Copy]) -> None:
    precious = [copy.card for copy in copies if copy.sole or copy.card.level >= PRECIOUS_LEVEL]
    if precious:
        names = ", ".join(dict.fromkeys(f"{card.name} ({card.level})" for card in precious))
        raise Conflict(
            "confirm_stake",
            _("You stake cards that are hard to replace: %(cards)s. Please confirm it.") % {"cards": names},
        )
