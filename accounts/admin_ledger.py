"""The books of points in the staff's room: every movement to be looked at, none to be changed."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from accounts.admin_read_only import ReadOnlyMixin
from accounts.models import LedgerEntry, Wallet


class WalletInline(ReadOnlyMixin, admin.TabularInline):  # type: ignore[type-arg]
    """What the player has."""

    model = Wallet
    fields = ("points", "experience")


class LedgerInline(ReadOnlyMixin, admin.TabularInline):  # type: ignore[type-arg]
    """The player's last movements; the ledger's own list has them all."""

    model = LedgerEntry
    fields = ("at", "reason", "cause", "points", "experience", "points_after", "experience_after", "note")
    ordering = ("-id",)
    verbose_name_plural = gettext_lazy("last 50 ledger entries")

    def get_queryset(self, request: HttpRequest) -> QuerySet[LedgerEntry]:
        """The last 50 of the player whose page it is."""
        entries: QuerySet[LedgerEntry] = super().get_queryset(request)
        match = request.resolver_match
        if match is None or not match.kwargs.get("object_id", "").isdigit():
            return entries.none()
        newest = LedgerEntry.objects.filter(user_id=match.kwargs["object_id"]).order_by("-id").values("pk")[:50]
        return entries.filter(pk__in=list(newest.values_list("pk", flat=True)))


@admin.register(LedgerEntry)
class LedgerAdmin(ReadOnlyMixin, admin.ModelAdmin):  # type: ignore[type-arg]
    """Every movement of points and experience, to be searched."""

    list_display = ("id", "at", "user", "reason", "cause", "points", "experience", "points_after", "note")
    list_filter = ("reason", "at")
    list_select_related = ("user",)
    search_fields = ("=user__username", "cause", "note")
    date_hierarchy = "at"


@admin.register(Wallet)
class WalletAdmin(ReadOnlyMixin, admin.ModelAdmin):  # type: ignore[type-arg]
    """What everybody has; it moves only through the ledger."""

    list_display = ("user", "points", "experience")
    list_select_related = ("user",)
    list_filter = ("user__kind",)
    search_fields = ("user__username",)
