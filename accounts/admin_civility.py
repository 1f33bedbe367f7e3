"""The moderators' desk: reports and letters in their queues, mutes and suspensions."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.civility.models import KeptName, Letter, Report, Sanction
from accounts.civility.reports import report_decide, withheld_from
from accounts.civility.sanctions import sanction_lay, sanction_lift
from accounts.decorators import person_of
from triad.clock import now
from triad.errors import GameError


class OpenFirst(admin.SimpleListFilter):
    """Shows what waits unless asked for more."""

    title = gettext_lazy("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("all", _("all")), ("done", _("done"))]

    def choices(self, changelist: Any) -> Any:
        """The first choice is what waits, not everything."""
        first, *others = super().choices(changelist)
        yield {**first, "display": _("waiting")}
        yield from others

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "all":
            return queryset
        return queryset.exclude(state="open") if self.value() == "done" else queryset.filter(state="open")


class Kept(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows that are looked at and acted upon, never written or deleted by hand."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """All of them; what the model holds and what is shown besides."""
        return [*(field.name for field in self.model._meta.fields), *self.readonly_fields]


@admin.register(Report)
class ReportAdmin(Kept):
    """The queue of reports, the oldest first."""

    list_display = ("id", "at", "name_then", "why", "short", "matter", "reporter", "state")
    list_filter = (OpenFirst, "why", "at")
    list_select_related = ("reporter", "about")
    search_fields = ("name_then", "=about__username", "=reporter__username", "text")
    readonly_fields = ("matter", "measures")
    actions = ("acted", "set_aside")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Without those that the reader must not read yet."""
        reports: QuerySet[Report] = super().get_queryset(request)
        withheld = withheld_from(person_of(request))
        return reports.exclude(attached__in=withheld) if withheld else reports

    @admin.display(description=gettext_lazy("what happened"))
    def short(self, report: Report) -> str:
        return report.text[:80]

    @admin.display(description=gettext_lazy("goes with"))
    def matter(self, report: Report) -> str:
        if not report.attached_url:
            return report.attached_title or "-"
        return format_html('<a href="{}">{}</a>', report.attached_url, report.attached_title)

    @admin.display(description=gettext_lazy("measures"))
    def measures(self, report: Report) -> str:
        """The ways to what a moderator can do about it."""
        return format_html(
            '<a href="{}?player={}">{}</a> · <a href="{}">{}</a>',
            reverse("admin:accounts_sanction_add"),
            report.about_id,
            _("Mute or suspend"),
            reverse("admin:accounts_user_change", args=[report.about_id]),
            _("The player"),
        )

    @admin.action(permissions=["change"], description=gettext_lazy("Close as acted upon"))
    def acted(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Closes reports after something was done."""
        self._close(request, queryset, acted=True)

    @admin.action(permissions=["change"], description=gettext_lazy("Set aside"))
    def set_aside(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Closes reports after which nothing is to be done."""
        self._close(request, queryset, acted=False)

    def _close(self, request: HttpRequest, queryset: QuerySet[Report], *, acted: bool) -> None:
        done = 0
        for report in queryset.order_by("pk"):
            try:
                report_decide(report=report, by=person_of(request), acted=acted)
            except GameError as error:
                self.message_user(request, f"{report}: {error.message}", messages.ERROR)
            else:
                self.log_change(request, report, "Acted upon." if acted else "Set aside.")
                done += 1
        said = ngettext("%(count)d report is closed.", "%(count)d reports are closed.", done)
        self.message_user(request, said % {"count": done})


class SanctionForm(forms.ModelForm):  # type: ignore[type-arg]
    """A new mute or suspension."""

    class Meta:
        model = Sanction
        fields = ("player", "kind", "until", "reason")

    def clean_until(self) -> Any:
        until = self.cleaned_data["until"]
        if until <= now():
            raise forms.ValidationError(_("That moment is over already."))
        return until


@admin.register(Sanction)
class SanctionAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Mutes and suspensions: new ones are laid, running ones lifted, none is changed or deleted."""

    list_display = ("id", "player", "kind", "at", "until", "reason", "by", "lifted_at", "lifted_by")
    list_filter = ("kind", "at", ("player", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("player", "by", "lifted_by")
    search_fields = ("=player__username", "reason")
    raw_id_fields = ("player",)
    form = SanctionForm
    actions = ("lift",)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        new = ("player", "kind", "until", "reason")
        return new if obj is None else (*new, "at", "by", "lifted_at", "lifted_by")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return () if obj is None else tuple(self.get_fields(request, obj))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Sanction, form: Any, change: bool) -> None:
        """A new one is laid by the service, which ends sessions and tells the player."""
        if change:
            return
        made = sanction_lay(player=obj.player, kind=obj.kind, until=obj.until, reason=obj.reason, by=person_of(request))
        obj.pk, obj._state.adding = made.pk, False

    @admin.action(permissions=["change"], description=gettext_lazy("Lift before their time"))
    def lift(self, request: HttpRequest, queryset: QuerySet[Sanction]) -> None:
        """Ends running mutes and suspensions."""
        for sanction in queryset.filter(lifted_at=None).select_related("player").order_by("pk"):
            try:
                sanction_lift(sanction=sanction, by=person_of(request))
            except GameError as error:
                self.message_user(request, error.message, messages.ERROR)
            else:
                self.log_change(request, sanction, "Lifted.")
                self.message_user(request, _("Lifted: %(what)s.") % {"what": sanction})


@admin.register(Letter)
class LetterAdmin(Kept):
    """The queue of letters, the oldest first."""

    list_display = ("id", "at", "subject", "name", "email", "player", "state")
    list_filter = (OpenFirst, "at")
    list_select_related = ("player",)
    search_fields = ("subject", "name", "email", "text")
    exclude = ("mail_due_at", "mail_tries")
    actions = ("answered",)

    @admin.action(permissions=["change"], description=gettext_lazy("Mark as answered"))
    def answered(self, request: HttpRequest, queryset: QuerySet[Letter]) -> None:
        """Takes letters out of the queue."""
        count = queryset.filter(state=Letter.State.OPEN).update(state=Letter.State.ANSWERED)
        said = ngettext("%(count)d letter is answered.", "%(count)d letters are answered.", count)
        self.message_user(request, said % {"count": count})


@admin.register(KeptName)
class KeptNameAdmin(Kept):
    """Names that somebody had, and until when they are kept from others."""

    list_display = ("name", "player", "at", "until")
    list_select_related = ("player",)
    search_fields = ("name", "=player__username")
