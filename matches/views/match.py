"""One match: its page, and everything that can be done in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from cards.queries import deck_get
from matches.broadcast.showing import WORD_LATER, WORDS
from matches.chat.showing import chat_context, match_chat
from matches.live.recent import collected
from matches.live.render import watchers_of
from matches.live.state import MatchState
from matches.live.view import MatchView
from matches.queries.records import public_record
from matches.replays.preview import preview_of
from matches.services.leaving import match_leave
from matches.services.moves import move_play
from matches.services.options import option_set
from matches.services.overdue import settle_match
from matches.services.rematch import rematch_decline, rematch_offer
from matches.services.spoils import spoils_choose
from matches.views.replies import go_to, match_reply, player_required, posted, refused, wants_json
from triad.errors import GameError, NotAllowed

MOST_DIGITS = 9


@never_cache
@require_GET
def match_page(request: HttpRequest, match_id: int) -> HttpResponse:
    """The table, as this player, or a spectator, may see it."""
    settle_match(match_id=match_id)
    player = request.player  # type: ignore[attr-defined]
    try:
        state = MatchState.load(match_id, viewer=player)
    except NotAllowed as error:
        if error.code != "shown_later" or wants_json(request):
            raise
        context = {"word_title": WORDS[WORD_LATER][0], "word_text": error.message}
        return render(request, "matches/later.html", context, status=403)
    view = MatchView.of(state, state.audience_of(player))
    if wants_json(request):
        return JsonResponse(view.to_data())
    context = {"view": view, "watchers": watchers_of(match_id), "line": f"/live/match/{match_id}/"}
    player = request.player  # type: ignore[attr-defined]
    context |= chat_context(match_chat(state.match, view.audience, player), player)
    context["preview"] = preview_of(state, absolute=request.build_absolute_uri, address=request.path)
    return render(request, "matches/match.html", context)


@never_cache
@require_GET
def match_regions(request: HttpRequest, match_id: int) -> HttpResponse:
    """The regions of the table as they stand, for a page that has lost its line."""
    settle_match(match_id=match_id)
    return match_reply(request, match_id)


@require_POST
def move(request: HttpRequest, match_id: int) -> HttpResponse:
    """Places a card: `card` its key, `square` 1 to 9, `version` of the match as the player saw it."""
    player = player_required(request)
    data = posted(request)

    def act() -> None:
        card = data.get("card")
        square, version = whole(data.get("square")), whole(data.get("version"))
        if not isinstance(card, str) or square is None or version is None:
            raise GameError("bad_move", _("A placement names a card, a square, and the version of the match."))
        move_play(match_id=match_id, user=player, card=card[:10], square=square, version=version)

    return _done(request, match_id, act, event=True)


@require_POST
def leave(request: HttpRequest, match_id: int) -> HttpResponse:
    """Leaves the match, with what the house says about it."""
    player = player_required(request)
    return _done(request, match_id, lambda: match_leave(match_id=match_id, user=player))


@require_POST
def spoils(request: HttpRequest, match_id: int) -> HttpResponse:
    """The winner's choice: `keys` of the cards; none at all only with `none`, so that no prize is lost by a slip."""
    player = player_required(request)
    data = posted(request)
    keys = data.get("keys", [])
    chosen = [str(key)[:10] for key in (keys if isinstance(keys, list) else [keys])][:20]
    wanted = [] if data.get("none") else chosen or None
    return _done(request, match_id, lambda: spoils_choose(match_id=match_id, user=player, keys=wanted))


@require_POST
def option(request: HttpRequest, match_id: int) -> HttpResponse:
    """Who may watch: `option` open, private or broadcast."""
    player = player_required(request)
    wanted = str(posted(request).get("option", ""))[:20]
    return _done(request, match_id, lambda: option_set(match_id=match_id, user=player, option=wanted))


@require_POST
def rematch(request: HttpRequest, match_id: int) -> HttpResponse:
    """Wants a rematch (`addition` to its draws, `deck` for other cards), or with `decline` not any more."""
    player = player_required(request)
    data = posted(request)
    if data.get("decline"):
        return _done(request, match_id, lambda: rematch_decline(match_id=match_id, user=player))
    try:
        number = whole(data.get("deck"))
        made = rematch_offer(
            match_id=match_id,
            user=player,
            addition=str(data.get("addition", ""))[:100],
            deck=deck_get(owner=player, deck_id=number) if number is not None else None,
            confirmed=data.get("confirmed") == "1",
        )
    except GameError as error:
        return refused(request, match_id, error)
    return match_reply(request, match_id) if made is None else go_to(request, "matches:match", made.pk)


@never_cache
@require_GET
def record_json(request: HttpRequest, match_id: int) -> HttpResponse:
    """The record of a match that is over (RECORDS.md), with its seed: one line, as `referee` and `verify_deal` read."""
    settle_match(match_id=match_id)
    player = request.player  # type: ignore[attr-defined]
    state = MatchState.load(match_id, viewer=player)
    state.audience_of(player)
    state.require_open(player, _("The record can be had when the match is over."))
    answer = JsonResponse(public_record(state.match), json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="match-{match_id}.json"'
    return answer


def whole(value: Any) -> int | None:
    """A whole number from a form or from JSON; None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value if abs(value) < 10**MOST_DIGITS else None
    text = value.strip() if isinstance(value, str) else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None


def _done(request: HttpRequest, match_id: int, act: Callable[[], object], *, event: bool = False) -> HttpResponse:
    """Does one thing and answers with the match; a refusal changes nothing and says so."""
    with collected() as states:
        try:
            act()
        except GameError as error:
            return refused(request, match_id, error)
    return match_reply(request, match_id, event=event, state=states.get(match_id))
