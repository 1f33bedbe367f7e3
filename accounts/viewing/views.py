"""Ends a view as a player."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.viewing.middleware import VIEW_KEY
from accounts.viewing.services import view_end


@require_POST
def end(request: HttpRequest) -> HttpResponse:
    """Ends the view of this session, if there is one, and leads back to the player's page in the admin."""
    view = getattr(request, "viewing", None)
    request.session.pop(VIEW_KEY, None)
    if view is None:
        return redirect("start")
    view_end(view=view)
    return redirect("admin:accounts_user_change", view.player_id)
