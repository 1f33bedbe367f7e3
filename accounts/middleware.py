"""Who plays on this request, and the right status for a form that was not filled in rightly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth import logout
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from accounts.civility.sanctions import is_suspended, suspended_error
from accounts.guests import guest_of
from accounts.models import User
from accounts.services.presence import SEEN_EVERY, seen
from triad.clock import now
from triad.middleware import error_response


def player_of(request: HttpRequest) -> User | None:
    """The person who is signed in, else the guest of the session, else None."""
    if request.user.is_authenticated:
        return request.user
    return guest_of(request.session)


class PlayerMiddleware:
    """Sets `request.player` for the view: the person who is signed in, the guest of this session, or None.

    `request.user` stays anonymous for guests. Views marked with `same_for_everybody` get None and cost no query.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Finds the player, and notes at most every 20 seconds that the player is here. Of who is suspended the
        session ends, and the answer says until when and why."""
        if getattr(view, "same_for_everybody", False):
            request.player = None  # type: ignore[attr-defined]
            return None
        player = player_of(request)
        request.player = player  # type: ignore[attr-defined]
        if player is not None and is_suspended(player):
            logout(request)
            request.player = None  # type: ignore[attr-defined]
            return error_response(request, suspended_error(player))
        if player is not None and (player.seen_at is None or now() - player.seen_at >= SEEN_EVERY):
            seen(user_ids=[player.pk])
        return None

    def process_template_response(self, request: HttpRequest, response: TemplateResponse) -> TemplateResponse:
        """A form that comes back with errors is a bad request, whichever library's view sent it."""
        form = (response.context_data or {}).get("form")
        if response.status_code == 200 and isinstance(form, BaseForm) and form.is_bound and form.errors:
            response.status_code = 400
        return response
