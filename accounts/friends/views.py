"""Marking a friend from a profile."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.decorators import person_of, person_required
from accounts.friends.services import friend_set
from accounts.queries import player_named


@require_POST
@person_required
def friend(request: HttpRequest, name: str) -> HttpResponse:
    """Marks a player as a friend, or with `on` 0 takes the mark away; leads back to the profile."""
    player = player_named(name)
    on = request.POST.get("on") != "0"
    friend_set(owner=person_of(request), friend=player, on=on)
    said = (
        _("%(player)s is among your friends in the lobby.") if on else _("%(player)s is no longer among your friends.")
    )
    messages.success(request, said % {"player": player.username})
    return redirect("accounts:profile", player.username)
