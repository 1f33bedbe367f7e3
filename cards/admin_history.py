"""The history of cards and series in the admin: who edited what and why, and the way back to any version."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.decorators import person_of
from cards.desk.finality import FINAL, needs_reason, why_final
from cards.desk.versions import changes_between, version_of, versions_of
from cards.models import Card
from cards.models.edits import LONGEST_REASON
from cards.services.editing import version_restore
from triad.errors import GameError


class ReasonForm(forms.Form):
    """Why a row goes back to a version."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=LONGEST_REASON, required=False)


class HistoryMixin:
    """Shows the versions of a row in the place of the admin's own log, and takes the row back to one."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.revert_view)  # type: ignore[attr-defined]
        name = f"{self.opts.app_label}_{self.opts.model_name}_revert"  # type: ignore[attr-defined]
        return [path("<path:object_id>/history/<int:number>/", view, name=name), *super().get_urls()]  # type: ignore[misc]

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """All versions of a row, of a deleted one too, newest first."""
        key = unquote(object_id)
        row = self._row(request, key)
        versions = versions_of(self.model, key=key)  # type: ignore[attr-defined]
        if row is None and not versions:
            raise Http404
        context = {
            **self._page(request, key, row),
            "title": _("History of %(row)s") % {"row": row or key},
            "versions": versions,
            "reverts": self.has_change_permission(request, row),  # type: ignore[attr-defined]
        }
        return TemplateResponse(request, "admin/cards/history.html", context)

    def revert_view(self, request: HttpRequest, object_id: str, number: int) -> HttpResponse:
        """What would change if the row went back to a version; by post it does."""
        key = unquote(object_id)
        row = self._row(request, key)
        if not self.has_change_permission(request, row):  # type: ignore[attr-defined]
            raise PermissionDenied
        version = version_of(self.model, key=key, number=number)  # type: ignore[attr-defined]
        if version is None:
            raise Http404
        form = ReasonForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            try:
                kept = version_restore(
                    model=self.model,  # type: ignore[attr-defined]
                    key=key,
                    number=number,
                    by=person_of(request),
                    reason=form.cleaned_data["reason"],
                )
            except GameError as error:
                form.add_error("reason", error.message)
            else:
                return self._reverted(request, key, number, kept)
        context = {**self._page(request, key, row), **self._comparison(request, row, version), "form": form}
        context |= {"title": _("Back to version %(number)d") % {"number": number}, "number": number}
        return TemplateResponse(
            request, "admin/cards/revert.html", context, status=400 if form.is_bound and form.errors else 200
        )

    def _reverted(self, request: HttpRequest, key: str, number: int, kept: list[str]) -> HttpResponse:
        row = self.model._default_manager.get(pk=key)  # type: ignore[attr-defined]
        self.log_change(request, row, f"Went back to version {number}.")  # type: ignore[attr-defined]
        said = _("%(row)s is as in version %(number)d.") % {"row": row, "number": number}
        if kept:
            said += " " + _("Ranks, level and element stayed as they are.")
        messages.success(request, said)
        return redirect(f"admin:cards_{self.opts.model_name}_history", key)  # type: ignore[attr-defined]

    def _comparison(self, request: HttpRequest, row: Any, version: Any) -> dict[str, Any]:
        """What goes back, what of it is final, and why."""
        if row is None:
            return {"changes": [], "kept": [], "deleted": True}
        changes = changes_between(self.model, row, version)  # type: ignore[attr-defined]
        final = [change for change in changes if isinstance(row, Card) and change.field in FINAL]
        why = why_final(row, by=person_of(request)) if final else ""
        kept = final if why else []
        return {
            "changes": [change for change in changes if change not in kept],
            "kept": kept,
            "why": why,
            "correction": bool(final and not why and needs_reason(row)),
        }

    def _row(self, request: HttpRequest, key: str) -> Any:
        row = self.get_object(request, key)  # type: ignore[attr-defined]
        if not self.has_view_permission(request, row):  # type: ignore[attr-defined]
            raise PermissionDenied
        return row

    def _page(self, request: HttpRequest, key: str, row: Any) -> dict[str, Any]:
        opts = self.opts  # type: ignore[attr-defined]
        return {**self.admin_site.each_context(request), "opts": opts, "key": key, "row": row}  # type: ignore[attr-defined]
