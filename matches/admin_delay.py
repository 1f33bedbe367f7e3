"""The organiser's delay of a broadcast, on the match's page in the admin."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.decorators import person_of
from matches.broadcast.delay import MOST_DELAY
from matches.models import Match
from matches.services.delays import delay_set, may_delay
from triad.errors import GameError


class DelayForm(forms.Form):
    """By how many minutes others see the match later."""

    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"),
        min_value=0,
        max_value=MOST_DELAY // 60,
        help_text=gettext_lazy(
            "0: no delay. The match, its result, and all that follows from it are shown so much later; its cards, bets "
            "and points stay where they are until then. To be set before the first move."
        ),
    )


class DelayMixin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Puts the delay on the page of a match: what it is, and the way to set it."""

    @admin.display(description=gettext_lazy("shown later by"))
    def later(self, match: Match) -> str:
        """The delay, with the way to set it while no card lies."""
        minutes = match.delay // 60
        said = ngettext("%(minutes)d minute", "%(minutes)d minutes", minutes) % {"minutes": minutes}
        if match.state != Match.State.PLAYING or match.moves.exists():
            return said
        address = reverse("admin:matches_match_delay", args=[match.pk])
        return format_html('{} · <a href="{}">{}</a>', said, address, _("Set the delay"))

    def get_urls(self) -> list[URLPattern]:
        delay = path("<int:match_id>/delay/", self.admin_site.admin_view(self.delay_view), name="matches_match_delay")
        return [delay, *super().get_urls()]

    def delay_view(self, request: HttpRequest, match_id: int) -> HttpResponse:
        """Asks for the minutes and sets them; for organisers only."""
        organiser = person_of(request)
        if not self.has_view_permission(request) or not may_delay(organiser):
            raise PermissionDenied
        match = get_object_or_404(Match, pk=match_id)
        form = DelayForm(request.POST if request.method == "POST" else None, initial={"minutes": match.delay // 60})
        status = 200
        if request.method == "POST" and form.is_valid():
            minutes: int = form.cleaned_data["minutes"]
            try:
                delay_set(match_id=match_id, seconds=60 * minutes, by=organiser)
            except GameError as error:
                form.add_error("minutes", error.message)
                status = error.status
            else:
                _log(organiser.pk, match, minutes)
                return HttpResponseRedirect(reverse("admin:matches_match_change", args=[match_id]))
        context: dict[str, Any] = {
            **self.admin_site.each_context(request),
            "opts": self.model._meta,
            "title": _("Delay of the broadcast"),
            "match": match,
            "form": form,
        }
        return TemplateResponse(request, "admin/matches/match/delay.html", context, status=status)


def _log(user_id: int, match: Match, minutes: int) -> None:
    LogEntry.objects.log_actions(
        user_id=user_id,
        queryset=[match],
        action_flag=CHANGE,
        change_message=f"Shown to others later by {minutes} min",
        single_object=True,
    )
