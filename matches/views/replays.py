"""Replays of matches that are over: the page, the frame for other sites."""

from __future__ import annotations

from typing import Any

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_GET

from accounts.decorators import same_for_everybody
from matches.replays.replay import Replay, Side, finished, replay_of
from matches.services.overdue import settle_match
from matches.views.match import whole
from triad.errors import GameError


@never_cache
@require_GET
def replay(request: HttpRequest, match_id: int) -> HttpResponse:
    """The match after `at` placements (all, if not said), `side` blue or red below; `watch` plays the last one."""
    settle_match(match_id=match_id)
    found = _asked(request, match_id, request.player)  # type: ignore[attr-defined]
    address = reverse("matches:replay", args=(match_id,))
    context = _context(request, found, address)
    if request.headers.get("HX-Request"):
        answer = render(request, "matches/replays/_replay.html", context)
        answer["HX-Replace-Url"] = f"{address}?at={found.at}&side={found.near.colour}"
        return answer
    return render(request, "matches/replays/replay.html", context)


@same_for_everybody
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@require_GET
def embed(request: HttpRequest, match_id: int) -> HttpResponse:
    """The same for a frame on another site: whoever looks is nobody there, so that private matches are not shown."""
    found = _asked(request, match_id, None)
    context = _context(request, found, reverse("matches:replay-embed", args=(match_id,)))
    partial = request.headers.get("HX-Request")
    return render(request, f"matches/replays/{'_replay' if partial else 'embed'}.html", context | {"framed": True})


def _asked(request: HttpRequest, match_id: int, viewer: Any) -> Replay:
    at, side = request.GET.get("at"), request.GET.get("side", "blue")
    number = whole(at) if at else None
    if side not in ("blue", "red") or (at and number is None):
        raise GameError("no_such_step", _("A step of the replay is a whole number, and its side is blue or red."))
    chosen: Side = "red" if side == "red" else "blue"
    state = finished(match_id=match_id, viewer=viewer)
    return replay_of(state, at=number, side=chosen, played="watch" in request.GET)


def _context(request: HttpRequest, found: Replay, address: str) -> dict[str, Any]:
    page = reverse("matches:replay", args=(found.match_id,))
    return {
        "replay": found,
        "here": address,
        "page": page,
        "link": request.build_absolute_uri(f"{page}?at={found.at}"),
        "frame": request.build_absolute_uri(reverse("matches:replay-embed", args=(found.match_id,))),
    }
