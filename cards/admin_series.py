"""Series in the admin: made, priced and taken from the shop without code."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Count, Max, Min, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.decorators import person_of
from cards.admin_history import HistoryMixin
from cards.admin_importing import ImportingMixin
from cards.admin_prices import PriceInline
from cards.customs.names import is_readable
from cards.desk.resources import SeriesResource
from cards.desk.rows import code_fault
from cards.models import Price, Series
from cards.prices import Offer, offers_at
from cards.services.editing import series_save


class SeriesForm(forms.ModelForm):  # type: ignore[type-arg]
    """A series; its code is given once, for its cards are named by it."""

    class Meta:
        model = Series
        fields = ["code", "name", "hold_limit", "unique_cards", "on_sale", "note"]
        help_texts = {"code": gettext_lazy("One or two capital letters, or one digit; cards are called by it: Q001.")}

    def clean_code(self) -> str:
        code = str(self.cleaned_data["code"]).strip().upper()
        if sentence := code_fault(code):
            raise forms.ValidationError(sentence)
        if Series.objects.filter(pk=code).exists():
            raise forms.ValidationError(_("There is a series %(code)s already.") % {"code": code})
        return code

    def clean_name(self) -> str:
        name = " ".join(str(self.cleaned_data["name"]).split())
        if not all(map(is_readable, name)):
            raise forms.ValidationError(_("There are characters in this that nobody can read. Please take them out."))
        return name

    def clean_hold_limit(self) -> int | None:
        limit: int | None = self.cleaned_data["hold_limit"]
        if limit == 0:
            raise forms.ValidationError(_("At least 1, or blank: by level."))
        return limit


@admin.register(Series)
class SeriesAdmin(HistoryMixin, ImportingMixin, admin.ModelAdmin):  # type: ignore[type-arg]
    """Series and their prices; one that has cards cannot be deleted.

    A new price is a new row with the moment from which it holds; `on_sale` takes a series from the shop at once.
    """

    form = SeriesForm
    resource_classes = [SeriesResource]
    list_display = ("code", "name", "card_count", "levels", "price", "on_sale", "hold_limit", "unique_cards")
    list_editable = ("on_sale",)
    list_filter = ("on_sale", "unique_cards")
    search_fields = ("code", "name", "note")
    fields = ("code", "name", "hold_limit", "unique_cards", "on_sale", "note", "its_cards")
    inlines = (PriceInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Series]:
        self._offers: dict[str, Offer] = offers_at()
        numbers = {"cards_there": Count("cards"), "lowest": Min("cards__level"), "highest": Max("cards__level")}
        return super().get_queryset(request).annotate(**numbers)  # type: ignore[no-any-return]

    @admin.display(description=gettext_lazy("random/by name, points a level"))
    def price(self, series: Series) -> str:
        """The prices that hold now, as the shop list writes them."""
        offer = self._offers.get(series.code)
        return f"{offer.random or '--'}/{offer.specific or '--'}" if offer else "--/--"

    @admin.display(description=gettext_lazy("levels"))
    def levels(self, series: Any) -> str:
        """From which level to which its cards are."""
        if series.lowest is None:
            return "–"
        return str(series.lowest) if series.lowest == series.highest else f"{series.lowest}–{series.highest}"

    @admin.display(description=gettext_lazy("cards"), ordering="cards_there")
    def card_count(self, series: Series) -> int:
        return series.cards_there  # type: ignore[attr-defined, no-any-return]

    @admin.display(description=gettext_lazy("cards"))
    def its_cards(self, series: Series) -> SafeString | str:
        """The way to its cards, and to one more."""
        if not series.pk:
            return _("Cards are added once the series is saved.")
        number = (series.cards.aggregate(last=Max("number"))["last"] or 0) + 1
        all_cards = f"{reverse('admin:cards_card_changelist')}?{urlencode({'series__code__exact': series.pk})}"
        one_more = f"{reverse('admin:cards_card_add')}?{urlencode({'series': series.pk, 'number': number})}"
        said = ngettext("%(count)d card", "%(count)d cards", series.cards.count()) % {"count": series.cards.count()}
        return format_html('<a href="{}">{}</a> · <a href="{}">{}</a>', all_cards, said, one_more, _("Add a card"))

    def save_model(self, request: HttpRequest, obj: Series, form: Any, change: bool) -> None:
        series_save(series=obj, by=person_of(request))

    def delete_model(self, request: HttpRequest, obj: Series) -> None:
        obj._history_user = request.user  # type: ignore[attr-defined]
        super().delete_model(request, obj)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Notes who set a price."""
        for row in formset.save(commit=False):
            if isinstance(row, Price):
                row.set_by = request.user  # type: ignore[assignment]
            row.save()
        formset.save_m2m()

    def get_readonly_fields(self, request: HttpRequest, obj: Series | None = None) -> tuple[str, ...]:
        # A unique series with common copies, or the other way round, could never be made true again.
        return ("code", "unique_cards", "its_cards") if obj else ("its_cards",)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Series are deleted singly, if at all: one that has cards never is."""
        actions: dict[str, Any] = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions

    def has_delete_permission(self, request: HttpRequest, obj: Series | None = None) -> bool:
        return super().has_delete_permission(request, obj) and obj is not None and not obj.cards.exists()
