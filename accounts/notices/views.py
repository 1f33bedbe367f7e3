"""The list of notices, and the choice of what to be told."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.decorators import person_of, person_required
from accounts.models import User
from accounts.notices import queries
from accounts.notices.choices import choices_of, choices_set
from accounts.notices.kinds import all_kinds
from accounts.notices.models import Channel
from accounts.notices.services import notices_read

PAGE = 40


@never_cache
@require_GET
@person_required
def notices(request: HttpRequest) -> HttpResponse:
    """What a player was told in the last four weeks."""
    found = queries.notices_of(person_of(request))
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "told": queries.told(list(page)),
        "unread_here": found.filter(read_at=None).exists(),
    }
    return render(request, "accounts/notices/list.html", context)


@require_POST
@person_required
def read(request: HttpRequest) -> HttpResponse:
    """Marks every notice of who asks as read."""
    notices_read(player=person_of(request))
    return redirect("accounts:notices")


@require_POST
@person_required
def choose(request: HttpRequest) -> HttpResponse:
    """Sets what comes by which channel: one posted `wanted` for each that does, such as trade.mail."""
    wanted = {tuple(value.split(".", 1)) for value in request.POST.getlist("wanted")[:200] if "." in value}
    choices_set(player=person_of(request), wanted={(kind, channel) for kind, channel in wanted})
    messages.success(request, _("What you are told is saved."))
    return redirect(reverse("accounts:settings") + "#notice-choices")


def choices_shown(player: User) -> list[dict[str, Any]]:
    """The choices as the settings page draws them, a row a kind."""
    chosen = choices_of(player)
    return [
        {
            "title": kind.title,
            "cells": [
                {
                    "value": f"{kind.name}.{channel}",
                    "channel": str(channel),
                    "label": channel.label,
                    "on": chosen[kind.name, str(channel)],
                }
                for channel in Channel
            ],
        }
        for kind in all_kinds()
    ]
