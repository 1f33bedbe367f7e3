"""Portraits: the staff makes a unique card of a player's likeness; a grant then gives it to whom a game master says.

Locks: the portrayed player, then the series of custom cards and of Portraits, behind which names and numbers are given.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.wallet import players_lock
from cards.customs.design import Design, check_complete
from cards.customs.models import CardPicture
from cards.customs.queries import CUSTOM_CODE, last_number
from cards.models import Card, Series
from cards.portraits.models import Portrait
from triad.clock import now
from triad.errors import Conflict, NotAllowed

#: The code of Portraits, and cards of one code.
CODE, MOST_NUMBERS = "P", 999


def may_portray(user: User) -> bool:
    """Whether somebody makes Portraits."""
    return bool(user.is_active and user.is_staff and user.has_perm("cards.add_portrait"))


@transaction.atomic
def portrait_make(*, by: User, player: User, design: Design) -> Portrait:
    """Makes a card of a player: the next ID of series P, with its picture or else an emblem by its ID. No copy of it
    exists until it is granted; level, ranks and element are fixed from now on.

    Raises what `check_complete` raises (the name, the ranks, their sum at that level); NotAllowed `no_curator`;
    Conflict `no_account`, `portrait_exists`, `no_numbers`.
    """
    if not may_portray(by):
        raise NotAllowed("no_curator", _("Only curators make Portraits."))
    players_lock(user_ids=[player.pk])
    if not player.is_person or not player.is_active:
        raise Conflict("no_account", _("%(name)s has no open account.") % {"name": player.username})
    if made := Portrait.objects.select_related("card").filter(player=player).first():
        sentence = _("%(name)s has a Portrait already: %(card)s.")
        raise Conflict("portrait_exists", sentence % {"name": player.username, "card": made.card})
    # Held until the end: no other card gets the number or the name.
    locked = Series.objects.select_for_update().filter(pk__in=[CUSTOM_CODE, CODE]).order_by("pk")
    series = next(one for one in locked if one.pk == CODE)
    check_complete(design)
    card = _card_make(series, design, by=by, player=player)
    return Portrait.objects.create(card=card, player=player, made_by=by, made_at=now())


def _card_make(series: Series, design: Design, *, by: User, player: User) -> Card:
    number = last_number(series) + 1
    if number > MOST_NUMBERS:
        raise Conflict("no_numbers", _("The numbers of the series %(series)s are used up.") % {"series": series.name})
    up, right, down, left = design.ranks
    card = Card(
        series=series,
        number=number,
        name=design.name,
        level=design.level,
        up=up,
        right=right,
        down=down,
        left=left,
        element=design.element,
        text=design.text,
        on_sale=False,
    )
    signed: Any = card
    signed._history_user, signed._change_reason = by, _("Portrait of %(name)s") % {"name": player.username}
    card.save(force_insert=True)
    if design.picture is not None:
        CardPicture.objects.create(card=card, picture=design.picture)
    return card
