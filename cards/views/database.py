"""The card database, open to everybody: the list and a page a card."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from accounts.models import User
from cards import catalogue, queries
from cards.faces import CardFace
from cards.filters import DatabaseForm
from cards.prices import offers_at
from cards.shelf import shelf_of
from cards.wishes.queries import held_and_wished, wished_among
from triad.clock import one_moment

#: Cards on one page, as faces and as a table.
PAGES = {"grid": 60, "table": 200}


@require_GET
@one_moment()
def card_list(request: HttpRequest) -> HttpResponse:
    """All cards, by what is looked for; the series with their prices above as long as nothing is."""
    viewer = _viewer(request)
    offers = offers_at()
    form = DatabaseForm(request.GET, viewer=viewer, offers=offers)
    view = "table" if request.GET.get("view") == "table" else "grid"
    shelf = shelf_of(
        form.apply(catalogue.card_list(by_level=form.by_level)),
        page=request.GET.get("page"),
        size=PAGES[view],
        parted="series" if form.by_level else "",
        holder=viewer,
        prices={code: offer.specific for code, offer in offers.items() if offer.specific is not None},
    )
    context = {
        "form": form,
        "shelf": shelf,
        "view": view,
        "viewer": viewer,
        "wished": wished_among(player=viewer, card_ids=shelf.card_ids) if viewer and view == "table" else (),
        "series": None if form.is_searching else catalogue.series_lines(viewer=viewer, offers=offers),
    }
    template = "cards/_list.html" if request.headers.get("HX-Target") == "found" else "cards/list.html"
    return render(request, template, context, status=400 if form.errors else 200)


@require_GET
@one_moment()
def card_detail(request: HttpRequest, card_id: str) -> HttpResponse:
    """Everything about one card; an ID in small letters leads to the right address."""
    card = queries.card_get(card_id=card_id)
    if card.pk != card_id:
        return redirect("cards:detail", card.pk)
    viewer = _viewer(request)
    held, wished = held_and_wished(player=viewer, card=card) if viewer else (0, False)
    offer = offers_at()[card.series_id]
    on_sale = card.on_sale and offer.is_sold
    context = {
        "card": card,
        "face": CardFace.of(card),
        "held": held,
        "wished": wished,
        "spread": catalogue.spread_of(card),
        "figures": catalogue.figures_of(card),
        "owners": catalogue.owners_of(card),
        "is_sold": on_sale,
        "random_price": offer.random * card.level if on_sale and offer.random else None,
        "named_price": offer.specific * card.level if on_sale and offer.specific else None,
    }
    return render(request, "cards/detail.html", context)


def _viewer(request: HttpRequest) -> User | None:
    """The person who looks; guests and visitors have no stash."""
    return request.user if isinstance(request.user, User) else None
