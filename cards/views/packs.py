"""Packs: the starter by one click, and what lay in a pack, shown as it is opened."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.decorators import person_required
from cards import queries
from cards.faces import CardFace
from cards.models import Pack
from cards.services.starter import starter_open

#: The pack that this session opened and has not seen yet: it opens before the eyes once, a reload lays it out.
UNSEEN = "unseen_pack"


@require_POST
@person_required
def starter(request: HttpRequest) -> HttpResponse:
    """Opens the starter, once; every click leads to the same pack."""
    had = queries.has_starter(request.user)  # type: ignore[arg-type]
    pack = starter_open(user=request.user)  # type: ignore[arg-type]
    if not had:
        unseen(request, pack)
    return redirect("cards:pack", pack.pk)


@never_cache
@require_GET
@person_required
def pack(request: HttpRequest, pack_id: int) -> HttpResponse:
    """The cards of one's own pack; `?open` opens it before the eyes again."""
    found = queries.pack_get(owner=request.user, pack_id=pack_id)  # type: ignore[arg-type]
    opening = opens_now(request, found)
    faces = [CardFace.of(card) for card in queries.pack_cards(found)]
    deck = next(iter(queries.decks_of(owner=request.user)), None)  # type: ignore[arg-type]
    return render(request, "cards/pack.html", {"pack": found, "faces": faces, "opening": opening, "deck": deck})


def unseen(request: HttpRequest, pack: Pack) -> None:
    """Notes that the pack has just been bought or given, and is still to be opened before the eyes."""
    request.session[UNSEEN] = pack.pk


def opens_now(request: HttpRequest, pack: Pack) -> bool:
    """Whether the page opens the pack before the eyes: the first time, and with `?open` again."""
    if request.session.get(UNSEEN) == pack.pk:
        del request.session[UNSEEN]
        return True
    return "open" in request.GET
