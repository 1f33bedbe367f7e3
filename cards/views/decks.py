"""One's decks, and the bench at which a deck is built. Every change works as a plain form and as a fragment."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.decorators import person_required
from accounts.models import User
from cards import queries
from cards.bench import Bench, bench_of
from cards.decks import MOST_DECKS
from cards.filters import CardFilterForm
from cards.services import decks as services
from cards.shelf import shelf_of
from triad.clock import one_moment
from triad.errors import GameError

PAGE = 48


@never_cache
@require_http_methods(["GET", "POST"])
@person_required
def deck_list(request: HttpRequest) -> HttpResponse:
    """One's decks with what is wrong with each; a post makes one and leads to its bench."""
    owner = _person(request)
    error, name = None, ""
    if request.method == "POST":
        name = request.POST.get("name", "").strip()
        try:
            made = services.deck_create(owner=owner, name=name)
        except GameError as refused:
            error = refused
        else:
            return redirect("cards:deck", made.pk)
    decks = queries.decks_of(owner=owner)
    checks = queries.deck_checks(user=owner, decks=decks, level_limit=None)
    defaults = queries.default_decks(owner=owner) if decks else {}
    context = {
        "benches": [bench_of(deck=deck, check=checks[deck.pk], defaults=defaults) for deck in decks],
        "full": len(decks) >= MOST_DECKS,
        "error": error,
        "name": name[:60],
        "starter_waits": not queries.has_starter(owner),
    }
    return render(request, "cards/decks.html", context, status=error.status if error else 200)


@never_cache
@require_GET
@person_required
@one_moment()
def deck(request: HttpRequest, deck_id: int) -> HttpResponse:
    """The bench: five places beside the stash to pick from."""
    return _bench_page(request, deck_id)


