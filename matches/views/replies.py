"""What views of matches answer: fragments to htmx, JSON to programs, a redirect to a plain form."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from matches.live.render import view_fragments
from matches.live.state import MatchState
from matches.live.view import MatchView
from triad.errors import GameError, NotAllowed
from triad.middleware import error_response, unreadable
from triad.storable import is_storable

LONGEST_BODY = 20_000


def wants_json(request: HttpRequest) -> bool:
    """Whether a program asks."""
    return "application/json" in request.headers.get("Accept", "")


def player_required(request: HttpRequest) -> User:
    """The player of a request, a person or a guest; raises NotAllowed for a visitor."""
    player: User | None = getattr(request, "player", None)
    if player is None:
        raise NotAllowed("sign_in_first", _("Sign in first."))
    return player


def posted(request: HttpRequest) -> dict[str, Any]:
    """The fields of a post, from a form or a JSON object. Raises GameError bad_json, unreadable_text."""
    if request.content_type != "application/json":
        return {name: values if len(values) > 1 else values[0] for name, values in request.POST.lists() if values}
    try:
        data = json.loads(request.body[:LONGEST_BODY])
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise GameError("bad_json", _("This is no JSON object."))
    if not is_storable(data):
        raise unreadable()
    return data


def match_reply(
    request: HttpRequest, match_id: int, *, event: bool = False, state: MatchState | None = None
) -> HttpResponse:
    """The match as it stands now, or in a `state` just pushed, for who asks; `event` plays the last placement."""
    player = getattr(request, "player", None)
    if state is None:
        state = MatchState.load(match_id, viewer=player)
    audience = state.audience_of(player)
    state = state.seen_by(audience)
    view = MatchView.of(state, audience, event=event)
    if wants_json(request):
        return JsonResponse(view.to_data())
    if request.headers.get("HX-Request"):
        return HttpResponse(view_fragments(view, drawn=state.drawn, flavour=f"{get_language()} {event}"))
    return redirect("matches:match", match_id)


def refused(request: HttpRequest, match_id: int, error: GameError) -> HttpResponse:
    """The sentence of a refusal, and to htmx with it the match as it stands, so that the page is right again."""
    answer = error_response(request, error)
    if request.headers.get("HX-Request"):
        player = getattr(request, "player", None)
        try:
            state = MatchState.load(match_id, viewer=player)
            view = MatchView.of(state, state.audience_of(player))
        except GameError:
            return answer
        answer.content += view_fragments(view).encode()
    return answer


def go_to(request: HttpRequest, name: str, *args: Any) -> HttpResponse:
    """Leads to a page, as htmx, a program or a plain form understands it."""
    address = reverse(name, args=args)
    if request.headers.get("HX-Request"):
        answer = HttpResponse(status=204)
        answer["HX-Redirect"] = address
        return answer
    if wants_json(request):
        return JsonResponse({"url": address})
    return redirect(address)
