"""The pages that prove the draws: of a match, and of any record that somebody brings (RULES 3)."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from matches.engine import COLOURS
from matches.live.origin import origin_of
from matches.live.state import MatchState
from matches.queries.proof import LONGEST_RECORD, limits_data, proof_data, proof_of, record_read, without_pool
from matches.queries.records import public_record
from matches.services.overdue import settle_match
from matches.views.proof_words import check_rows, proof_words
from matches.views.replies import wants_json
from triad.errors import GameError


@never_cache
@require_GET
def match_proof(request: HttpRequest, match_id: int) -> HttpResponse:
    """How the draws of a match are proved; while it runs only what binds the site already."""
    state = _state(request, match_id)
    context: dict[str, Any] = {
        "match": state.match,
        "players": {colour: seat.user.username for colour, seat in state.seats.items()},
        "additions": {colour: state.match.additions.get(colour, "") for colour in COLOURS},
        "added": _added(state.match.additions),
        "origin": origin_of(state.match),
        "first_named": bool(state.record.get("first_named")),
        "no_pool": without_pool(state.record),
        "over": state.is_open,
        "held": state.is_over,
        **_for_the_browser(),
    }
    if state.is_open:
        whole = public_record(state.match)
        context |= {"no_pool": without_pool(whole), **_server_check(whole)}
    return render(request, "matches/proof.html", context)


@never_cache
@require_GET
def match_proof_json(request: HttpRequest, match_id: int) -> HttpResponse:
    """What a browser needs besides the record: the lists that only the fold tells, and this server's own checks."""
    state = _state(request, match_id)
    state.require_open(request.player, _("The seed is shown when the match is over."))  # type: ignore[attr-defined]
    return JsonResponse(proof_data(proof_of(public_record(state.match))))


@require_http_methods(["GET", "POST"])
def proof(request: HttpRequest) -> HttpResponse:
    """Checks any record: `file`, or `record` its text; to programs as JSON, as `match_proof_json`."""
    context = {"open": True, "longest": LONGEST_RECORD, **_for_the_browser()}
    if request.method == "GET":
        return render(request, "matches/proof_any.html", context)
    text = _given(request)
    try:
        given = record_read(text)
        found = proof_of(given)
    except GameError as error:
        if wants_json(request):
            raise
        context |= {"error": error.message, "text": text[:LONGEST_RECORD]}
        return render(request, "matches/proof_any.html", context, status=error.status)
    if wants_json(request):
        return JsonResponse(proof_data(found))
    context |= {"text": text, "rows": check_rows(found.checks), "broken": found.error, **_counts(found.checks)}
    return render(request, "matches/proof_any.html", context)


def _state(request: HttpRequest, match_id: int) -> MatchState:
    """The match, if who asks may see it: as the record."""
    settle_match(match_id=match_id)
    player = request.player  # type: ignore[attr-defined]
    state = MatchState.load(match_id, viewer=player)
    state.audience_of(player)
    return state


def _server_check(whole: dict[str, Any]) -> dict[str, Any]:
    """This server's own check, for browsers without scripts; where it fails, why."""
    try:
        found = proof_of(whole)
    except GameError as error:
        return {"seed": whole.get("seed", ""), "error": error.message}
    rows = check_rows(found.checks)
    return {"seed": whole.get("seed", ""), "rows": rows, "broken": found.error, **_counts(found.checks)}


def _counts(checks: Any) -> dict[str, int]:
    return {"agree": sum(check.agrees for check in checks), "count": len(checks)}


def _for_the_browser() -> dict[str, str]:
    return {"words": json.dumps(proof_words()), "limits": json.dumps(limits_data())}


def _given(request: HttpRequest) -> str:
    """The text of the chosen file, else the pasted one; what is no text of UTF-8 is no record either."""
    file = request.FILES.get("file")
    if file is None:
        return str(request.POST.get("record", ""))
    data: bytes = file.read(LONGEST_RECORD + 1)
    return data.decode("utf-8", "replace")


def _added(additions: dict[str, str]) -> str:
    given = [colour for colour in COLOURS if additions.get(colour)]
    return "both" if len(given) == len(COLOURS) else given[0] if given else "none"
