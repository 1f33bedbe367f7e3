"""Pages of players: the profile, the settings, the ledger, and the way into a demo account."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts import queries
from accounts.blocks import is_blocked
from accounts.decorators import person_of, person_required
from accounts.forms import SettingsForm
from accounts.notices.views import choices_shown
from accounts.panels import panels_drawn
from accounts.purse import points_shown
from accounts.services import links, players
from triad.errors import GameError

LEDGER_PAGE = 50


@require_GET
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """A player's page; a name in another case leads to the right one."""
    player = queries.player_named_now(name)
    if player.username != name:
        return redirect("accounts:profile", player.username, permanent=False)
    viewer = request.player  # type: ignore[attr-defined]
    context = {
        "profile": player,
        "is_own": viewer == player,
        "is_here": queries.is_connected(player) and not (viewer and is_blocked(viewer, player)),
        "points": 0 if player.is_robot else points_shown(player=player, viewer=viewer),
        "panels": panels_drawn(profile=player, viewer=viewer, request=request),
    }
    return render(request, "accounts/profile.html", context)


@require_GET
@person_required
def own_profile(request: HttpRequest) -> HttpResponse:
    """Leads to the page of who asks."""
    return redirect("accounts:profile", request.user.get_username())


@never_cache
@require_http_methods(["GET", "POST"])
@person_required
def settings_page(request: HttpRequest) -> HttpResponse:
    """A player's switches, and the ways to e-mail and password."""
    form = SettingsForm(request.POST if request.method == "POST" else None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        players.preferences_set(user=person_of(request), **form.cleaned_data)
        messages.success(request, _("Your settings are saved."))
        return redirect("accounts:settings")
    context = {"form": form, "choices": choices_shown(person_of(request))}
    return TemplateResponse(request, "accounts/settings.html", context)


@require_POST
@person_required
def do_not_disturb(request: HttpRequest) -> HttpResponse:
    """Sets the switch to what was posted as `on` (1 or 0): the switch again for htmx, else back to `next`."""
    wanted = request.POST.get("on")
    if wanted not in ("0", "1"):
        raise GameError("on_or_off", _("Say on with 1 or off with 0."))
    user = players.do_not_disturb_set(user=person_of(request), on=wanted == "1")
    if request.headers.get("HX-Request"):
        return render(request, "accounts/_do_not_disturb.html", {"person": user})
    back = request.POST.get("next", "")
    if back.startswith("/") and url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        return HttpResponseRedirect(back)
    return redirect("accounts:settings")


@never_cache
@require_GET
@person_required
def ledger(request: HttpRequest) -> HttpResponse:
    """Where a player's own points and experience came from and went."""
    person = person_of(request)
    page = Paginator(queries.ledger_of(person), LEDGER_PAGE).get_page(request.GET.get("page"))
    return render(request, "accounts/ledger.html", {"page": page, "wallet": person.wallet})


@never_cache
@require_http_methods(["GET", "POST"])
def one_time_link(request: HttpRequest, token: str) -> HttpResponse:
    """Asks on GET, so that looking ahead uses nothing up; signs in to the demo account on POST."""
    with transaction.atomic():
        user = links.one_time_link_check(token=token)
        if request.method == "POST":
            login(request, user, backend="django.contrib.auth.backends.ModelBackend")
            return redirect("start")
    return render(request, "accounts/one_time_link.html", {"person": user})
