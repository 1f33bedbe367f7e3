"""Cards in the admin: their numbers, which are final once a copy exists, their art, their history, their files."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Count, Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts.decorators import person_of
from accounts.models import User
from cards.admin_history import HistoryMixin
from cards.admin_importing import ImportingMixin
from cards.customs.faces import face_address
from cards.customs.names import is_readable, text_fault, text_read
from cards.customs.pictures import Drawn, draw_anew, weigh
from cards.customs.queries import custom_codes
from cards.desk.checks import custom_faults, names_alike
from cards.desk.finality import FINAL, final_changes, needs_reason, no_reason, why_final
from cards.desk.preview import card_html, typed_card
from cards.desk.resources import CardResource
from cards.faces import SIDES
from cards.models import Card
from cards.models.edits import LONGEST_REASON
from cards.services.editing import art_remove, art_set, card_save
from cards.templatetags.card_face import card_art
from triad.errors import GameError


class CardForm(forms.ModelForm):  # type: ignore[type-arg]
    """A card with a picture of its own, if one is chosen, and with the reason where its final numbers change."""

    by: User  # who edits; set on the class that the admin makes for a request

    new_art = forms.FileField(
        label=gettext_lazy("New picture"),
        required=False,
        help_text=gettext_lazy("PNG, JPEG or WebP, 5 MB at most. Players see it within an hour."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )
    drop_art = forms.BooleanField(label=gettext_lazy("Back to the art that it came with"), required=False)
    reason = forms.CharField(label=gettext_lazy("Reason of the correction"), required=False, max_length=LONGEST_REASON)

    class Meta:
        model = Card
        fields = ["series", "number", "name", "level", *SIDES, "element", "type", "text", "maker", "on_sale"]
        widgets = {"text": forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("level", *SIDES):
            if name in self.fields:
                self.fields[name].widget.attrs |= {"min": 1, "max": 10}

    def clean_name(self) -> str:
        name = " ".join(str(self.cleaned_data["name"]).split())
        if not all(map(is_readable, name)):
            raise forms.ValidationError(_("There are characters in this that nobody can read. Please take them out."))
        return name

    def clean_text(self) -> str:
        text = text_read(self.cleaned_data["text"])
        if sentence := text_fault(text):
            raise forms.ValidationError(sentence)
        return text

    def clean_new_art(self) -> Drawn | None:
        file: UploadedFile[bytes] | None = self.cleaned_data["new_art"]
        if file is None:
            return None
        try:
            weigh(file.size or 0)
            return draw_anew(file.read())
        except GameError as error:
            raise forms.ValidationError(error.message) from None

    def _post_clean(self) -> None:
        """Looks at the card as it would be, after Django has looked at its fields."""
        super()._post_clean()  # type: ignore[misc]
        if not self.errors:
            self._check_numbers()

    def _check_numbers(self) -> None:
        card = self.instance
        before = Card.objects.filter(pk=card.pk or None).first()
        if before is not None and (changed := final_changes(before, card)):
            if sentence := why_final(before, by=self.by):
                self.add_error(None, sentence)
            elif needs_reason(before) and not self.cleaned_data.get("reason", "").strip():
                self.add_error("reason" if "reason" in self.fields else changed[0], no_reason())
        if card.series_id in custom_codes():
            for name, sentence in custom_faults(card, before, alike=names_alike()).items():
                self.add_error(name if name in self.fields else None, sentence)


@admin.register(Card)
class CardAdmin(HistoryMixin, ImportingMixin, admin.ModelAdmin):  # type: ignore[type-arg]
    """Cards with their pictures. Ranks, level and element are final once a copy exists (RULES 8)."""

    form = CardForm
    resource_classes = [CardResource]
    list_display = ("small_picture", "id", "name", "level", "rank_signs", "element", "type", "copy_count", "on_sale")
    list_display_links = ("id", "name")
    list_editable = ("on_sale",)
    list_filter = ("series", "on_sale", "level", "element", "type")
    list_select_related = ("series", "drawn__picture")
    search_fields = ("id", "name", "name_key", "text")
    ordering = ("series", "number")
    list_per_page = 50
    autocomplete_fields = ("maker",)

    class Media:
        css = {"all": [f"css/{name}.css" for name in ("layers", "fonts", "tokens", "card", "pages/desk")]}
        js = [forms.Script("js/desk-card.js", type="module")]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Card]:
        found = super().get_queryset(request).annotate(copies_there=Count("copies"))
        return found.defer("drawn__picture__large", "drawn__picture__small")  # type: ignore[no-any-return]

    @admin.display(description="")
    def small_picture(self, card: Card) -> SafeString:
        drawn = getattr(card, "drawn", None)
        address = card_art(card.pk)
        if drawn is not None:
            address = face_address(card, drawn.picture, variant="ground", size="small")
        return format_html('<img src="{}" alt="" width="48" height="60" loading="lazy">', address)

    @admin.display(description=gettext_lazy("as it looks"))
    def preview(self, card: Card) -> SafeString:
        """The card; the browser has it drawn anew with what is typed and chosen."""
        shown = card if card.pk else typed_card({}, stored=None)
        address = "../../preview/" if card.pk else "../preview/"
        return format_html(
            '<div class="desk__card" data-desk-preview="{}" data-card="{}" aria-live="polite">{}</div>',
            address, card.pk or "", mark_safe(card_html(shown)),
        )  # fmt: skip

    @admin.display(description=gettext_lazy("up, right, down, left"))
    def rank_signs(self, card: Card) -> str:
        return " ".join("A" if rank == 10 else str(rank) for rank in card.ranks)

    @admin.display(description=gettext_lazy("copies"), ordering="copies_there")
    def copy_count(self, card: Card) -> int:
        return getattr(card, "copies_there", 0)

    @admin.display(description=gettext_lazy("what is final"))
    def finality(self, card: Card) -> str:
        """Why the numbers cannot be changed here, or what a change of them is."""
        if self._why:
            return self._why
        if card.pk and needs_reason(card):
            return _(
                "A copy of this card exists, so its ranks, level and element are final. You can correct a mistake, "
                "with a reason; matches that have begun keep the old numbers."
            )
        return _("No copy exists yet: ranks, level and element can still be changed.")

    def get_fieldsets(self, request: HttpRequest, obj: Card | None = None) -> Any:
        correcting = obj is not None and not self._why_final(request, obj) and needs_reason(obj)
        own_art = obj is not None and hasattr(obj, "drawn")
        return (
            (None, {"fields": ("preview", ("series", "number"), "name", ("level", "element", "type"))}),
            (None, {"fields": (SIDES, "finality", *(("reason",) if correcting else ()))}),
            (None, {"fields": ("text", "new_art", *(("drop_art",) if own_art else ()))}),
            (None, {"fields": ("maker", "on_sale", "copy_count")}),
        )

    def get_readonly_fields(self, request: HttpRequest, obj: Card | None = None) -> tuple[str, ...]:
        shown = ("preview", "copy_count", "finality")
        self._why = self._why_final(request, obj)
        if obj is None:
            return shown
        return (*shown, "series", "number", *(FINAL if self._why else ()))

    def get_form(self, request: HttpRequest, obj: Card | None = None, change: bool = False, **kwargs: Any) -> Any:
        made = super().get_form(request, obj, change=change, **kwargs)
        made.by = person_of(request)  # type: ignore[attr-defined]
        return made

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(require_POST(self.preview_view))
        return [path("preview/", view, name="cards_card_preview"), *super().get_urls()]

    def preview_view(self, request: HttpRequest) -> HttpResponse:
        """The card as it would look with what was typed and chosen, as a fragment; nothing is stored."""
        if not (self.has_add_permission(request) or self.has_change_permission(request)):
            raise PermissionDenied
        stored = Card.objects.filter(pk=request.POST.get("card", "")[:6]).first()
        file = request.FILES.get("new_art")
        try:
            if file is not None:
                weigh(file.size or 0)
            drawn = draw_anew(file.read()) if file is not None else None
        except GameError as error:
            return HttpResponse(format_html('<p class="errornote" role="alert">{}</p>', error.message))
        card = typed_card(request.POST.dict(), stored=stored)
        return HttpResponse(card_html(card, drawn=drawn, without_picture="drop_art" in request.POST))

    def save_model(self, request: HttpRequest, obj: Card, form: Any, change: bool) -> None:
        said = form.cleaned_data
        by = person_of(request)
        card_save(card=obj, by=by, reason=said.get("reason") or "")
        if said.get("new_art"):
            art_set(card=obj, by=by, drawn=said["new_art"])
        elif said.get("drop_art"):
            art_remove(card=obj, by=by)

    def delete_model(self, request: HttpRequest, obj: Card) -> None:
        obj._history_user = request.user  # type: ignore[attr-defined]
        super().delete_model(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        may: bool = super().has_delete_permission(request, obj)
        return may and isinstance(obj, Card) and not obj.copies.exists()

    def _why_final(self, request: HttpRequest, card: Card | None) -> str:
        return why_final(card, by=person_of(request)) if card is not None else ""
