"""Deck codes by page: open one, see whether one can build it, and make it a deck."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.models import User
from cards import queries
from cards.deck_builds import build_of, cards_of_code
from cards.deck_codes import LONGEST_TYPED, deck_of_code, read_code
from cards.deck_codes import deck_code as code_of
from cards.services.decks import deck_make
from triad.clock import one_moment
from triad.errors import GameError, NotAllowed

#: The name that is offered for a deck made from a code.
OFFERED = "Shared"


@never_cache
@require_GET
def find(request: HttpRequest) -> HttpResponse:
    """A field for a code, for everybody; a right one leads to its page."""
    typed = request.GET.get("code", "")
    error = None
    if "code" in request.GET:
        try:
            deck_of_code(typed)
        except GameError as refused:
            error = refused
        else:
            return redirect("cards:deck-code", read_code(typed))
    return _find_page(request, typed, error)


@never_cache
@require_http_methods(["GET", "POST"])
def deck_code(request: HttpRequest, code: str) -> HttpResponse:
    """The five cards of a code, against one's stash; a post makes them a deck under `name`."""
    viewer = request.user if isinstance(request.user, User) else None
    try:
        cards = cards_of_code(code)
    except GameError as refused:
        return _find_page(request, code, refused)
    written = code_of([card.pk for card in cards])
    if request.method == "GET" and written != code:
        return redirect("cards:deck-code", written)
    error, name = None, queries.free_deck_name(owner=viewer, like=OFFERED) if viewer else ""
    if request.method == "POST":
        if viewer is None:
            raise NotAllowed("sign_in_first", _("Sign in first."))
        name = request.POST.get("name", "").strip()
        try:
            made = deck_make(owner=viewer, name=name, card_ids=[card.pk for card in cards])
        except GameError as refused:
            error = refused
        else:
            messages.success(request, _("The deck %(name)s is made.") % {"name": made.name})
            return redirect("cards:deck", made.pk)
    address = reverse("cards:deck-code", args=(written,))
    with one_moment():
        context = {
            "build": build_of(cards=cards, viewer=viewer),
            "viewer": viewer,
            "code": written,
            "address": address,
            "link": request.build_absolute_uri(address),
            "name": name[:60],
            "error": error,
        }
        return render(request, "cards/deck_code.html", context, status=error.status if error else 200)


def _find_page(request: HttpRequest, typed: str, error: GameError | None) -> HttpResponse:
    context = {"typed": typed[:LONGEST_TYPED], "error": error}
    return render(request, "cards/deck_code_find.html", context, status=error.status if error else 200)
