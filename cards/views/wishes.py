"""One's wish list, and wishing for cards: where one did it, one is led back to."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.decorators import person_of, person_required
from cards.models import Card
from cards.prices import offers_at
from cards.queries import owned_counts
from cards.services.wishes import MOST_WISHES, wish_add, wish_drop
from cards.shelf import lay
from cards.templatetags.card_rows import table_row
from cards.wishes.queries import wish_list
from triad.clock import one_moment


@never_cache
@require_GET
@person_required
@one_moment()
def wishes(request: HttpRequest) -> HttpResponse:
    """One's wish list with what each card costs."""
    found = wish_list(player=person_of(request), offers=offers_at())
    return render(request, "cards/wishes.html", {"wishes": found, "most": MOST_WISHES})


@require_POST
@person_required
def add(request: HttpRequest) -> HttpResponse:
    """Wishes for every `card` that was posted."""
    card_ids = request.POST.getlist("card")[: MOST_WISHES + 1]
    cards = wish_add(player=person_of(request), card_ids=[card_id[:10] for card_id in card_ids])
    if request.headers.get("HX-Request"):
        return _row(request, cards[0], wished=True)
    messages.success(
        request, _("On your wish list: %(cards)s.") % {"cards": ", ".join(card.name for card in cards[:5])}
    )
    return _back(request)


@require_POST
@person_required
def drop(request: HttpRequest) -> HttpResponse:
    """Takes the `card` off the list."""
    card = wish_drop(player=person_of(request), card_id=request.POST.get("card", "")[:10])
    if request.headers.get("HX-Request"):
        return _row(request, card, wished=False)
    messages.success(request, _("Off your wish list: %(card)s.") % {"card": card.name})
    return _back(request)


def _row(request: HttpRequest, card: Card, *, wished: bool) -> HttpResponse:
    """The row of the card table in which the button is."""
    player = person_of(request)
    held = owned_counts(user=player, card_ids=[card.pk]).get(card.pk, 0)
    laid = lay(card, held=held, unit_price=offers_at()[card.series_id].specific)
    return HttpResponse(table_row(laid, player, {card.pk} if wished else ()))


def _back(request: HttpRequest) -> HttpResponse:
    back = request.POST.get("next", "")
    if back.startswith("/") and url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        return HttpResponseRedirect(back)
    return redirect("cards:wishes")
