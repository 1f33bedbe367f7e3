"""Shows the site as a player to somebody of the staff: nothing can be done, and nothing is written by looking.

The session stays that of the staff, so sockets, which ask the session, never hear what is for the player alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from accounts.viewing.models import PlayerView
from accounts.viewing.rules import check_no_hand
from accounts.viewing.services import view_running
from triad.errors import GameError, NotAllowed
from triad.middleware import error_response

#: Where a session keeps the id of its view.
VIEW_KEY = "view_as"
#: Pages that are a person's own even from the staff, or that do something by being looked at.
OWN_PAGES = frozenset({"accounts:export", "accounts:leave", "accounts:one-time-link"})
END = "accounts:view-end"


class ViewingMiddleware:
    """The last of all, so that it decides in whose name a view is called."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponseBase | None:
        """Calls the view as the player, where somebody looks as one; None for everybody else."""
        if getattr(view, "same_for_everybody", False) or VIEW_KEY not in request.session:
            return None
        running = view_running(view_id=request.session[VIEW_KEY], by_id=request.user.pk)
        if running is None:
            del request.session[VIEW_KEY]
            messages.info(request, _("The view as a player is over."))
            return None
        request.viewing = running  # type: ignore[attr-defined]
        match = request.resolver_match
        name = match.view_name if match is not None else ""
        if name == END:
            return None
        try:
            if request.method not in ("GET", "HEAD"):
                sentence = _("You only look as %(name)s: nothing can be done here. End the view first.")
                raise NotAllowed("only_looking", sentence % {"name": running.player.username})
            if request.path.startswith(reverse("admin:index")):
                return None
            if name in OWN_PAGES or view.__module__.startswith("allauth."):
                raise NotAllowed("own_page", _("This page is the player's own; nobody else looks at it."))
            check_no_hand(running.player)
            return _looked_at(request, running, view, args, kwargs)
        except GameError as error:
            return _kept_nowhere(error_response(request, error))


def _looked_at(request: HttpRequest, running: PlayerView, view: Any, args: Any, kwargs: Any) -> HttpResponseBase:
    """The page as the player would get it; whatever looking at it wrote is undone."""
    request.user = running.player
    request.player = running.player  # type: ignore[attr-defined]
    with transaction.atomic():
        answer: HttpResponseBase = view(request, *args, **kwargs)
        render = getattr(answer, "render", None)
        if callable(render):
            answer = render()
        transaction.set_rollback(True)
    return _kept_nowhere(answer)


def _kept_nowhere(answer: HttpResponseBase) -> HttpResponseBase:
    add_never_cache_headers(answer)
    return answer
