"""Playing a robot at once, with own or lent cards, with or without an account."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.guests import guest_if_done
from accounts.models import User
from matches.forms import LENT, Draft
from matches.houses import DELING, MOVE_TIMES
from matches.live.decks import DeckChoice
from matches.models import Seed
from matches.robots import ROBOTS
from matches.services.robots import robot_match_start
from matches.services.seeds import seed_make
from matches.views.challenge import rule_choices
from matches.views.replies import go_to
from triad.errors import GameError
from triad.middleware import error_response

#: Where the session of a visitor who is no guest yet keeps the seed that was shown.
SEED_KEY = "robot_seed"
FIRST_RULES = ("open", "same", "plus", "combo")


@never_cache
@require_http_methods(["GET", "POST"])
def robots(request: HttpRequest) -> HttpResponse:
    """Chooses a robot, rules and cards; a visitor becomes a guest by the first match."""
    if request.method == "GET":
        return _page(request, Draft(hand=LENT, rules=FIRST_RULES))
    draft = Draft.of_post(request.POST)
    try:
        with guest_if_done(request) as player:
            _claim_seed(request, draft, player)
            match = robot_match_start(
                user=player,
                robot=draft.robot,
                seed_id=draft.seed_id or None,
                addition=draft.addition,
                house=draft.house,
                rules=draft.rules,
                move_time=-1 if draft.move_time is None else draft.move_time,
                option=draft.option,
                **({} if draft.hand in ("", LENT) else draft.cards_of(player)),
            )
    except GameError as error:
        if request.headers.get("HX-Request") or "application/json" in request.headers.get("Accept", ""):
            return error_response(request, error)
        return _page(request, draft, error)
    request.session.pop(SEED_KEY, None)
    return go_to(request, "matches:match", match.pk)


def _claim_seed(request: HttpRequest, draft: Draft, player: User) -> None:
    """The seed shown to a visitor belongs to the guest that the visitor became."""
    if draft.seed_id and request.session.get(SEED_KEY) == draft.seed_id:
        Seed.objects.filter(pk=draft.seed_id, owner=None, used_at=None).update(owner=player)


def _seed(request: HttpRequest, draft: Draft) -> Seed:
    """The seed of the form: the one shown already, as long as it is unused."""
    player: User | None = request.player  # type: ignore[attr-defined]
    shown = draft.seed_id if player is not None else request.session.get(SEED_KEY)
    found = Seed.objects.filter(pk=shown or 0, owner=player, used_at=None).first() or seed_make(owner=player)
    if player is None:
        request.session[SEED_KEY] = found.pk
    return found


def _page(request: HttpRequest, draft: Draft, error: GameError | None = None) -> HttpResponse:
    player: User | None = request.player  # type: ignore[attr-defined]
    seed = _seed(request, draft)
    person = player is not None and player.is_person
    limit = None if "limitless" in draft.rules else DELING.level_limit
    context = {
        "draft": replace(draft, seed_id=seed.pk),
        "error": error,
        "seed": seed,
        "robots": ROBOTS.values(),
        "rules": rule_choices(DELING.rules, draft.rules),
        "move_times": MOVE_TIMES,
        "decks": DeckChoice.all_of(player, limit) if person and player is not None else (),
    }
    return render(request, "matches/robots.html", context, status=error.status if error else 200)
