"""Challenges: the dialogue, the answer, and taking one back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.decorators import person_required
from accounts.models import User
from accounts.queries import player_named
from cards.faces import CardFace
from cards.queries import has_starter, point_value, stash
from matches.engine import EXCLUDES, NEEDS
from matches.forms import PICK, Draft
from matches.houses import HOUSES, MOVE_TIMES
from matches.live.challenges import challenge_view, challenges_fragment, pay_words
from matches.live.decks import DeckChoice
from matches.live.words import OPTION_WORDS, RULE_WORDS, TRADE_WORDS
from matches.models import Challenge, Seed
from matches.rule_names import RULE_TITLES
from matches.services.challenges import challenge_accept, challenge_refuse, challenge_send, challenge_withdraw
from matches.services.overdue import settle_challenge
from matches.services.seeds import seed_make
from matches.views.replies import go_to
from triad.clock import now
from triad.errors import Conflict, GameError, NotFound
from triad.middleware import error_response

#: The refusal that a second, confirming click answers.
CONFIRM = "confirm_stake"


@require_GET
@person_required
def find(request: HttpRequest) -> HttpResponse:
    """Leads from a name typed in to the dialogue with that player."""
    player = player_named(request.GET.get("name", "").strip())
    return redirect("matches:challenge", player.username)


@never_cache
@require_http_methods(["GET", "POST"])
@person_required
def challenge(request: HttpRequest, name: str) -> HttpResponse:
    """The dialogue in which a player is challenged."""
    opponent = player_named(name)
    user: User = request.user  # type: ignore[assignment]
    if request.method == "GET":
        if opponent.is_robot:
            return redirect("matches:robot")
        if opponent.pk == user.pk or not opponent.is_person or not opponent.is_active:
            raise Conflict("not_challengeable", _("%(player)s cannot be challenged.") % {"player": opponent.username})
        return _dialogue(request, opponent, Draft.of_last(user))
    draft = Draft.of_post(request.POST)
    try:
        made = challenge_send(
            challenger=user,
            opponent=opponent,
            seed_id=draft.seed_id,
            addition=draft.addition,
            house=draft.house,
            rules=draft.rules,
            trade=draft.trade,
            option=draft.option,
            move_time=_move_time(draft),
            confirmed=draft.confirmed,
            **draft.cards_of(user),
        )
    except GameError as error:
        return _refused(request, error, partial(_dialogue, request, opponent, draft))
    return go_to(request, "matches:challenge-detail", made.pk)


@never_cache
@require_GET
@person_required
def detail(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """A challenge as one of its two players sees it; the one who was asked chooses five cards here."""
    draft = Draft(hand=request.GET.get("deck", "")[:20], confirmed=False)
    error = None
    if request.GET.get("confirm"):
        error = GameError(CONFIRM, _("You stake cards that are hard to replace. Please confirm it."))
    return _answer_page(request, challenge_id, draft, error)


@require_POST
@person_required
def accept(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """Accepts with a deck or five cards picked, and begins the match."""
    user: User = request.user  # type: ignore[assignment]
    draft = Draft.of_post(request.POST)
    _own(challenge_id, user)
    try:
        match = challenge_accept(
            challenge_id=challenge_id,
            user=user,
            addition=draft.addition,
            confirmed=draft.confirmed,
            **draft.cards_of(user),
        )
    except GameError as error:
        if error.code == CONFIRM and request.headers.get("HX-Request"):
            answer = HttpResponse(status=204)
            address = reverse("matches:challenge-detail", args=(challenge_id,))
            answer["HX-Redirect"] = f"{address}?confirm=1&deck={draft.hand}" if draft.hand.isdigit() else address
            return answer
        return _refused(request, error, partial(_answer_page, request, challenge_id, draft))
    return go_to(request, "matches:match", match.pk)


@require_POST
@person_required
def refuse(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """Refuses, with a reason if one is given."""
    user: User = request.user  # type: ignore[assignment]
    settle_challenge(challenge_id=challenge_id)
    challenge_refuse(challenge_id=challenge_id, user=user, reason=request.POST.get("reason", "")[:2000])
    return _after(request, user)


@require_POST
@person_required
def withdraw(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """The challenger takes the challenge back."""
    user: User = request.user  # type: ignore[assignment]
    settle_challenge(challenge_id=challenge_id)
    challenge_withdraw(challenge_id=challenge_id, user=user)
    return _after(request, user)


def _after(request: HttpRequest, user: User) -> HttpResponse:
    if request.headers.get("HX-Request"):
        return HttpResponse(challenges_fragment(user))
    return go_to(request, "start")


def _refused(request: HttpRequest, error: GameError, page: Callable[[GameError], HttpResponse]) -> HttpResponse:
    """A refusal as fragment or JSON where that is asked for, else the form with everything still in it."""
    if request.headers.get("HX-Request") or "application/json" in request.headers.get("Accept", ""):
        return error_response(request, error)
    return page(error)


def _move_time(draft: Draft) -> int:
    # A number that is none is as wrong as one that is not offered, and gets the same sentence.
    return -1 if draft.move_time is None else draft.move_time


def _dialogue(request: HttpRequest, opponent: User, draft: Draft, error: GameError | None = None) -> HttpResponse:
    user: User = request.user  # type: ignore[assignment]
    house = HOUSES.get(draft.house) or next(iter(HOUSES.values()))
    seed = Seed.objects.filter(pk=draft.seed_id, owner=user, used_at=None).first() or seed_make(owner=user)
    limit = None if "limitless" in draft.rules else house.level_limit
    context = {
        "opponent": opponent,
        "draft": replace(draft, seed_id=seed.pk),
        "error": error,
        "confirming": error is not None and error.code == CONFIRM,
        "seed": seed,
        "houses": HOUSES.values(),
        "house": house,
        "rules": rule_choices(house.rules, draft.rules),
        "trades": [(name, TRADE_WORDS[name]) for name in house.trades],
        "options": OPTION_WORDS.items(),
        "move_times": MOVE_TIMES,
        "my_value": point_value(user),
        "their_value": point_value(opponent),
        "pays": pay_words(user=user, opponent=opponent, trade="one", moment=now()),
        **picker_context(user, draft, limit),
    }
    return render(request, "matches/challenge.html", context, status=error.status if error else 200)


def _answer_page(request: HttpRequest, challenge_id: int, draft: Draft, error: GameError | None) -> HttpResponse:
    user: User = request.user  # type: ignore[assignment]
    settle_challenge(challenge_id=challenge_id)
    found = _own(challenge_id, user)
    moment = now()
    view = challenge_view(found, user, moment)
    context: dict[str, Any] = {
        "challenge": view,
        "line": f"/live/challenge/{challenge_id}/",
        "version": int(moment.timestamp() * 1000),
        "draft": draft,
        "error": error,
        "confirming": error is not None and error.code == CONFIRM,
    }
    if view.waiting and not view.mine:
        limit = None if "limitless" in found.rules else HOUSES[found.house].level_limit
        context |= picker_context(user, draft, limit)
    status = error.status if error is not None and request.method == "POST" else 200
    return render(request, "matches/challenge_detail.html", context, status=status)


def _own(challenge_id: int, user: User) -> Challenge:
    rows = Challenge.objects.select_related("challenger", "opponent", "seed", "match")
    found = rows.filter(pk=challenge_id).first()
    if found is None or user.pk not in (found.challenger_id, found.opponent_id):
        raise NotFound("no_challenge", _("There is no such challenge."))
    return found


def rule_choices(offered: tuple[str, ...], chosen: tuple[str, ...]) -> list[dict[str, Any]]:
    """The rules of a house for the form: what each needs and excludes, and the sentence for it."""
    choices = []
    for name in (name for name in RULE_WORDS if name in offered):
        needs = [need for need in NEEDS.get(name, ()) if need in offered]
        excludes = [one if other == name else other for one, other in EXCLUDES if name in (one, other)]
        excludes = [other for other in excludes if other in offered]
        why = ""
        if needs:
            titles = _(" or ").join(str(RULE_TITLES[need]) for need in needs)
            why = _("%(rule)s needs %(needed)s.") % {"rule": RULE_TITLES[name], "needed": titles}
        elif excludes:
            titles = _(" and ").join(str(RULE_TITLES[other]) for other in excludes)
            why = _("%(rule)s does not go together with %(others)s.") % {"rule": RULE_TITLES[name], "others": titles}
        choices.append(
            {
                "name": name,
                "word": RULE_WORDS[name],
                "on": name in chosen,
                "needs": " ".join(needs),
                "excludes": " ".join(excludes),
                "why": why,
            }
        )
    return choices


def picker_context(user: User, draft: Draft, level_limit: int | None) -> dict[str, Any]:
    """The choice of five cards: saved decks with what is wrong with each, and the stash to pick from."""
    decks = DeckChoice.all_of(user, level_limit)
    first = next((str(deck.id) for deck in decks if not deck.problem), PICK)
    return {
        "decks": decks,
        "hand": draft.hand or first,
        "picks": draft.picks,
        "stash": [(CardFace.of(card), card.held) for card in stash(owner=user)],  # type: ignore[attr-defined]
        "level_limit": level_limit,
        "needs_starter": not has_starter(user),
    }
