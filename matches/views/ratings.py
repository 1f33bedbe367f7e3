"""Who stands where: leaderboards, and a player's opponents one by one."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from accounts.models import User
from accounts.queries import player_named
from matches.houses import HOUSES
from matches.live.profiles import past_of
from matches.queries.opponents import duel, duel_history, opponents, spoils_counts
from matches.ratings.boards import BOARDS
from matches.ratings.queries import ratings_by_house

PAGE = 30


@require_GET
def leaderboards(request: HttpRequest) -> HttpResponse:
    """A leaderboard: `by` its key, `house` for ratings, `page`; what there is not leads to the first."""
    board = BOARDS.get(request.GET.get("by", ""), BOARDS["rating"])
    house = HOUSES.get(request.GET.get("house", ""), next(iter(HOUSES.values())))
    page, lines = board.page(request.GET.get("page"), house=house.key)
    context = {
        "boards": BOARDS.values(), "board": board, "houses": HOUSES.values(), "house": house, "page": page,
        "lines": lines,
    }  # fmt: skip
    return render(request, "matches/ratings/leaderboards.html", context)


@require_GET
def opponents_page(request: HttpRequest, name: str) -> HttpResponse:
    """Everybody whom a player has met: won, lost, drawn, and the cards won from them and lost to them."""
    player = _person(name)
    if player.username != name:
        return redirect("matches:opponents", player.username)
    page = Paginator(opponents(player), PAGE).get_page(request.GET.get("page"))
    spoils = spoils_counts(player=player, others=[row["user"] for row in page])
    rows = [{**row, "cards_won": spoils[row["user"]][0], "cards_lost": spoils[row["user"]][1]} for row in page]
    context = {"profile": player, "page": page, "rows": rows}
    return render(request, "matches/ratings/opponents.html", context)


@require_GET
def duel_page(request: HttpRequest, name: str, other: str) -> HttpResponse:
    """Two players head to head: by house, with their ratings there, the cards that went each way, their matches."""
    one, two = _person(name), _person(other)
    if one.pk == two.pk:
        raise Http404(_("Nobody plays against themselves."))
    if (one.username, two.username) != (name, other):
        return redirect("matches:duel", one.username, two.username)
    found = duel(player=one, other=two)
    mine, theirs = ratings_by_house(player=one), ratings_by_house(player=two)
    page = Paginator(duel_history(player=one, other=two), PAGE).get_page(request.GET.get("page"))
    keys = [key for key in HOUSES if key in found.by_house or (key in mine and key in theirs)]
    context = {
        "one": one,
        "two": two,
        "duel": found,
        "houses": [(HOUSES[key].name, found.by_house.get(key), mine.get(key), theirs.get(key)) for key in keys],
        "page": page,
        "past": [past_of(seat, request.player) for seat in page],  # type: ignore[attr-defined]
    }
    return render(request, "matches/ratings/duel.html", context)


def _person(name: str) -> User:
    """The player of a name, who plays with people: a person."""
    player = player_named(name)
    if not player.is_person:
        raise Http404(_("Only people have opponents."))
    return player
