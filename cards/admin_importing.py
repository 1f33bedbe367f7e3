"""Import and export in the admin: a file is tried out first, what it would change is shown, then it is confirmed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from import_export.admin import ImportExportMixin
from import_export.forms import ExportForm, ImportForm
from import_export.tmp_storages import CacheStorage

from accounts.decorators import person_of
from cards.desk.formats import FORMATS
from triad.errors import GameError

#: What a file may weigh, in bytes; looked at before it is read.
MOST_BYTES = 2 * 1024 * 1024


class FileForm(ImportForm):  # type: ignore[misc]
    """The file and its format."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["import_file"].widget.attrs["accept"] = ".csv,.json"
        self.fields["import_file"].help_text = gettext_lazy("CSV or JSON, 2 MB at most.")

    def clean_import_file(self) -> Any:
        file = self.cleaned_data["import_file"]
        if file.size > MOST_BYTES:
            sentence = _("The file has %(size).1f MB; %(most)d MB are the most.")
            raise forms.ValidationError(
                sentence % {"size": file.size / 1024 / 1024, "most": MOST_BYTES // 1024 // 1024}
            )
        return file


class KindForm(ExportForm):  # type: ignore[misc]
    """The format of an export: CSV, if nothing else is chosen."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["format"] = "0"


class ImportingMixin(ImportExportMixin):  # type: ignore[misc]
    """Import for who may add and change the rows, export for who may see them."""

    import_form_class = FileForm
    export_form_class = KindForm
    import_template_name = "admin/cards/import.html"
    export_template_name = "admin/cards/export.html"
    import_formats = export_formats = FORMATS
    #: In the cache, which all processes share; a name that somebody makes up names no file.
    tmp_storage_class = CacheStorage

    def has_import_permission(self, request: HttpRequest) -> bool:
        return bool(self.has_add_permission(request) and self.has_change_permission(request))

    def has_export_permission(self, request: HttpRequest) -> bool:
        return bool(self.has_view_permission(request))

    def get_import_resource_kwargs(self, request: HttpRequest, **kwargs: Any) -> dict[str, Any]:
        return {"by": person_of(request)}

    def get_export_resource_kwargs(self, request: HttpRequest, **kwargs: Any) -> dict[str, Any]:
        return {}

    def get_import_data_kwargs(self, **kwargs: Any) -> dict[str, Any]:
        return {"rollback_on_validation_errors": True}

    def add_data_read_fail_error_to_form(self, form: forms.Form, e: Exception) -> None:
        sentence = e.message if isinstance(e, GameError) else _("The file is not of this format, or it is damaged.")
        form.add_error("import_file", sentence)

    def import_action(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        answer = super().import_action(request, **kwargs)
        context = answer.context_data
        found = context.get("result")
        failed = found is not None and (found.has_errors() or found.has_validation_errors())
        if failed or (request.method == "POST" and context["form"].errors):
            answer.status_code = 400
        return answer  # type: ignore[no-any-return]

    def process_import(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """Imports what was confirmed; a file that is no longer kept is asked for again."""
        if not self.has_import_permission(request):
            raise PermissionDenied
        form = self.create_confirm_form(request)
        kept = form.is_valid() and CacheStorage(name=form.cleaned_data["import_file_name"]).read()
        if request.method == "POST" and (not kept or form.cleaned_data["format"] not in map(str, range(len(FORMATS)))):
            self.message_user(request, _("The file is no longer there. Please choose it again."), messages.ERROR)
            return redirect(f"admin:{self.opts.app_label}_{self.opts.model_name}_import")
        return super().process_import(request, **kwargs)  # type: ignore[no-any-return]

    def process_result(self, result: Any, request: HttpRequest) -> HttpResponse:
        if result.has_errors() or result.has_validation_errors():
            sentence = _("What is in the database has changed since you looked; nothing was imported. Look again.")
            self.message_user(request, sentence, messages.ERROR)
            return redirect(f"admin:{self.opts.app_label}_{self.opts.model_name}_import")
        return super().process_result(result, request)  # type: ignore[no-any-return]

    def add_success_message(self, result: Any, request: HttpRequest) -> None:
        new, changed, same = (result.totals[kind] for kind in ("new", "update", "skip"))
        said = [
            ngettext("%(count)d row is new", "%(count)d rows are new", new) % {"count": new},
            ngettext("%(count)d has changed", "%(count)d have changed", changed) % {"count": changed},
            ngettext("%(count)d is as it was", "%(count)d are as they were", same) % {"count": same},
        ]
        messages.success(request, _("Imported: %(counts)s.") % {"counts": ", ".join(said)})
