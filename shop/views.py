"""The shop: its counter, a purchase by two clicks, and the receipts."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.decorators import person_of, person_required
from accounts.models import User
from cards.faces import CardFace
from cards.models import Card
from cards.names import fold_card_name
from cards.views.packs import opens_now, unseen
from shop import queries
from shop.counter import counters
from shop.models import Purchase
from shop.orders import LONGEST_NAME, Order, order_read
from shop.quotes import PACK_SIZE, Quote, check_points, pack_odds, quote_of
from shop.services import buying
from shop.words import order_words
from triad.clock import now, one_moment
from triad.errors import GameError

#: Receipts on one page.
PAGE = 25


@never_cache
@require_GET
@one_moment()
def shop(request: HttpRequest) -> HttpResponse:
    """Every series with its prices, and for who is signed in what they own, can afford and may still hold."""
    return render(request, "shop/shop.html", _counter_context(_buyer(request)))


@never_cache
@require_http_methods(["GET", "POST"])
def buy(request: HttpRequest) -> HttpResponseBase:
    """The question before a purchase, with the price and what is left after it; a post buys.

    What is refused is said on the same page, which keeps what was asked for.
    """
    if request.method == "POST":
        return _buy(request)
    with one_moment():
        return _question(request, request.GET)


@person_required
def _buy(request: HttpRequest) -> HttpResponse:
    buyer = person_of(request)
    try:
        key = _key(request.POST.get("key", ""))
        order = order_read(request.POST, buyer=buyer)
        known = Purchase.objects.filter(buyer=buyer, key=key).exists()
        bought = buying.buy(buyer=buyer, order=order, key=key)
    except GameError as refused:
        return _question(request, request.POST, error=refused)
    if not known:
        unseen(request, bought.pack)
    return redirect("shop:receipt", bought.pk)


@never_cache
@require_GET
@person_required
@one_moment()
def receipt(request: HttpRequest, purchase_id: int) -> HttpResponse:
    """What one bought: the cards, opened before the eyes the first time, and what was paid."""
    purchase = queries.receipt_get(buyer=person_of(request), purchase_id=purchase_id)
    order = Order(kind=purchase.kind, series=purchase.series, level=purchase.level, card=purchase.card)
    context = {
        "purchase": purchase,
        "what": order_words(order),
        "faces": [CardFace.of(card, href="") for card in queries.cards_bought(purchase)],
        "opening": opens_now(request, purchase.pack),
        "again": order.query,
    }
    return render(request, "shop/receipt.html", context)


@never_cache
@require_GET
@person_required
@one_moment()
def receipts(request: HttpRequest) -> HttpResponse:
    """Everything that one bought, newest first."""
    page = Paginator(queries.receipts_of(buyer=person_of(request)), PAGE).get_page(request.GET.get("page"))
    lines = [
        {
            "purchase": purchase,
            "what": order_words(Order(purchase.kind, purchase.series, purchase.level, purchase.card)),
            "cards": queries.cards_bought(purchase),
        }
        for purchase in page
    ]
    return render(request, "shop/receipts.html", {"page": page, "lines": lines})


def _question(request: HttpRequest, sent: Any, *, error: GameError | None = None) -> HttpResponse:
    """The page between the wish and the purchase."""
    buyer = _buyer(request)
    order, quote = None, None
    try:
        order = order_read(sent, buyer=buyer)
        quote = quote_of(order=order, buyer=buyer, moment=now())
        if buyer is not None:
            check_points(price=quote.price, points=buyer.wallet.points)
    except GameError as refused:
        error = error or refused
    if order is None or error is not None:
        context = {**_counter_context(buyer), **_asked(sent), "error": error, "candidates": _candidates(sent, error)}
        context |= {"order": order, "quote": quote}
        return render(request, "shop/shop.html", context, status=error.status if error else 400)
    assert quote is not None
    context = {
        "order": order,
        "quote": quote,
        "what": order_words(order),
        "face": CardFace.of(order.card) if order.card else None,
        "backs": range(0 if order.card else PACK_SIZE if order.kind == Purchase.Kind.PACK else 1),
        "odds": _odds(quote),
        "open_cards": sum(1 for left in quote.room.values() if left > 0),
        "key": uuid4(),
        "points_after": buyer.wallet.points - quote.price if buyer else None,
        "sign_up": f"{reverse('account_signup')}?{urlencode({'next': request.get_full_path()})}",
    }
    return render(request, "shop/question.html", context)


def _odds(quote: Quote) -> list[tuple[int, float]]:
    if quote.order.kind != Purchase.Kind.PACK:
        return []
    return pack_odds(levels={card.level for card in quote.cards if quote.room[card.pk] > 0})


def _counter_context(buyer: User | None) -> dict[str, Any]:
    sold, unsold = counters(buyer=buyer)
    return {"counters": sold, "unsold": unsold, "points": buyer.wallet.points if buyer else None, "buyer": buyer}


def _asked(sent: Any) -> dict[str, str]:
    """What was asked for, as the forms show it again."""
    return {name: sent.get(name, "")[:LONGEST_NAME] for name in ("kind", "card", "series", "level")}


def _candidates(sent: Any, error: GameError | None) -> list[CardFace]:
    """The cards that a name could mean, where it means several."""
    if error is None or error.code != "ambiguous_card":
        return []
    found = Card.objects.filter(name_key=fold_card_name(sent.get("card", "")[:LONGEST_NAME]))
    return [CardFace.of(card, href=f"{reverse('shop:buy')}?kind=named&card={card.pk}") for card in found]


def _key(text: str) -> UUID:
    """The number of the form; a form without one was not made by this site."""
    try:
        return UUID(text)
    except ValueError:
        raise GameError("no_key", _("This form is not complete. Begin again from the shop.")) from None


def _buyer(request: HttpRequest) -> User | None:
    """The person who looks; guests and visitors see prices and are led to sign up."""
    return request.user if isinstance(request.user, User) else None
