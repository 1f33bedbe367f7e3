"""The card database, open to everybody: the list and a page a card."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from cards import queries
from cards.faces import CardFace
from cards.filters import CardFilterForm
from cards.shelf import shelf_of

PAGE = 60


@require_GET
def card_list(request: HttpRequest) -> HttpResponse:
    """All cards, by what is looked for; the series with their prices above as long as nothing is."""
    viewer = request.player  # type: ignore[attr-defined]
    form = CardFilterForm(request.GET)
    shelf = shelf_of(form.apply(queries.card_list(viewer=viewer)), page=request.GET.get("page"), size=PAGE)
    searching = bool(form.wanted() or form.errors)
    context = {
        "form": form,
        "shelf": shelf,
        "searching": searching,
        "series": None if searching else queries.series_list(viewer=viewer),
    }
    template = "cards/_list.html" if request.headers.get("HX-Target") == "found" else "cards/list.html"
    return render(request, template, context, status=400 if form.errors else 200)


@require_GET
def card_detail(request: HttpRequest, card_id: str) -> HttpResponse:
    """Everything about one card; an ID in small letters leads to the right address."""
    card = queries.card_get(card_id=card_id)
    if card.pk != card_id:
        return redirect("cards:detail", card.pk)
    viewer = request.player  # type: ignore[attr-defined]
    series = card.series
    context = {
        "card": card,
        "face": CardFace.of(card),
        "held": queries.owned_counts(user=viewer, card_ids=[card.pk]).get(card.pk, 0) if viewer else 0,
        "in_the_world": queries.copies_in_the_world(card),
        "random_price": series.random_price and series.random_price * card.level,
        "named_price": series.specific_price and series.specific_price * card.level,
    }
    return render(request, "cards/detail.html", context)
