"""The way to a view as a player from the player's page, and the log of all views."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin_read_only import ReadOnlyMixin
from accounts.decorators import person_of
from accounts.models import User
from accounts.viewing.middleware import VIEW_KEY
from accounts.viewing.models import PlayerView
from accounts.viewing.rules import check_may_view_as, may_view
from accounts.viewing.services import LONGEST_REASON, view_begin
from triad.errors import GameError


class ViewAsForm(forms.Form):
    """Why somebody looks."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=LONGEST_REASON)


class ViewAsMixin:
    """Adds the view as a player to the admin of players."""

    change_form_template = "admin/accounts/user/change.html"

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.view_as)  # type: ignore[attr-defined]
        return [path("<int:player_id>/view-as/", view, name="accounts_user_view_as"), *super().get_urls()]  # type: ignore[misc]

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        player = kwargs.get("obj")
        context["views_as"] = player is not None and _may(person_of(request), player)
        return super().render_change_form(request, context, *args, **kwargs)  # type: ignore[misc]

    def view_as(self, request: HttpRequest, player_id: int) -> HttpResponse:
        """Asks for a reason, then leads to the site as the player sees it."""
        if not may_view(person_of(request)):
            raise PermissionDenied
        player = get_object_or_404(User, pk=player_id)
        form = ViewAsForm(request.POST if request.method == "POST" else None)
        refused = None
        if request.method == "POST" and form.is_valid():
            try:
                view = view_begin(by=person_of(request), player=player, reason=form.cleaned_data["reason"])
            except GameError as error:
                refused = error
            else:
                request.session[VIEW_KEY] = view.pk
                return redirect("start")
        context = {
            **self.admin_site.each_context(request),  # type: ignore[attr-defined]
            "opts": self.model._meta,  # type: ignore[attr-defined]
            "title": _("View the site as a player"),
            "player": player,
            "form": form,
            "refused": refused,
        }
        status = refused.status if refused else 400 if form.errors else 200
        return TemplateResponse(request, "admin/accounts/user/view_as.html", context, status=status)


def _may(staff: User, player: User) -> bool:
    try:
        check_may_view_as(staff, player)
    except GameError:
        return False
    return True


@admin.register(PlayerView)
class PlayerViewAdmin(ReadOnlyMixin, admin.ModelAdmin):  # type: ignore[type-arg]
    """Every view as a player; nothing of it is changed."""

    list_display = ("began_at", "by", "player", "reason", "ended_at")
    list_filter = ("began_at",)
    list_select_related = ("by", "player")
    search_fields = ("by__username", "player__username", "reason")
