"""What a player has: one's own stash and that of others, unless they hide it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.decorators import person_required
from accounts.models import User
from accounts.queries import player_named
from cards import queries
from cards.catalogue import progress_of
from cards.filters import CardFilterForm
from cards.models import Series
from cards.shelf import shelf_of
from triad.clock import one_moment

#: Cards on one page, as faces and as a list.
PAGES = {"detail": 60, "list": 300}


@never_cache
@require_GET
@person_required
@one_moment()
def own_stash(request: HttpRequest) -> HttpResponse:
    """One's own stash."""
    return _stash_page(request, owner=request.user)  # type: ignore[arg-type]


@never_cache
@require_GET
@one_moment()
def stash_of(request: HttpRequest, name: str) -> HttpResponse:
    """Another player's stash; a sentence where it is hidden."""
    owner = player_named(name)
    if owner.username != name:
        return redirect("cards:stash-of", owner.username)
    if owner.hides_stash and owner != request.user:
        return render(request, "cards/stash_hidden.html", {"owner": owner}, status=403)
    return _stash_page(request, owner=owner)


def _stash_page(request: HttpRequest, *, owner: User) -> HttpResponse:
    series = list(Series.objects.order_by("code"))
    form = CardFilterForm(request.GET, series=series)
    view = "list" if request.GET.get("view") == "list" else "detail"
    own = owner == request.user
    holdings = queries.holdings(user=owner)
    context = {
        "owner": owner,
        "own": own,
        "form": form,
        "view": view,
        "holdings": holdings,
        "progress": progress_of(parts=holdings.parts, series=series),
        "shelf": shelf_of(form.apply(queries.stash(owner=owner)), page=request.GET.get("page"), size=PAGES[view]),
        "starter_waits": own and owner.is_person and not holdings.copies and not queries.has_starter(owner),
    }
    template = "cards/_stash.html" if request.headers.get("HX-Target") == "found" else "cards/stash.html"
    return render(request, template, context, status=400 if form.errors else 200)
