"""The staff's view of matches: everything that has happened, nothing of it to change, and no hidden card."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin_read_only import ReadOnlyMixin
from accounts.decorators import person_of
from cards.admin import NotAskedFor
from matches.admin_delay import DelayMixin
from matches.chat import admin as chat_admin  # noqa: F401
from matches.live.sight import known_to
from matches.models import Challenge, HandLook, Match, Move, Round, Seat, Seed
from matches.queries.records import public_record, record, standing
from matches.services.looks import hands_look, may_look
from triad.errors import GameError


def open_record(match: Match) -> dict[str, Any]:
    """The complete record as everybody may see it: while the match runs, hidden cards have their key only."""
    if match.is_open:
        return public_record(match)
    whole = undrawn_record(match)
    known = known_to("watch", standing(match))
    whole["hands"] = {
        colour: [card if card["key"] in known else {"key": card["key"]} for card in hand]
        for colour, hand in whole["hands"].items()
    }
    return whole


def undrawn_record(match: Match) -> dict[str, Any]:
    """The complete record; while the match runs, without what Chaos draws for turns to come, and without the pools."""
    whole = record(match)
    if not match.is_open:
        whole.pop("pool", None)
        for each in whole["rounds"]:
            each.pop("chaos", None)
    return whole


class _Inline(ReadOnlyMixin, admin.TabularInline):  # type: ignore[type-arg]
    extra = 0
    can_delete = False


class SeatInline(_Inline):
    """Who plays, and what came of it."""

    model = Seat
    fields = ("colour", "user", "busy", "outcome", "did_not_finish", "points", "experience")


class RoundInline(_Inline):
    """The rounds; their draws stand in the record."""

    model = Round
    fields = ("number", "began_at")


class MoveInline(_Inline):
    """Every placement."""

    model = Move
    fields = ("round", "number", "card", "square", "by_clock", "at")


class LookInline(_Inline):
    """Who of the staff looked at both hands while the match ran."""

    model = HandLook
    fields = ("at", "user", "reason")


class LookForm(forms.Form):
    """Why somebody looks."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200)


@admin.register(Match)
class MatchAdmin(NotAskedFor, ReadOnlyMixin, DelayMixin):
    """Matches with their record; the hands of a running one are shown by a logged act only."""

    list_display = ("id", "players", "house", "trade", "option", "state", "winner", "ended", "began_at")
    list_filter = ("state", "ended", "house", "option", "with_people", "is_demo", "began_at")
    unasked = ("setup", "seed", "additions", "claim", "held", "brought", "rounds")
    search_fields = ("=id", "seats__user__username")
    date_hierarchy = "began_at"
    inlines = (SeatInline, RoundInline, MoveInline, LookInline)
    fields = (
        "house", "option", "later", "move_time", "bet", "with_people", "state", "version", "turn", "due_at", "robot_at",
        "winner", "ended", "began_at", "ended_at", "challenge", "rematch_of", "played_on_from", "played_on_at",
        "commitment", "both_hands", "as_record",
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """With the players of each."""
        seats = Prefetch("seats", Seat.objects.select_related("user").order_by("colour"))
        matches: QuerySet[Match] = super().get_queryset(request).select_related("seed").prefetch_related(seats)
        return matches

    @admin.display(description=gettext_lazy("players"))
    def players(self, match: Match) -> str:
        return " – ".join(seat.user.username for seat in match.seats.all())

    @admin.display(description=gettext_lazy("trade rule"))
    def trade(self, match: Match) -> str:
        return str(match.setup["trade"])

    @admin.display(description=gettext_lazy("commitment to the seed"))
    def commitment(self, match: Match) -> str:
        return match.seed.commitment

    @admin.display(description=gettext_lazy("both hands"))
    def both_hands(self, match: Match) -> str:
        """The way to the logged look; after the end all is open anyway."""
        if match.is_open:
            return _("Open: the match is over.")
        return format_html(
            '<a href="{}">{}</a>', reverse("admin:matches_match_look", args=[match.pk]), _("Look, with a reason")
        )

    @admin.display(description=gettext_lazy("record"))
    def as_record(self, match: Match) -> str:
        return format_html("<pre>{}</pre>", _pretty(open_record(match)))

    def get_urls(self) -> list[URLPattern]:
        look = path("<int:match_id>/look/", self.admin_site.admin_view(self.look_view), name="matches_match_look")
        return [look, *super().get_urls()]

    def look_view(self, request: HttpRequest, match_id: int) -> HttpResponse:
        """Asks for a reason, notes the look, and shows both hands of a running match."""
        if not self.has_view_permission(request) or not may_look(person_of(request)):
            raise PermissionDenied
        match = get_object_or_404(Match.objects.select_related("seed"), pk=match_id)
        form = LookForm(request.POST if request.method == "POST" else None)
        shown = ""
        if request.method == "POST" and form.is_valid():
            try:
                look = hands_look(match=match, user=person_of(request), reason=form.cleaned_data["reason"])
            except GameError as error:
                form.add_error("reason", error.message)
            else:
                LogEntry.objects.log_actions(
                    user_id=look.user_id,
                    queryset=[match],
                    action_flag=CHANGE,
                    change_message=f"Looked at both hands: {look.reason}",
                    single_object=True,
                )
                shown = _pretty(undrawn_record(match))
        context = {
            **self.admin_site.each_context(request),
            "opts": self.model._meta,
            "title": _("Both hands"),
            "match": match,
            "form": form,
            "record": shown,
        }
        return TemplateResponse(request, "admin/matches/match/look.html", context)


@admin.register(Challenge)
class ChallengeAdmin(NotAskedFor, ReadOnlyMixin, admin.ModelAdmin):  # type: ignore[type-arg]
    """Challenges and how they ended; of the five cards they name nothing is shown."""

    list_display = ("id", "challenger", "opponent", "house", "trade", "state", "made_at", "settled_at")
    list_filter = ("state", "house", "trade", "made_at")
    unasked = ("hand", "deck_name", "seed", "addition")
    list_select_related = ("challenger", "opponent")
    search_fields = ("=id", "challenger__username", "opponent__username")
    date_hierarchy = "made_at"
    fields = (
        "challenger", "opponent", "house", "rules", "trade", "draw", "bet", "first", "option", "move_time",
        "state", "reason", "made_at", "expires_at", "settled_at",
    )  # fmt: skip


@admin.register(Seed)
class SeedAdmin(NotAskedFor, ReadOnlyMixin, admin.ModelAdmin):  # type: ignore[type-arg]
    """Seeds by their commitment; a secret is shown only when its match is over."""

    list_display = ("id", "commitment", "owner", "made_at", "used_at")
    list_filter = ("made_at",)
    unasked = ("secret",)
    list_select_related = ("owner",)
    search_fields = ("commitment", "owner__username")
    fields = ("commitment", "owner", "made_at", "used_at", "secret_when_over")

    @admin.display(description=gettext_lazy("secret"))
    def secret_when_over(self, seed: Seed) -> str:
        match = Match.objects.filter(seed=seed).order_by("pk").first()
        if match is None or match.state != Match.State.OVER:
            return _("Hidden until its match is over.")
        return seed.secret


@admin.register(HandLook)
class HandLookAdmin(ReadOnlyMixin, admin.ModelAdmin):  # type: ignore[type-arg]
    """Who of the staff looked at hidden hands, when and why."""

    list_display = ("at", "user", "match", "reason")
    list_filter = ("at",)
    list_select_related = ("user", "match")
    search_fields = ("user__username", "reason", "=match__id")


def _pretty(data: dict[str, Any]) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False)
