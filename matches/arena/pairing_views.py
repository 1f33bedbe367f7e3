"""Pages of quick pairing: choosing a house and five cards, stopping, and a browser's answer when one is found."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.decorators import person_of, person_required
from accounts.models import User
from cards.queries import has_starter, point_value
from matches.arena.pairing import QUICK_TRADES, pairing_ready, quick_terms, seek_join, seek_leave
from matches.forms import Draft
from matches.live.banner import banner_fragment
from matches.live.decks import DeckChoice
from matches.live.dialogue import house_choices, house_facts, house_of, open_trade, trade_choices
from matches.live.words import rule_words
from matches.models import Match
from matches.ratings.queries import rating_of
from matches.services.eligibility import trade_refusals
from matches.views.challenge import CONFIRM, refused
from matches.views.replies import go_to
from triad.clock import now
from triad.errors import GameError


@never_cache
@require_http_methods(["GET", "POST"])
@person_required
def pairing(request: HttpRequest) -> HttpResponse:
    """The form from which a player looks for an opponent."""
    user = person_of(request)
    if request.method == "GET":
        return _looked_at(request, user)
    draft = Draft.of_post(request.POST)
    if draft.look:
        return _page(request, user, draft.fitted(house_of(draft.house)))
    try:
        hand = draft.cards_of(user)
        seek_join(user=user, house=draft.house, trade=draft.trade, confirmed=draft.confirmed, **hand)
    except GameError as error:
        return refused(request, error, partial(_page, request, user, draft))
    return go_to(request, "start")


@require_POST
@person_required
def leave(request: HttpRequest) -> HttpResponse:
    """Stops looking."""
    user = person_of(request)
    seek_leave(user=user)
    if request.headers.get("HX-Request"):
        return HttpResponse(banner_fragment(user))
    return go_to(request, "start")


@require_POST
@person_required
def ready(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """A browser's answer, with what it adds to the draws; with the second one the match begins."""
    user = person_of(request)
    match: Match | None = pairing_ready(
        pairing_id=pairing_id, user=user, addition=request.POST.get("addition", "")[:40]
    )
    if match is not None:
        return go_to(request, "matches:match", match.pk)
    if request.headers.get("HX-Request"):
        return HttpResponse(banner_fragment(user))
    return go_to(request, "start")


def _looked_at(request: HttpRequest, user: User) -> HttpResponse:
    if "house" not in request.GET:
        last = Draft.of_last(user)
        return _page(request, user, Draft(house=last.house, trade="none"))
    draft = Draft.of_post(request.GET).fitted(house_of(request.GET["house"]))
    if request.headers.get("HX-Request"):
        return render(request, "matches/lobby/_quick_form.html", _form(user, draft))
    return _page(request, user, draft)


def _page(request: HttpRequest, user: User, draft: Draft, error: GameError | None = None) -> HttpResponse:
    context = _form(user, draft) | {
        "error": error,
        "confirming": error is not None and error.code == CONFIRM,
        "address": reverse("matches:pairing"),
        "houses": house_choices(house_of(draft.house)),
        "needs_starter": not has_starter(user),
    }
    return render(request, "matches/lobby/pairing.html", context, status=error.status if error else 200)


def _form(user: User, draft: Draft) -> dict[str, Any]:
    """The part of the form that hangs on the house."""
    house = house_of(draft.house)
    shut = trade_refusals(user=user, house=house, moment=now())
    offered = tuple(name for name in QUICK_TRADES if name in house.trades)
    wanted = replace(draft, trade=draft.trade if draft.trade in offered else offered[0])
    trade = open_trade(house, wanted.trade, shut)
    decks = DeckChoice.all_of(user, house.level_limit, stars=house.stars, house=house.key)
    first = next((str(deck.id) for deck in decks if not deck.problem), "")
    return {
        "draft": wanted,
        "house": house.key,
        "facts": house_facts(house),
        "quick_rules": rule_words(quick_terms(house=house.key, trade=offered[0]).rules),
        "trades": trade_choices(house, trade, shut, offered=offered),
        "decks": decks,
        "hand": draft.hand or first,
        "offered": first,
        "stash": None,
        "my_value": point_value(user),
        "my_rating": rating_of(player=user, house=house.key),
    }
