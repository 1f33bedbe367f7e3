"""Pages of the lobby: posting an open challenge or an invite, and following the link of an invite."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import quote

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.blocks import is_blocked
from accounts.decorators import person_of, person_required
from accounts.queries import is_connected
from cards.queries import has_starter
from cards.services.starter import starter_open
from matches.arena.opening import challenge_open, invite_of
from matches.arena.showing import views_of
from matches.forms import Draft
from matches.live.dialogue import Choice, house_choices, house_of
from matches.models import Challenge, Seed
from matches.services.overdue import settle_challenge
from matches.services.seeds import seed_make
from matches.views.challenge import CONFIRM, accepted, answer_page, refused
from matches.views.challenge_form import form_context
from matches.views.replies import go_to
from triad.clock import now
from triad.errors import GameError, NotFound


@never_cache
@require_http_methods(["GET", "POST"])
@person_required
def open_challenge(request: HttpRequest) -> HttpResponse:
    """The dialogue in which whoever comes first is challenged, in the lobby or by a link."""
    user = person_of(request)
    if request.method == "GET":
        return _looked_at(request)
    draft, way = Draft.of_post(request.POST), request.POST.get("way", "")[:20]
    if draft.look:
        return _dialogue(request, draft.fitted(house_of(draft.house)), way)
    try:
        made = challenge_open(challenger=user, way=way or Challenge.Way.OPEN, **draft.asked_by(user))
    except GameError as error:
        return refused(request, error, partial(_dialogue, request, draft, way))
    return go_to(request, "matches:challenge-detail", made.pk)


@never_cache
@require_GET
def invite(request: HttpRequest, token: str) -> HttpResponse:
    """What an invite asks for; who has no account yet is led to one and back."""
    found = _invite(request, token)
    if not request.user.is_authenticated:
        return _for_visitors(request, found)
    user = person_of(request)
    if found.challenger_id != user.pk and not has_starter(user) and found.state == Challenge.State.WAITING:
        return _for_visitors(request, found, token=token)
    draft = Draft(hand=request.GET.get("deck", "")[:20])
    return answer_page(request, found, draft, token="" if found.challenger_id == user.pk else token)


@require_POST
@person_required
def invite_accept(request: HttpRequest, token: str) -> HttpResponse:
    """Accepts an invite with a deck or five cards picked, and begins the match."""
    return accepted(request, _invite(request, token), token=token)


@require_POST
@person_required
def invite_starter(request: HttpRequest, token: str) -> HttpResponse:
    """Opens the starter of somebody who came by an invite, and leads back to it."""
    _invite(request, token)
    starter_open(user=person_of(request))
    messages.success(request, _("Twenty cards are yours, with a deck named Start. Now you can play."))
    return redirect("matches:invite", token)


def _invite(request: HttpRequest, token: str) -> Challenge:
    """The invite of a link, settled; NotFound for who keeps apart from its maker."""
    settle_challenge(challenge_id=invite_of(token).pk)
    found = invite_of(token)
    if request.user.is_authenticated and is_blocked(found.challenger, person_of(request)):
        raise NotFound("no_invite", _("There is no such invite. Perhaps a part of the link is missing."))
    return found


def _for_visitors(request: HttpRequest, challenge: Challenge, *, token: str = "") -> HttpResponse:
    """The invite to who cannot accept it yet: without account, or, with a token, without cards."""
    moment = now()
    context: dict[str, Any] = {
        "waiting": challenge.state == Challenge.State.WAITING,
        "name": challenge.challenger.username,
        "each": next(iter(views_of([challenge], moment)), None),
        "commitment": challenge.seed.commitment,
        "here": is_connected(challenge.challenger),
        "token": token,
        "sign_up": f"{reverse('account_signup')}?next={quote(request.path)}",
        "version": int(moment.timestamp() * 1000),
    }
    return render(request, "matches/lobby/invite.html", context)


def _looked_at(request: HttpRequest) -> HttpResponse:
    """The dialogue as it begins, or, where its fields are named, as they say: the part that hangs on the house."""
    user, way = person_of(request), request.GET.get("way", "")[:20]
    if "house" not in request.GET:
        return _dialogue(request, Draft.of_last(user), way)
    draft = Draft.of_post(request.GET).fitted(house_of(request.GET["house"]))
    if request.headers.get("HX-Request"):
        return render(request, "matches/_challenge_form.html", form_context(user, None, draft))
    return _dialogue(request, draft, way)


def _dialogue(request: HttpRequest, draft: Draft, way: str, error: GameError | None = None) -> HttpResponse:
    user = person_of(request)
    seed = Seed.objects.filter(pk=draft.seed_id, owner=user, used_at=None).first() or seed_make(owner=user)
    context = form_context(user, None, replace(draft, seed_id=seed.pk), refused=error is not None) | {
        "error": error,
        "confirming": error is not None and error.code == CONFIRM,
        "seed": seed,
        "address": reverse("matches:open"),
        "houses": house_choices(house_of(draft.house)),
        "ways": _ways(way),
    }
    return render(request, "matches/lobby/open.html", context, status=error.status if error else 200)


def _ways(chosen: str) -> list[Choice]:
    invites = chosen == Challenge.Way.INVITE
    return [
        Choice(
            "open", _("In the lobby"), _("Whoever answers first plays it. It stands there for 24 hours."), not invites
        ),
        Choice(
            "invite",
            _("By a link"),
            _("For one person, with or without an account; it works once, for 24 hours."),
            invites,
        ),
    ]
