"""Help after ruin: who lost so much that no legal deck can be laid gets cards for the asking (RULES 8)."""

from __future__ import annotations

from random import Random
from secrets import SystemRandom

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from cards.grants.ruin import helped_today, is_ruined, lowest_levels, makes_deck
from cards.models import Card, Pack, Transfer
from cards.queries import has_starter, room_left
from cards.services.locks import lock_players
from cards.services.packs import draw_evenly, pack_fill
from cards.services.starter import SERIES
from triad.clock import now
from triad.errors import Conflict, NotAllowed

#: The level of the cards that come.
LEVEL = 1

_SYSTEM_RANDOM = SystemRandom()


@transaction.atomic
def ruin_help(*, player: User, random: Random = _SYSTEM_RANDOM) -> Pack:
    """Random marked cards of level 1 of series A, one after another until a legal Deling deck can be laid; once a day.

    Raises NotAllowed `needs_account`; Conflict `starter_first`, `not_ruined`, `helped_today`, `no_cards`.
    """
    if not player.is_person:
        raise NotAllowed("needs_account", _("Cards are kept by accounts: sign up first."))
    lock_players(player.pk)
    moment = now()
    if not has_starter(player):
        raise Conflict("starter_first", _("Open your starter first: it has twenty cards and a deck."))
    if helped_today(player=player, moment=moment):
        raise Conflict("helped_today", _("You got new cards today already. Ask again tomorrow."))
    if not is_ruined(player=player):
        raise Conflict("not_ruined", _("You can lay a legal deck with the cards that you have."))
    pack = Pack.objects.create(owner=player, source=Pack.Source.RUIN, at=moment)
    pack_fill(pack=pack, cards=_cards_needed(player, random), reason=Transfer.Reason.RUIN, cause=f"pack:{pack.pk}")
    return pack


def _cards_needed(player: User, random: Random) -> list[Card]:
    """The fewest cards of level 1 with which the player can lay five within the limit of levels."""
    cards = list(Card.objects.filter(series=SERIES, level=LEVEL).select_related("series").order_by("number"))
    room, levels = room_left(user=player, cards=cards), lowest_levels(player=player)
    drawn: list[Card] = []
    while not makes_deck([*levels, *(card.level for card in drawn)]):
        found = draw_evenly(cards=cards, room=room, count=1, random=random)
        if not found:
            raise Conflict("no_cards", _("There are no cards to give. Please come back later."))
        drawn += found
    return drawn
