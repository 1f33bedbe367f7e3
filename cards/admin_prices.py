"""How a curator sets prices: rows are added with the moment from which they hold; what was asked before stays."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from cards.models import MOST_PRICE, Price, Series
from triad.clock import now


class PriceForm(forms.ModelForm):  # type: ignore[type-arg]
    """A new price of a series: from now on, or from a later moment."""

    class Meta:
        model = Price
        fields = ["valid_from", "random", "specific"]
        help_texts = {
            "valid_from": _("By UTC; blank beside a price: from now on."),
            "random": _("Points a level; blank: not sold at random."),
            "specific": _("Points a level; blank: not sold by name."),
        }

    def __init__(self, *args: Any, parent: Series | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._series = parent
        for name in ("valid_from", "random", "specific"):
            if name in self.fields:
                self.fields[name].required = False
        for name in ("random", "specific"):
            if name in self.fields:
                self.fields[name].widget.attrs |= {"min": 1, "max": MOST_PRICE}

    def clean(self) -> dict[str, Any]:
        """No price holds before it was set, and nothing of a unique series is sold."""
        found = super().clean() or {}
        moment = now()
        if found.get("valid_from") is None:
            found["valid_from"] = self.instance.valid_from = moment
        elif found["valid_from"] < moment:
            self.add_error("valid_from", _("This moment is past: what was bought since then was paid already."))
        for name in ("random", "specific"):
            if (price := found.get(name)) is not None and not 1 <= price <= MOST_PRICE:
                self.add_error(name, _("A price is 1 to 100,000 points a level, or blank."))
        unique = self._series is not None and self._series.unique_cards
        if unique and (found.get("random") or found.get("specific")):
            self.add_error(None, _("Cards of which there is one in the world are not sold: leave both prices blank."))
        return found


class PriceFormSet(forms.BaseInlineFormSet):  # type: ignore[type-arg]
    """Tells each row its series, which may not be stored yet."""

    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        return {**super().get_form_kwargs(index), "parent": self.instance}


class PriceInline(admin.TabularInline):  # type: ignore[type-arg]
    """All prices of a series, newest first; one more can be added, none changed."""

    model = Price
    form = PriceForm
    formset = PriceFormSet
    fields = ("valid_from", "random", "specific", "set_by")
    readonly_fields = ("set_by",)
    extra = 1
    max_num = 1000
    can_delete = False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
