"""What is read about custom cards: prices, a player's designs, and what a curator compares one with."""

from __future__ import annotations

from datetime import datetime
from heapq import nsmallest
from typing import NamedTuple

from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from cards.customs.models import OPEN, CustomSeries, Picture, Submission
from cards.customs.names import alike_key, nearest_names
from cards.customs.numbers import custom_price
from cards.models import Card, Price, Series
from cards.prices import prices_at
from triad.errors import Conflict, NotFound

#: The code under which custom cards begin.
CUSTOM_CODE = "C"
#: How many cards and names a curator compares with.
NEAREST = 6


class NearCard(NamedTuple):
    """A card of the database and how far its ranks are from a design's, all four differences together."""

    card: Card
    apart: int


class NearName(NamedTuple):
    """A name that is like a design's: a card's, or another open submission's."""

    name: str
    card: Card | None
    submission: Submission | None
    same: bool


def making_price(*, level: int, moment: datetime | None = None) -> tuple[int, Price]:
    """What making a card of a level costs, and the price row that says so (RULES 8).

    Raises Conflict `no_price` while series C has no specific price.
    """
    listed = prices_at(moment).get(CUSTOM_CODE)
    if listed is None or listed.specific is None:
        raise Conflict("no_price", _("No cards are made at present: custom cards have no price."))
    return custom_price(specific=listed.specific, level=level), listed


def making_prices() -> dict[int, int]:
    """What making a card of each level costs now; nothing while none are made."""
    try:
        _price, listed = making_price(level=1)
    except Conflict:
        return {}
    return {level: custom_price(specific=listed.specific or 0, level=level) for level in range(1, 11)}


def custom_codes() -> list[str]:
    """The codes of custom cards in the order in which they are used."""
    return [CUSTOM_CODE, *CustomSeries.objects.order_by("place").values_list("series_id", flat=True)]


def last_number(series: Series) -> int:
    """The highest number that is used in a series; 0 in an empty one."""
    found: int | None = series.cards.aggregate(most=Max("number"))["most"]
    return found or 0


def submissions_of(maker: User) -> QuerySet[Submission]:
    """A player's designs and submissions, the newest change first."""
    return (
        Submission.objects.filter(maker=maker)
        .select_related("picture", "card")
        .defer("picture__large", "picture__small")
    )


def submission_get(*, maker: User, submission_id: int) -> Submission:
    """One of a player's own designs; anybody else's is NotFound."""
    found = submissions_of(maker).filter(pk=submission_id).first()
    if found is None:
        raise NotFound("no_submission", _("You have no such card in the making."))
    return found


def picture_of(*, owner: User, key: str) -> Picture | None:
    """A picture that the player sent, by its key, without its bytes."""
    return Picture.objects.filter(owner=owner, key=key).defer("large", "small").first() if key else None


def public_picture(*, key: str) -> Picture | None:
    """A picture that is on a card, by its key."""
    return Picture.objects.filter(key=key, cards__isnull=False).first()


def picture_for(*, key: str, viewer: User, is_curator: bool) -> Picture | None:
    """A picture by its key, for who sent it; curators see what is on a submission too, and everybody what is on a
    card."""
    found = Picture.objects.filter(key=key)
    if is_curator and (picture := found.exclude(submissions=None).first()):
        return picture
    return found.filter(owner=viewer).first() or public_picture(key=key)


def card_picture_of(card_id: str) -> Picture | None:
    """The picture on a card, without its bytes; None for a card with an emblem."""
    return Picture.objects.filter(cards=card_id).defer("large", "small").first()


def nearest_cards(*, ranks: tuple[int, int, int, int], level: int, but: str | None = None) -> list[NearCard]:
    """The cards whose ranks are the nearest to some, of the same level before others as near."""
    rows = Card.objects.exclude(pk=but or "").order_by("pk").values_list("pk", "level", "up", "right", "down", "left")
    near = nsmallest(
        NEAREST,
        (
            (sum(abs(one - other) for one, other in zip(ranks, theirs, strict=True)), abs(their_level - level), card_id)
            for card_id, their_level, *theirs in rows
        ),
    )
    cards = Card.objects.in_bulk([card_id for _apart, _levels, card_id in near])
    return [NearCard(cards[card_id], apart) for apart, _levels, card_id in near]


def near_names(submission: Submission) -> list[NearName]:
    """Names of cards and of other open submissions that are like a submission's, the same ones first."""
    by_name: dict[str, tuple[str | None, int | None]] = {
        name: (card_id, None)
        for card_id, name in Card.objects.exclude(pk=submission.card_id or "").values_list("pk", "name")
    }
    others = Submission.objects.filter(state__in=OPEN).exclude(pk=submission.pk)
    by_name |= {name: (None, pk) for pk, name in others.values_list("pk", "name") if name not in by_name}
    near = nearest_names(submission.name, by_name, count=NEAREST)
    cards = Card.objects.in_bulk([card_id for name in near if (card_id := by_name[name][0])])
    rows = Submission.objects.in_bulk([pk for name in near if (pk := by_name[name][1])])
    key = alike_key(submission.name)
    found = [
        NearName(name, cards.get(by_name[name][0] or ""), rows.get(by_name[name][1] or 0), alike_key(name) == key)
        for name in near
    ]
    return sorted(found, key=lambda one: not one.same)
