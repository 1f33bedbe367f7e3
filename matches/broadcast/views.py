"""Pages for who watches: the list of running matches, the TV, the big screen."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.decorators import same_for_everybody
from matches.broadcast.following import last_of
from matches.broadcast.showing import ORDER_WORDS, WORD_NOTHING, page_context, running_views
from matches.broadcast.tv import tv_match_id
from matches.chat.showing import chat_context, chat_listened_in
from matches.houses import HOUSES
from matches.services.overdue import settle_match
from triad.errors import NotFound


@never_cache
@require_GET
def running_list(request: HttpRequest) -> HttpResponse:
    """The running matches: `house` its key, `by` the order; what there is not leads to all, by rating."""
    house, order = request.GET.get("house", ""), request.GET.get("by", "")
    house, order = house if house in HOUSES else "", order if order in ORDER_WORDS else "rating"
    context = {
        "lines": running_views(house=house, order=order),
        "houses": [(key, each.name) for key, each in HOUSES.items()],
        "house": house,
        "orders": ORDER_WORDS.items(),
        "order": order,
    }
    partial = request.headers.get("HX-Request")
    return render(request, f"matches/broadcast/{'_running' if partial else 'running'}.html", context)


@never_cache
@require_GET
def tv(request: HttpRequest) -> HttpResponse:
    """The best running match, and after it the next one, by itself."""
    match_id = tv_match_id()
    if match_id is not None:
        settle_match(match_id=match_id)
    player = request.player  # type: ignore[attr-defined]
    chat = chat_context(chat_listened_in(match_id, player), player)
    return render(request, "matches/broadcast/tv.html", page_context(match_id, word=WORD_NOTHING) | chat)


@same_for_everybody
@never_cache
@require_GET
def broadcast(request: HttpRequest, match_id: int) -> HttpResponse:
    """A match and its rematches on 1920 by 1080, for who has no account and clicks nothing; `transparent=1`."""
    shown = last_of(match_id)
    if shown is None:
        raise NotFound("no_match", _("There is no such match."))
    settle_match(match_id=shown)
    context = page_context(shown) | {
        "line": f"/live/broadcast/{match_id}/",
        "transparent": request.GET.get("transparent") == "1",
    }
    return render(request, "matches/broadcast/cast.html", context, status=403 if "word" in context else 200)
