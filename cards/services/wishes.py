"""Wishes: the cards that a player would like to have."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from cards.models import Card
from cards.services.locks import lock_players
from cards.wishes.models import Wish
from triad.clock import now
from triad.errors import Conflict, GameError, NotFound

MOST_WISHES = 100


@transaction.atomic
def wish_add(*, player: User, card_ids: Sequence[str]) -> list[Card]:
    """Wishes for some cards, all or none; gives them. A card wished for already stays so.

    Raises GameError `nothing_named`, NotFound `no_card`, Conflict `too_many_wishes`.
    """
    wanted = list(dict.fromkeys(card_ids))
    if not wanted:
        raise GameError("nothing_named", _("Say which card you wish for."))
    if len(wanted) > MOST_WISHES:
        raise _too_many()
    cards = Card.objects.in_bulk(wanted)
    if len(cards) < len(wanted):
        raise NotFound("no_card", _("There is no card with this ID."))
    lock_players(player.pk)
    held = set(Wish.objects.filter(player=player).values_list("card_id", flat=True))
    if len(held | set(wanted)) > MOST_WISHES:
        raise _too_many()
    Wish.objects.bulk_create(Wish(player=player, card=card, at=now()) for card in cards.values() if card.pk not in held)
    return [cards[card_id] for card_id in wanted]


@transaction.atomic
def wish_drop(*, player: User, card_id: str) -> Card:
    """Wishes for a card no more; nothing changes where it was not wished for. Raises NotFound `no_card`."""
    card = Card.objects.filter(pk=card_id).first()
    if card is None:
        raise NotFound("no_card", _("There is no card with this ID."))
    Wish.objects.filter(player=player, card=card).delete()
    return card


def _too_many() -> Conflict:
    sentence = _("A wish list has %(most)d cards at most: take one off first.")
    return Conflict("too_many_wishes", sentence % {"most": MOST_WISHES})
