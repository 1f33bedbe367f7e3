"""The start page: the way in for a newcomer, who is here, challenges, robots, and what can be watched."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.models import User
from cards.faces import CardFace
from cards.models import Card
from cards.queries import deck_cards, decks_of, has_starter
from matches.arena.company import company_context
from matches.arena.filters import LobbyFilter
from matches.arena.roll import here_context
from matches.arena.showing import open_context
from matches.chat.showing import chat_context, lobby_chat
from matches.live.challenges import challenges_context
from matches.live.lobby import lobby_context
from matches.robots import ROBOTS

#: The cards of the fan where the visitor has none.
FAN = ("A095", "A049", "A085", "A088", "H008")


@never_cache
@require_GET
def start(request: HttpRequest) -> HttpResponse:
    """The lobby."""
    player: User | None = request.player  # type: ignore[attr-defined]
    context = {
        "fan": _fan(player),
        "robots": ROBOTS.values(),
        "starter_open": player is not None and player.is_person and has_starter(player),
        **here_context(player),
        **company_context(player),
        **open_list(request),
        **challenges_context(player),
        **lobby_context(),
        **chat_context(lobby_chat(player), player),
    }
    return render(request, "matches/start.html", context)


def open_list(request: HttpRequest) -> dict[str, Any]:
    """The open challenges with the filter that the address names, and which of them it hides."""
    wanted = LobbyFilter.of(request.GET)
    context = open_context(request.player)  # type: ignore[attr-defined]
    return {**context, "filter": wanted, "hidden": {each.id for each in context["opens"] if wanted.hides(each)}}


def _fan(player: User | None) -> list[CardFace]:
    """Five cards for the hero: those of the deck last used, or five famous ones."""
    if player is not None and player.is_person:
        decks = sorted(decks_of(owner=player), key=lambda deck: deck.used_at, reverse=True)
        for deck in decks:
            cards = deck_cards(deck)
            if len(cards) == 5:
                return [CardFace.of(card) for card in cards]
    found = Card.objects.in_bulk(FAN)
    return [CardFace.of(found[card_id]) for card_id in FAN if card_id in found]
