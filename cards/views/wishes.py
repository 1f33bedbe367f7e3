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
from cards.prices import offers_at
from cards.services.wishes import MOST_WISHES, wish_add, wish_drop
from cards.wishes.queries import wish_list


@never_cache
@require_GET
@person_required
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
    messages.success(
        request, _("On your wish list: %(cards)s.") % {"cards": ", ".join(card.name for card in cards[:5])}
    )
    return _back(request)


@require_POST
@person_required
def drop(request: HttpRequest) -> HttpResponse:
    """Takes the `card` off the list."""
    card = wish_drop(player=person_of(request), card_id=request.POST.get("card", "")[:10])
    messages.success(request, _("Off your wish list: %(card)s.") % {"card": card.name})
    return _back(request)


def _back(request: HttpRequest) -> HttpResponse:
    back = request.POST.get("next", "")
    if back.startswith("/") and url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        return HttpResponseRedirect(back)
    return redirect("cards:wishes")
