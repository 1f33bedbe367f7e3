"""Replays of matches that are over: the page, the frame for other sites, pictures and films."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from csp.decorators import csp_replace
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_GET, require_POST, require_safe

from accounts.decorators import same_for_everybody
from accounts.guests import guest_if_done
from matches.live.state import MatchState
from matches.replays.pictures import film_of, picture_of
from matches.replays.preview import preview_of
from matches.replays.replay import Replay, Side, finished, replay_of
from matches.robots import ROBOTS
from matches.services.overdue import settle_match
from matches.services.playing_on import match_play_on
from matches.views.match import whole
from matches.views.replies import go_to, posted, wants_json
from triad.errors import GameError
from triad.visits import address_of

#: A day: a player may be called otherwise later, and a card have another picture.
KEPT_SECONDS = 24 * 60 * 60


@never_cache
@require_GET
def replay(request: HttpRequest, match_id: int) -> HttpResponse:
    """The match after `at` placements (all, if not said), `side` blue or red below; `watch` plays the last one."""
    settle_match(match_id=match_id)
    state = finished(match_id=match_id, viewer=request.player)  # type: ignore[attr-defined]
    found = _asked(request, state)
    address = reverse("matches:replay", args=(match_id,))
    context = _context(request, found, address)
    if request.headers.get("HX-Request"):
        answer = render(request, "matches/replays/_replay.html", context)
        answer["HX-Replace-Url"] = f"{address}?at={found.at}&side={found.near.colour}"
        return answer
    absolute = request.build_absolute_uri
    context["preview"] = preview_of(state, absolute=absolute, address=f"{address}?at={found.at}", at=found.at)
    return render(request, "matches/replays/replay.html", context)


@require_POST
def play_on(request: HttpRequest, match_id: int) -> HttpResponse:
    """Begins a match against `robot` (its key) that goes on after `at` placements, `side` blue or red being one's own;
    a visitor becomes a guest by it. A refusal shows the same placement with its sentence."""
    settle_match(match_id=match_id)
    data = posted(request)
    at, side = whole(data.get("at")), str(data.get("side", ""))
    try:
        with guest_if_done(request) as player:
            made = match_play_on(
                match_id=match_id,
                at=-1 if at is None else at,
                user=player,
                side=side,
                robot=str(data.get("robot", "")),
            )
    except GameError as error:
        if error.status not in (400, 409, 429) or wants_json(request) or request.headers.get("HX-Request"):
            raise
        state = finished(match_id=match_id, viewer=request.player)  # type: ignore[attr-defined]
        found = replay_of(state, at=at, side="red" if side == "red" else "blue")
        context = _context(request, found, reverse("matches:replay", args=(match_id,))) | {"error": error.message}
        return render(request, "matches/replays/replay.html", context, status=error.status)
    return go_to(request, "matches:match", made.pk)


@same_for_everybody
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]
@require_GET
def embed(request: HttpRequest, match_id: int) -> HttpResponse:
    """The same for a frame on another site: whoever looks is nobody there, so that private matches are not shown."""
    found = _asked(request, finished(match_id=match_id, viewer=None))
    context = _context(request, found, reverse("matches:replay-embed", args=(match_id,)))
    partial = request.headers.get("HX-Request")
    return render(request, f"matches/replays/{'_replay' if partial else 'embed'}.html", context | {"framed": True})


@same_for_everybody
@require_safe
def picture(request: HttpRequest, match_id: int, at: int) -> FileResponse:
    """The board after `at` placements as PNG, 1200 by 630; of matches that anybody may see."""
    state = finished(match_id=match_id, viewer=None)
    return _sent(picture_of(state, at=at, asker=_asker(request)), "image/png")


@same_for_everybody
@require_safe
def film(request: HttpRequest, match_id: int) -> FileResponse:
    """The whole match as an animated WebP; of matches that anybody may see."""
    state = finished(match_id=match_id, viewer=None)
    return _sent(film_of(state, asker=_asker(request)), "image/webp")


def _sent(path: Path, kind: str) -> FileResponse:
    answer = FileResponse(path.open("rb"), content_type=kind)
    patch_cache_control(answer, public=True, max_age=KEPT_SECONDS)
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


def _asker(request: HttpRequest) -> str:
    return address_of(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))


def _asked(request: HttpRequest, state: MatchState) -> Replay:
    at, side = request.GET.get("at"), request.GET.get("side", "blue")
    number = whole(at) if at else None
    if side not in ("blue", "red") or (at and number is None):
        raise GameError("no_such_step", _("A step of the replay is a whole number, and its side is blue or red."))
    chosen: Side = "red" if side == "red" else "blue"
    return replay_of(state, at=number, side=chosen, played="watch" in request.GET)


def _context(request: HttpRequest, found: Replay, address: str) -> dict[str, Any]:
    page = reverse("matches:replay", args=(found.match_id,))
    return {
        "replay": found,
        "here": address,
        "page": page,
        "link": request.build_absolute_uri(f"{page}?at={found.at}"),
        "robots": ROBOTS.values(),
        "frame": request.build_absolute_uri(reverse("matches:replay-embed", args=(found.match_id,))),
    }
