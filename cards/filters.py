"""What one looks for among cards: the search and filters of the database, the stash and the deck builder."""

from __future__ import annotations

from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from cards.models import Card, Element, Series, Type
from cards.names import fold_card_name, read_card_id

LEVELS = range(1, 11)


class CardFilterForm(forms.Form):
    """Search and filters, all of them in the address; what is wrong is said at its field, and left out."""

    q = forms.CharField(label=_("Name or ID"), max_length=60, required=False)
    series = forms.ChoiceField(label=_("Series"), required=False)
    level = forms.TypedChoiceField(label=_("Level"), required=False, coerce=int, empty_value=None)
    element = forms.ChoiceField(label=_("Element"), required=False)
    type = forms.ChoiceField(label=_("Type"), required=False)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        series = [(one.code, str(one)) for one in Series.objects.all()]
        self._offer("series", [("", _("Every series")), *series])
        self._offer("level", [("", _("Every level")), *((level, level) for level in LEVELS)])
        self._offer("element", [("", _("Every element")), ("none", _("no element")), *Element.choices])
        self._offer("type", [("", _("Every type")), ("none", _("no type")), *Type.choices])

    def _offer(self, field: str, choices: list[tuple[object, object]]) -> None:
        self.fields[field].choices = choices  # type: ignore[attr-defined]
        self.fields[field].error_messages["invalid_choice"] = _("There is no “%(value)s” to choose here.")

    def wanted(self) -> dict[str, object]:
        """The filters that are set and right."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value not in ("", None)}

    def apply(self, cards: QuerySet[Card]) -> QuerySet[Card]:
        """The cards that pass every filter that is right."""
        wanted = self.wanted()
        if "q" in wanted:
            cards = cards.filter(named(str(wanted["q"])))
        if "series" in wanted:
            cards = cards.filter(series_id=wanted["series"])
        if "level" in wanted:
            cards = cards.filter(level=int(str(wanted["level"])))
        for kind in ("element", "type"):
            if kind in wanted:
                cards = cards.filter(**{kind: "" if wanted[kind] == "none" else wanted[kind]})
        return cards


def named(text: str) -> Q:
    """The condition that a card's name contains the text, in any spelling, or that its ID begins with it."""
    key = fold_card_name(text)
    if not key:
        return Q(pk__in=())
    found = Q(name_key__contains=key) | Q(pk__istartswith=key)
    if exact := read_card_id(text):
        found |= Q(pk=exact)
    return found
