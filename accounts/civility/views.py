"""Pages of keeping peace: blocks, reports, letters, the name, the beast, one's data, and leaving."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts import departures
from accounts.avatars import BEASTS, TINTS, avatar_of, avatar_set
from accounts.blocks import block_set, blocks_of
from accounts.civility.faq import QUESTIONS
from accounts.civility.forms import AvatarForm, LeavingForm, LetterForm, NameForm, ReportForm
from accounts.civility.letters import letter_send
from accounts.civility.naming import CHANGE_EVERY, KEPT, name_change, next_change_at
from accounts.civility.reports import attached_find, report_send
from accounts.decorators import person_of, person_required
from accounts.exports import export_of
from accounts.limits import spend
from accounts.models import User
from accounts.queries import player_named
from triad.errors import Conflict, GameError
from triad.visits import address_of


@require_POST
@person_required
def block(request: HttpRequest, name: str) -> HttpResponse:
    """Blocks a player, or ends the block: posted as `on`, 1 or 0."""
    wanted = request.POST.get("on")
    if wanted not in ("0", "1"):
        raise GameError("on_or_off", _("Say on with 1 or off with 0."))
    player = player_named(name)
    block_set(blocker=person_of(request), blocked=player, on=wanted == "1")
    said = _("You and %(player)s keep apart now.") if wanted == "1" else _("You no longer block %(player)s.")
    messages.success(request, said % {"player": player.username})
    if request.POST.get("next") == "blocks":
        return redirect("accounts:blocks")
    return redirect("accounts:profile", player.username)


@never_cache
@require_GET
@person_required
def blocks(request: HttpRequest) -> HttpResponse:
    """Whom a player has blocked."""
    return render(request, "accounts/civility/blocks.html", {"blocks": blocks_of(person_of(request))})


@never_cache
@require_http_methods(["GET", "POST"])
@person_required
def report(request: HttpRequest, name: str) -> HttpResponse:
    """Tells the moderators of a player; `what` names the match or message that it is about."""
    player, person = player_named(name), person_of(request)
    if player == person or player.is_robot:
        raise Conflict("not_reportable", _("%(player)s cannot be reported.") % {"player": player.username})
    what = request.POST.get("what", "") if request.method == "POST" else request.GET.get("what", "")
    attached = attached_find(reporter=person, about=player, what=what)
    form = ReportForm(request.POST if request.method == "POST" else None, initial={"what": what})
    if request.method == "POST" and form.is_valid():
        try:
            report_send(reporter=person, about=player, **form.cleaned_data)
        except GameError as error:
            if error.status != 400:
                raise
            form.add_error(None, error.message)
        else:
            messages.success(request, _("The moderators have your report. Thank you."))
            return redirect("accounts:profile", player.username)
    context = {"form": form, "about": player, "attached": attached}
    return TemplateResponse(request, "accounts/civility/report.html", context)


@require_GET
def faq(request: HttpRequest) -> HttpResponse:
    """Questions that many ask, and the answers."""
    return render(request, "accounts/civility/faq.html", {"questions": QUESTIONS})


@never_cache
@require_http_methods(["GET", "POST"])
def letter(request: HttpRequest) -> HttpResponse:
    """A letter to the staff, from players and visitors."""
    person = person_of(request) if request.user.is_authenticated else None
    form = LetterForm(request.POST if request.method == "POST" else None, has_account=person is not None)
    if request.method == "POST" and form.is_valid():
        address = address_of(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))
        letter_send(player=person, address=address, **form.cleaned_data)
        messages.success(request, _("The staff has your letter."))
        return redirect("accounts:letter")
    return TemplateResponse(request, "accounts/civility/letter.html", {"form": form})


@never_cache
@require_http_methods(["GET", "POST"])
@person_required
def rename(request: HttpRequest) -> HttpResponse:
    """Another name for a player."""
    person = person_of(request)
    form = NameForm(request.POST if request.method == "POST" else None, initial={"name": person.username})
    if request.method == "POST" and form.is_valid():
        try:
            changed = name_change(player=person, name=form.cleaned_data["name"])
        except GameError as error:
            form.add_error("name", error.message)
        else:
            messages.success(request, _("You are %(name)s now.") % {"name": changed.username})
            return redirect("accounts:settings")
    context = {
        "form": form,
        "days": CHANGE_EVERY.days,
        "kept": KEPT.days,
        "free_at": next_change_at(person),
    }
    return TemplateResponse(request, "accounts/civility/rename.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
@person_required
def avatar(request: HttpRequest) -> HttpResponse:
    """The beast and the tint that stand for a player."""
    person = person_of(request)
    if request.method == "POST":
        form = AvatarForm(request.POST)
        if not form.is_valid():
            raise GameError("no_such_avatar", _("Choose one of the beasts and one of the tints."))
        avatar_set(player=person, beast=form.cleaned_data["beast"], tint=int(form.cleaned_data["tint"]))
        messages.success(request, _("Your new beast is seen everywhere from now on."))
        return redirect("accounts:settings")
    beast, tint = avatar_of(person.username)
    context = {"beasts": BEASTS, "tints": range(1, TINTS + 1), "beast": beast, "tint": tint, "chosen": person.avatar}
    return render(request, "accounts/civility/avatar.html", context)


@never_cache
@require_GET
@person_required
def export(request: HttpRequest) -> HttpResponse:
    """Everything that the site keeps of who asks, as a file."""
    person: User = person_of(request)
    spend("export", person.pk)
    answer = JsonResponse(export_of(person), encoder=DjangoJSONEncoder, json_dumps_params={"indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="triad-{person.username}.json"'
    return answer


@never_cache
@require_http_methods(["GET", "POST"])
@person_required
def leave(request: HttpRequest) -> HttpResponse:
    """Says what leaving means and asks for the password; then the account ends."""
    form = LeavingForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            departures.account_leave(player=person_of(request), password=form.cleaned_data["password"])
        except GameError as error:
            if error.code != "wrong_password":
                raise
            form.add_error("password", error.message)
        else:
            logout(request)
            messages.success(request, _("Your account has ended. Farewell."))
            return redirect("start")
    return TemplateResponse(request, "accounts/civility/leave.html", {"form": form})
