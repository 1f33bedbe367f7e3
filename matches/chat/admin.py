"""Lines of the chat for moderators, who hide what others should not read."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from accounts.admin_civility import Kept
from accounts.civility.models import Report
from accounts.decorators import person_of
from matches.chat.models import Line
from matches.chat.reporting import withheld_lines
from matches.chat.room import Room
from matches.chat.speaking import line_hide


@admin.register(Line)
class LineAdmin(Kept):
    """What was said in the lobby and among spectators; of what two players said to each other, what was reported.

    Who plays in a match sees what its spectators say here, too, only once it is over.
    """

    list_display = ("id", "said_at", "where", "match", "author", "text", "hidden_by_staff")
    list_filter = ("where", "hidden_by_staff", "said_at")
    list_select_related = ("author", "match")
    search_fields = ("=author__username", "text", "=match__id")
    actions = ("hide", "show")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Line]:
        """The lines that this moderator may read."""
        reports = Report.objects.filter(attached__startswith="message:").values_list("attached", flat=True)
        reported = [int(number) for each in reports if (number := each.partition(":")[2]).isdigit()]
        lines: QuerySet[Line] = super().get_queryset(request)
        seen = lines.filter(~Q(where=Room.PLAYERS) | Q(pk__in=reported))
        return seen.exclude(pk__in=withheld_lines(person_of(request)))

    @admin.action(permissions=["change"], description=gettext_lazy("Hide from everybody"))
    def hide(self, request: HttpRequest, queryset: QuerySet[Line]) -> None:
        """Replaces lines on every open page."""
        self._set(request, queryset, hidden=True)

    @admin.action(permissions=["change"], description=gettext_lazy("Show again"))
    def show(self, request: HttpRequest, queryset: QuerySet[Line]) -> None:
        """Shows lines again on every open page."""
        self._set(request, queryset, hidden=False)

    def _set(self, request: HttpRequest, queryset: QuerySet[Line], *, hidden: bool) -> None:
        for line_id in list(queryset.order_by("pk").values_list("pk", flat=True)):
            line = line_hide(line_id=line_id, hidden=hidden)
            self.log_change(request, line, "Hidden." if hidden else "Shown again.")
