"""Playing a robot at once, with own or lent cards, with or without an account."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.guests import guest_if_done
from accounts.models import User
from matches.forms import LENT, Draft
from matches.houses import MOVE_TIMES
from matches.live.decks import DeckChoice
from matches.live.dialogue import (
    draw_choices,
    first_choices,
    house_choices,
    house_facts,
    house_of,
    rule_choices,
    trade_choices,
)
from matches.live.told import drawn_told, robot_pay_rows, robot_told, unpaid_words
from matches.models import Seed
from matches.robots import ROBOTS, Robot
from matches.services.lending import lacks_cards_for
from matches.services.robots import robot_match_start
from matches.services.seeds import SEED_AGE, seed_make
from matches.views.replies import go_to
from triad.clock import now
from triad.errors import GameError
from triad.middleware import error_response

#: Where the session of a visitor who is no guest yet keeps the seed that was shown.
SEED_KEY = "robot_seed"
#: What may be played for against a robot.
WITHOUT, TRAINING = "none", "training"
ROBOT_TRADES = (WITHOUT, TRAINING)
FIRST_RULES = ("open", "same", "plus", "combo")


@never_cache
@require_http_methods(["GET", "POST"])
def robots(request: HttpRequest) -> HttpResponse:
    """Chooses a robot, rules and cards; a visitor becomes a guest by the first match."""
    if request.method == "GET":
        return _looked_at(request)
    draft = Draft.of_post(request.POST)
    if draft.look:
        return _page(request, draft.fitted(house_of(draft.house)))
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
                trade=draft.trade or WITHOUT,
                draw=draft.draw or None,
                move_time=draft.seconds,
                option=draft.option,
                first=draft.first,
                lent=draft.hand == LENT,
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
        # A look at the page is not worth a session of three months: it lasts as long as the seed.
        request.session.set_expiry(int(SEED_AGE.total_seconds()))
    return found


def _looked_at(request: HttpRequest) -> HttpResponse:
    """The page as it begins, or, where its fields are named, as they say: the part that hangs on the house."""
    if "house" not in request.GET:
        return _page(request, Draft(rules=FIRST_RULES, trade=WITHOUT))
    draft = Draft.of_post(request.GET).fitted(house_of(request.GET["house"]))
    if request.headers.get("HX-Request"):
        return render(request, "matches/_robot_form.html", _form_context(request, draft))
    return _page(request, draft)


def _page(request: HttpRequest, draft: Draft, error: GameError | None = None) -> HttpResponse:
    seed = _seed(request, draft)
    player: User | None = request.player  # type: ignore[attr-defined]
    context = _form_context(request, replace(draft, seed_id=seed.pk)) | {
        "error": error,
        "seed": seed,
        "address": reverse("matches:robot"),
        "houses": house_choices(house_of(draft.house)),
        "robots": [(robot, _unpaid(player, robot)) for robot in ROBOTS.values()],
    }
    return render(request, "matches/robots.html", context, status=error.status if error else 200)


def _form_context(request: HttpRequest, draft: Draft) -> dict[str, Any]:
    """The part of the page that hangs on the house."""
    player: User | None = request.player  # type: ignore[attr-defined]
    person = player if player is not None and player.is_person else None
    house = house_of(draft.house)
    offered = tuple(name for name in ROBOT_TRADES if name in house.trades)
    lacks = lacks_cards_for(person, house) if person else ""
    decks = DeckChoice.all_of(person, house.level_limit, stars=house.stars, house=house.key) if person else ()
    first = next((str(deck.id) for deck in decks if deck.is_default and not deck.problem), LENT)
    return {
        "draft": draft,
        "house": house.key,
        "facts": house_facts(house, against_robot=True),
        "rules": rule_choices(house, draft.rules),
        "trades": trade_choices(house, draft.trade if draft.trade in offered else offered[0], {}, offered=offered),
        "draws": draw_choices(house, draft.draw),
        "firsts": first_choices(house, _("The robot"), draft.first, against_robot=True),
        "move_times": MOVE_TIMES,
        "draws_hands": "random" in house.rules,
        "drawn": drawn_told(user=person, house=house, staked=False) if person and "random" in house.rules else (),
        "decks": decks,
        "hand": draft.hand or first,
        "offered": first,
        "lent": _("five cards that suit the rules, for this match only"),
        "lacks": lacks,
        "stash": None,
        "pays": robot_pay_rows(house) if person else [],
        "told": robot_told(person),
        "told_in_form": True,
    }


def _unpaid(player: User | None, robot: Robot) -> str:
    """Why the robot pays a person nothing now; empty where it pays, and for others."""
    user = User.objects.filter(username=robot.username).first() if player is not None and player.is_person else None
    if player is None or user is None:
        return ""
    return unpaid_words(user=player, opponent=user, moment=now())
