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

from accounts.blocks import is_blocked
from accounts.civility.sanctions import is_suspended
from accounts.decorators import person_required
from accounts.models import User
from accounts.queries import player_named
from matches.forms import Draft
from matches.live.challenges import challenge_view, challenges_fragment
from matches.live.dialogue import house_choices, house_of
from matches.models import Challenge, Seed
from matches.services.challenge_rows import challenge_for
from matches.services.challenges import (
    challenge_accept,
    challenge_refuse,
    challenge_send,
    challenge_withdraw,
    terms_of,
)
from matches.services.overdue import settle_challenge
from matches.services.seeds import seed_make
from matches.views.challenge_form import form_context, picker_context
from matches.views.replies import go_to
from triad.clock import now
from triad.errors import Conflict, GameError
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
        return _looked_at(request, opponent)
    draft = Draft.of_post(request.POST)
    if draft.look:
        return _dialogue(request, opponent, draft.fitted(house_of(draft.house)))
    try:
        made = challenge_send(challenger=user, opponent=opponent, **draft.asked_by(user))
    except GameError as error:
        return refused(request, error, partial(_dialogue, request, opponent, draft))
    return go_to(request, "matches:challenge-detail", made.pk)


@never_cache
@require_GET
@person_required
def detail(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """A challenge as one of its two players sees it; the one who was asked chooses five cards here."""
    user: User = request.user  # type: ignore[assignment]
    draft = Draft(hand=request.GET.get("deck", "")[:20], confirmed=False)
    error = None
    if request.GET.get("confirm"):
        error = GameError(CONFIRM, _("You stake cards that are hard to replace. Please confirm it."))
    settle_challenge(challenge_id=challenge_id)
    return answer_page(request, challenge_for(challenge_id=challenge_id, user=user), draft, error)


@require_POST
@person_required
def accept(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """Accepts with a deck or five cards picked, and begins the match."""
    user: User = request.user  # type: ignore[assignment]
    return accepted(request, challenge_for(challenge_id=challenge_id, user=user))


def accepted(request: HttpRequest, challenge: Challenge, *, token: str = "") -> HttpResponse:
    """The answer to an acceptance that was posted; `token` is that of the invite by which the player came."""
    user: User = request.user  # type: ignore[assignment]
    draft = replace(Draft.of_post(request.POST), rules=tuple(challenge.rules))
    try:
        match = challenge_accept(
            challenge_id=challenge.pk,
            user=user,
            addition=draft.addition,
            confirmed=draft.confirmed,
            invited=bool(token),
            **draft.cards_of(user),
        )
    except GameError as error:
        if error.code == CONFIRM and request.headers.get("HX-Request"):
            answer = HttpResponse(status=204)
            address = reverse("matches:challenge-detail", args=(challenge.pk,))
            answer["HX-Redirect"] = f"{address}?confirm=1&deck={draft.hand}" if draft.hand.isdigit() else address
            return answer
        again = challenge_for(challenge_id=challenge.pk, user=user, invited=bool(token))
        return refused(request, error, partial(answer_page, request, again, draft, token=token))
    return go_to(request, "matches:match", match.pk)


@require_POST
@person_required
def refuse(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """Refuses, with a reason if one is given."""
    user: User = request.user  # type: ignore[assignment]
    challenge_refuse(challenge_id=challenge_id, user=user, reason=request.POST.get("reason", "")[:2000])
    return _after(request, user)


@require_POST
@person_required
def withdraw(request: HttpRequest, challenge_id: int) -> HttpResponse:
    """The challenger takes the challenge back."""
    user: User = request.user  # type: ignore[assignment]
    challenge_withdraw(challenge_id=challenge_id, user=user)
    return _after(request, user)


def _after(request: HttpRequest, user: User) -> HttpResponse:
    if request.headers.get("HX-Request"):
        return HttpResponse(challenges_fragment(user))
    return go_to(request, "start")


def refused(request: HttpRequest, error: GameError, page: Callable[[GameError], HttpResponse]) -> HttpResponse:
    """A refusal as fragment or JSON where that is asked for, else the form with everything still in it."""
    if request.headers.get("HX-Request") or "application/json" in request.headers.get("Accept", ""):
        return error_response(request, error)
    return page(error)


def _looked_at(request: HttpRequest, opponent: User) -> HttpResponse:
    """The dialogue as it begins, or, where its fields are named, as they say: the part that hangs on the house."""
    user: User = request.user  # type: ignore[assignment]
    if "house" not in request.GET:
        return _dialogue(request, opponent, Draft.of_last(user))
    draft = Draft.of_post(request.GET).fitted(house_of(request.GET["house"]))
    if request.headers.get("HX-Request"):
        return render(request, "matches/_challenge_form.html", form_context(user, opponent, draft))
    return _dialogue(request, opponent, draft)


def _dialogue(request: HttpRequest, opponent: User, draft: Draft, error: GameError | None = None) -> HttpResponse:
    user: User = request.user  # type: ignore[assignment]
    context: dict[str, Any] = {"opponent": opponent, "closed": "" if error else _why_closed(user, opponent)}
    if not context["closed"]:
        seed = Seed.objects.filter(pk=draft.seed_id, owner=user, used_at=None).first() or seed_make(owner=user)
        context |= form_context(user, opponent, replace(draft, seed_id=seed.pk), refused=error is not None) | {
            "error": error,
            "confirming": error is not None and error.code == CONFIRM,
            "seed": seed,
            "address": reverse("matches:challenge", args=(opponent.username,)),
            "houses": house_choices(house_of(draft.house)),
        }
    return render(request, "matches/challenge.html", context, status=error.status if error else 200)


def _why_closed(user: User, opponent: User) -> str:
    """Why no challenge can be sent now, told before a form is filled in."""
    name = {"player": opponent.username}
    if is_blocked(user, opponent):
        return _("You and %(player)s keep apart.") % name
    if is_suspended(opponent):
        return _("%(player)s cannot be challenged.") % name
    if opponent.do_not_disturb:
        return _("%(player)s does not want to be disturbed now.") % name
    waiting = Challenge.objects.filter(challenger=user, opponent=opponent, state=Challenge.State.WAITING)
    if waiting.filter(expires_at__gt=now()).exists():
        return _("Your challenge to %(player)s is waiting for an answer.") % name
    return ""


def answer_page(
    request: HttpRequest, challenge: Challenge, draft: Draft, error: GameError | None = None, *, token: str = ""
) -> HttpResponse:
    """A challenge, settled, as the player sees it; `token` is that of the invite by which the player came."""
    user: User = request.user  # type: ignore[assignment]
    moment = now()
    view = challenge_view(challenge, user, moment)
    accept_url = reverse("matches:challenge-accept", args=(challenge.pk,))
    context: dict[str, Any] = {
        "challenge": view,
        "accept_url": reverse("matches:invite-accept", args=(token,)) if token else accept_url,
        "line": f"/live/challenge/{token or challenge.pk}/",
        "link": request.build_absolute_uri(view.link) if view.link else "",
        "version": int(moment.timestamp() * 1000),
        "draft": draft,
        "error": error,
        "confirming": error is not None and error.code == CONFIRM,
    }
    if view.waiting and not view.mine and not view.drawn:
        terms = terms_of(challenge)
        context |= picker_context(user, draft, terms.house, terms.level_limit) | {"deck_limit": view.limit}
    status = error.status if error is not None and request.method == "POST" else 200
    return render(request, "matches/challenge_detail.html", context, status=status)
