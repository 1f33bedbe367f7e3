"""The commands of the card shop: List, Buy Random, Buy Card."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import uuid4

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from cards.catalogue import card_list, series_lines
from cards.commands.rows import card_heads, card_row
from cards.models import Card, Series
from cards.names import fold_card_name
from cards.prices import offers_at
from cards.queries import owned_counts
from shop import queries
from shop.models import Purchase
from shop.orders import order_read
from shop.services.buying import buy
from shop.words import order_words
from triad.commands.answers import Answer, Link, say, table
from triad.commands.registry import Call, Choice, Command, Needs, begins
from triad.errors import GameError, NotFound

#: What stands where a series is not sold in a way.
NOT_SOLD = "--"
ALL = "all"


def list_cards(call: Call) -> Answer:
    """All series with their prices, or the cards of one."""
    return _cards_of(call) if call.rest else _all_series(call)


def buy_random(call: Call) -> Answer:
    """Buys a card drawn at random."""
    code, slash, level = call.rest.partition("/")
    if not slash:
        raise call.wrong()
    return _bought(call, {"kind": Purchase.Kind.RANDOM, "series": _series(code).pk, "level": level.strip()})


def buy_card(call: Call) -> Answer:
    """Buys a card by its name or ID."""
    if not call.rest:
        raise call.wrong()
    return _bought(call, {"kind": Purchase.Kind.NAMED, "card": call.rest})


def _bought(call: Call, sent: dict[str, str]) -> Answer:
    order = order_read(sent, buyer=call.user)
    made = buy(buyer=call.user, order=order, key=call.key or uuid4())
    cards = queries.cards_bought(queries.receipt_get(buyer=call.user, purchase_id=made.pk))
    words = {"what": order_words(order), "price": made.price, "points": made.balance_after}
    page = reverse("shop:receipt", args=(made.pk,))
    bought = ngettext("Bought for %(price)d point: %(what)s.", "Bought for %(price)d points: %(what)s.", made.price)
    left = ngettext("You have %(points)d point left.", "You have %(points)d points left.", made.balance_after)
    return say(
        f"{bought} {left}" % words,
        table([card_heads(), *map(card_row, cards)], right={2}),
        link=Link(page, _("The receipt")),
        follow=f"{page}?open",
    )


def _all_series(call: Call) -> Answer:
    lines = series_lines(viewer=_owner(call.player))
    head = ("", _("Series"), _("Cards"), _("Yours"), _("Random/named, times the level"))
    rows = [
        (line.series.pk, line.series.name, line.cards, line.owned, _price(line.offer.random, line.offer.specific))
        for line in lines
    ]
    return say(table([head, *rows], right={2, 3}), link=Link(reverse("shop:shop"), _("The shop")))


def _cards_of(call: Call) -> Answer:
    code, slash, which = (part.strip() for part in call.rest.partition("/"))
    if not slash or not which:
        raise call.wrong()
    series = _series(code)
    cards = list(card_list().filter(series=series))
    if fold_card_name(which) != ALL:
        level = int(which) if which.isascii() and which.isdigit() and len(which) < 3 else 0
        if not 1 <= level <= 10:
            raise GameError("unknown_level", _("A level is a number from 1 to 10, or All."))
        cards = [card for card in cards if card.level == level]
    link = Link(f"{reverse('cards:list')}?series={series.pk}", series.name)
    if not cards:
        return say(_("There are no such cards in the series %(series)s.") % {"series": series.name}, link=link)
    owner = _owner(call.player)
    held = owned_counts(user=owner, card_ids=[card.pk for card in cards]) if owner else {}
    return say(series.name, table(_rows(cards, series, held), right={2}), link=link)


def _rows(cards: list[Card], series: Series, held: dict[str, int]) -> list[tuple[str, ...]]:
    offer = offers_at()[series.pk]
    rows: list[tuple[str, ...]] = [(*card_heads(), _("Price"), _("Yours"))]
    for card in cards:
        times = card.level if card.on_sale else 0
        random = offer.random * card.level if offer.random and times else None
        specific = offer.specific * card.level if offer.specific and times else None
        rows.append((*card_row(card), _price(random, specific), f"x{held[card.pk]}" if card.pk in held else ""))
    return rows


def _price(random: int | None, specific: int | None) -> str:
    return f"{NOT_SOLD if random is None else random}/{NOT_SOLD if specific is None else specific}"


def _series(text: str) -> Series:
    """A series by its code or name, in any spelling."""
    text = text.strip()
    for series in Series.objects.order_by("code"):
        if text and (series.code == text.upper() or fold_card_name(series.name) == fold_card_name(text)):
            return series
    raise NotFound("no_series", _("There is no series “%(name)s”; +TT/List shows them all.") % {"name": text[:40]})


def _owner(player: User | None) -> User | None:
    return player if player is not None and player.is_person else None


def _list_choices(call: Call) -> Iterable[Choice]:
    code, slash, which = call.rest.partition("/")
    if not slash:
        return begins(code, [(series.code, series.name) for series in Series.objects.order_by("code")], after="/")
    return begins(which, [("All", ""), *_levels(code)], before=f"{code}/")


def _random_choices(call: Call) -> Iterable[Choice]:
    code, slash, level = call.rest.partition("/")
    if slash:
        return begins(level, _levels(code), before=f"{code}/")
    sold = [(offer.series.code, offer.series.name) for offer in offers_at().values() if offer.random is not None]
    return begins(code, sold, after="/")


def _levels(code: str) -> list[tuple[str, str]]:
    levels = Card.objects.filter(series=code.strip().upper()).order_by("level").values_list("level", flat=True)
    return [(str(level), _("level %(level)d") % {"level": level}) for level in levels.distinct()]


def _card_choices(call: Call) -> Iterable[Choice]:
    key = fold_card_name(call.rest)
    if not key:
        return []
    sold = [offer.series.pk for offer in offers_at().values() if offer.specific is not None]
    found = Card.objects.filter(name_key__startswith=key, series__in=sold, on_sale=True).order_by("name", "pk")[:8]
    cards = list(found)
    names = [card.name for card in cards]
    note = _("%(id)s, level %(level)d")
    return [
        Choice(card.pk if names.count(card.name) > 1 else card.name, note % {"id": str(card), "level": card.level})
        for card in cards
    ]


COMMANDS = (
    Command(
        name="List",
        syntax="+TT/List <Series>/<Level or All>",
        text=gettext_lazy(
            "Lists all series: their cards, how many of them you have, and what a card drawn at random and a named "
            "one cost a level. With a series and a level, or All, it lists the cards."
        ),
        handler=list_cards,
        group="shop",
        needs=Needs.NOBODY,
        completer=_list_choices,
    ),
    Command(
        name="Buy Random",
        syntax="+TT/Buy Random=<Series>/<Level>",
        text=gettext_lazy("Buys a card drawn at random from a series and level."),
        handler=buy_random,
        group="shop",
        completer=_random_choices,
    ),
    Command(
        name="Buy Card",
        syntax="+TT/Buy Card=<Name>",
        text=gettext_lazy("Buys a card by its name or ID."),
        handler=buy_card,
        group="shop",
        completer=_card_choices,
    ),
)