@require_POST
@person_required
def add(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Adds the cards that `text` names, at the end."""

    def change(owner: User, seen: list[str] | None) -> str:
        added = services.deck_add(owner=owner, deck_id=deck_id, text=request.POST.get("text", ""), seen=seen)
        return _("In the deck: %(cards)s.") % {"cards": ", ".join(card.name for card in added)}

    return _change(request, deck_id, change, text_kept="add")


@require_POST
@person_required
def remove(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Takes out the card at `position`, or the cards that `text` names."""

    def change(owner: User, seen: list[str] | None) -> str:
        if "position" in request.POST:
            place = _number(request.POST["position"])
            removed = [services.deck_remove_at(owner=owner, deck_id=deck_id, position=place, seen=seen)]
        else:
            text = request.POST.get("text", "")
            removed = services.deck_remove(owner=owner, deck_id=deck_id, text=text, seen=seen)
        return _("Out of the deck: %(cards)s.") % {"cards": ", ".join(card.name for card in removed)}

    return _change(request, deck_id, change, text_kept="remove")


@require_POST
@person_required
def move(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Moves a card: `move` is its place and the new one, as in "2 1"."""

    def change(owner: User, seen: list[str] | None) -> str:
        position, _space, to = request.POST.get("move", "").partition(" ")
        place = _number(to)
        moved = services.deck_move(owner=owner, deck_id=deck_id, position=_number(position), to=place, seen=seen)
        return _("%(card)s is now at place %(place)d.") % {"card": moved.name, "place": place}

    return _change(request, deck_id, change)


@require_POST
@person_required
def reorder(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Puts the deck into the order `order`: its present places, as in "2 1 3 4 5"."""

    def change(owner: User, seen: list[str] | None) -> str:
        order = [_number(word) for word in request.POST.get("order", "").split()[:10]]
        services.deck_reorder(owner=owner, deck_id=deck_id, order=order, seen=seen)
        return _("The deck has its new order.")

    return _change(request, deck_id, change)


@never_cache
@require_http_methods(["GET", "POST"])
@person_required
def delete(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Asks whether the deck shall go, and lets it go."""
    owner = _person(request)
    if request.method == "POST":
        name = services.deck_delete(owner=owner, deck_id=deck_id)
        messages.success(request, _("The deck %(name)s is deleted. Its cards are in your stash.") % {"name": name})
        return redirect("cards:decks")
    found = queries.deck_get(owner=owner, deck_id=deck_id)
    bench = bench_of(deck=found, check=queries.deck_check(user=owner, deck=found, level_limit=None))
    return render(request, "cards/deck_delete.html", {"bench": bench})


@never_cache
@require_http_methods(["GET", "POST"])
@person_required
def copy(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Asks for the name of a copy of the deck, with one offered, and makes it."""
    owner = _person(request)
    bench = _bench(owner, deck_id)
    error, name = None, queries.free_deck_name(owner=owner, like=bench.deck.name)
    if request.method == "POST":
        name = request.POST.get("name", "").strip()
        try:
            made = services.deck_copy(owner=owner, deck_id=deck_id, name=name)
        except GameError as refused:
            error = refused
        else:
            messages.success(request, _("The deck %(name)s is made.") % {"name": made.name})
            return redirect("cards:deck", made.pk)
    context = {"bench": bench, "name": name[:60], "error": error}
    return render(request, "cards/deck_copy.html", context, status=error.status if error else 200)


@require_POST
@person_required
def default(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Makes the deck the default of the house `take`, or no longer of the house `leave`."""

    def change(owner: User, _seen: list[str] | None) -> str:
        if "leave" in request.POST:
            house = services.deck_default_clear(owner=owner, deck_id=deck_id, house=request.POST["leave"])
            return _("This deck is not the default in %(house)s now.") % {"house": house.name}
        house = services.deck_default_set(owner=owner, deck_id=deck_id, house=request.POST.get("take", ""))
        return _("This deck is now the default in %(house)s.") % {"house": house.name}

    return _change(request, deck_id, change)


def _change(
    request: HttpRequest, deck_id: int, change: Callable[[User, list[str] | None], str], *, text_kept: str = ""
) -> HttpResponse:
    """Runs a change of a deck and shows the deck as it is then; a refusal is a sentence there, and loses nothing."""
    seen = request.POST["seen"].split() if "seen" in request.POST else None
    error, told = None, ""
    try:
        told = change(_person(request), seen)
    except GameError as refused:
        if refused.code == "no_deck":
            raise
        error = refused
    text = request.POST.get("text", "")[:500] if error and "position" not in request.POST else ""
    outcome = {"error": error, "told": told, "texts": {text_kept: text} if text_kept else {}}
    status = error.status if error else 200
    if request.headers.get("HX-Request"):
        context = {"bench": _bench(_person(request), deck_id), "fragment": True, **outcome}
        return render(request, "cards/_deck.html", context, status=status)
    if error is None:
        return redirect("cards:deck", deck_id)
    return _bench_page(request, deck_id, status=status, **outcome)


def _bench_page(request: HttpRequest, deck_id: int, *, status: int = 200, **outcome: object) -> HttpResponse:
    owner = _person(request)
    bench = _bench(owner, deck_id)
    form = CardFilterForm(request.GET)
    shelf = shelf_of(form.apply(queries.stash(owner=owner)), page=request.GET.get("page"), size=PAGE, links=False)
    context = {
        "bench": bench,
        "form": form,
        "shelf": shelf,
        "list_url": reverse("cards:deck", args=(deck_id,)),
        "starter_waits": not shelf.total and not queries.has_starter(owner),
        **outcome,
    }
    if request.headers.get("HX-Target") == "found":
        return render(request, "cards/_picker.html", context, status=400 if form.errors else 200)
    return render(request, "cards/deck.html", context, status=400 if form.errors else status)


def _bench(owner: User, deck_id: int) -> Bench:
    found = queries.deck_get(owner=owner, deck_id=deck_id)
    check = queries.deck_check(user=owner, deck=found, level_limit=None)
    return bench_of(deck=found, check=check, defaults=queries.default_decks(owner=owner))


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def _number(text: str) -> int:
    """A place as it was posted; anything else is no place (0)."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 0
