"""The start page: the way in for a newcomer, who is here, challenges, robots, and what can be watched."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.models import User
from accounts.queries import people_here
from cards.faces import CardFace
from cards.models import Card
from cards.queries import deck_cards, decks_of, has_starter
from matches.live.challenges import challenges_context
from matches.live.lobby import lobby_context
from matches.models import Match, Option, Seat
from matches.robots import ROBOTS
from triad.clock import now

#: The cards of the fan where the visitor has none.
FAN = ("A095", "A049", "A085", "A088", "H008")
MOST_HERE = 60


@dataclass(frozen=True, slots=True)
class HereView:
    """Somebody who is here, and what can be done: challenge, or watch the match that runs."""

    name: str
    me: bool
    disturbed: bool
    match_id: int | None
    playing: bool


@never_cache
@require_GET
def start(request: HttpRequest) -> HttpResponse:
    """The lobby."""
    player: User | None = request.player  # type: ignore[attr-defined]
    context = {
        "here": here_of(player),
        "fan": _fan(player),
        "robots": ROBOTS.values(),
        "starter_open": player is not None and player.is_person and has_starter(player),
        **challenges_context(player),
        **lobby_context(),
    }
    return render(request, "matches/start.html", context)


@never_cache
@require_GET
def here(request: HttpRequest) -> HttpResponse:
    """Who is here, as a fragment that the start page asks for now and then."""
    version = int(now().timestamp() * 1000)
    context = {"here": here_of(request.player), "version": version, "oob": True}  # type: ignore[attr-defined]
    return render(request, "matches/_here.html", context)


def here_of(viewer: User | None) -> list[HereView]:
    """The people who are here, the viewer first."""
    people = list(people_here()[:MOST_HERE])
    seats = (
        Seat.objects.filter(user__in=people, match__state=Match.State.PLAYING)
        .exclude(busy="")
        .order_by("busy", "pk")
        .values_list("user", "match", "match__option")
    )
    watch = {user: match for user, match, option in seats if option != Option.PRIVATE}
    playing = {user for user, _match, _option in seats}
    views = [
        HereView(
            person.username,
            viewer is not None and person.pk == viewer.pk,
            person.do_not_disturb,
            watch.get(person.pk),
            person.pk in playing,
        )
        for person in people
    ]
    return sorted(views, key=lambda each: not each.me)


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
