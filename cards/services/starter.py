"""The cards that nobody pays for: the starter after sign-up, and the welcome pack after a first match (RULES 8)."""

from __future__ import annotations

from random import Random
from secrets import SystemRandom

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from cards.decks import MOST_DECKS
from cards.models import Card, Copy, Deck, Pack, Transfer
from cards.queries import room_left
from cards.services.decks import deck_make_current, write_places
from cards.services.locks import lock_players
from cards.services.packs import draw_by_level, draw_evenly, pack_fill
from triad.clock import now
from triad.errors import Conflict, NotAllowed

SERIES = "A"
STARTER_SIZE, STARTER_LEVEL = 20, 3
WELCOME_SIZE = 5
DECK_NAME = "Start"

_SYSTEM_RANDOM = SystemRandom()


@transaction.atomic
def starter_open(*, user: User, random: Random = _SYSTEM_RANDOM) -> Pack:
    """The player's starter: twenty marked cards of levels 1 to 3, and the deck Start; made by the first call, the
    same one ever after.

    Raises NotAllowed `needs_account` for guests and robots, Conflict `no_cards` while the series is not loaded.
    """
    if not user.is_person:
        raise NotAllowed("needs_account", _("Cards are kept by accounts: sign up first, then open your starter."))
    lock_players(user.pk)
    if opened := Pack.objects.filter(owner=user, source=Pack.Source.STARTER).first():
        return opened
    cards = list(_series().filter(level__lte=STARTER_LEVEL))
    drawn = draw_evenly(cards=cards, room=room_left(user=user, cards=cards), count=STARTER_SIZE, random=random)
    if len(drawn) < STARTER_SIZE:
        raise Conflict("no_cards", _("There are no cards to open a starter with yet. Please come back later."))
    pack = Pack.objects.create(owner=user, source=Pack.Source.STARTER, at=now())
    pack_fill(pack=pack, cards=drawn, reason=Transfer.Reason.STARTER, cause=f"pack:{pack.pk}")
    _make_start_deck(user)
    return pack


@transaction.atomic
def welcome_pack_give(*, user: User, cause: str, random: Random = _SYSTEM_RANDOM) -> Pack | None:
    """A pack of five of series A after the first match with a person; `cause` is that match.

    None when the player had it already, is no person, or may hold no more card of the series.
    """
    if not user.is_person:
        return None
    lock_players(user.pk)
    if Pack.objects.filter(owner=user, source=Pack.Source.WELCOME).exists():
        return None
    cards = list(_series())
    drawn = draw_by_level(cards=cards, room=room_left(user=user, cards=cards), count=WELCOME_SIZE, random=random)
    if not drawn:
        return None
    pack = Pack.objects.create(owner=user, source=Pack.Source.WELCOME, at=now())
    pack_fill(pack=pack, cards=drawn, reason=Transfer.Reason.WELCOME, cause=cause)
    return pack


def _series() -> QuerySet[Card]:
    return Card.objects.filter(series=SERIES).select_related("series").order_by("number")


def _make_start_deck(user: User) -> None:
    """The strongest five of the starter as a deck; five of level 3 make 15, well under the limit of 20."""
    taken = set(Deck.objects.filter(owner=user).values_list("name_key", flat=True))
    if len(taken) >= MOST_DECKS:
        return
    names = [DECK_NAME, *(f"{DECK_NAME}-{number}" for number in range(2, MOST_DECKS + 2))]
    name = next(name for name in names if name.lower() not in taken)
    copies = Copy.objects.filter(owner=user, card__series=SERIES, card__level__lte=STARTER_LEVEL).select_related("card")
    best = sorted((copy.card for copy in copies), key=lambda card: (-card.level, -card.power, card.pk))
    deck = Deck.objects.create(owner=user, name=name, name_key=name.lower(), used_at=now())
    write_places(deck=deck, card_ids=[card.pk for card in best[:5]])
    deck_make_current(deck=deck)
