"""What one looks for among cards: the search and filters of the database, the stash and the deck builder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django import forms
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from cards.catalogue import cards_at_limit
from cards.faces import SIDES, rank_sign
from cards.models import Card, Copy, Element, Series, Type
from cards.names import fold_card_name, read_card_id
from cards.prices import Offer
from cards.wishes.models import Wish

LEVELS = range(1, 11)


class CardFilterForm(forms.Form):
    """Search and filters, all of them in the address; what is wrong is said at its field, and left out."""

    q = forms.CharField(label=_("Name or ID"), max_length=60, required=False)
    series = forms.ChoiceField(label=_("Series"), required=False)
    level = forms.TypedChoiceField(label=_("Level"), required=False, coerce=int, empty_value=None)
    element = forms.ChoiceField(label=_("Element"), required=False)
    type = forms.ChoiceField(label=_("Type"), required=False)
    up = forms.TypedChoiceField(label=_("Up at least"), required=False, coerce=int, empty_value=None)
    right = forms.TypedChoiceField(label=_("Right at least"), required=False, coerce=int, empty_value=None)
    down = forms.TypedChoiceField(label=_("Down at least"), required=False, coerce=int, empty_value=None)
    left = forms.TypedChoiceField(label=_("Left at least"), required=False, coerce=int, empty_value=None)

    def __init__(self, data: Mapping[str, object], *, series: Iterable[Series] | None = None) -> None:
        super().__init__(data)
        series = Series.objects.order_by("code") if series is None else series
        self._offer("series", [("", _("Every series")), *((one.code, str(one)) for one in series)])
        self._offer("level", [("", _("Every level")), *((level, level) for level in LEVELS)])
        self._offer("element", [("", _("Every element")), ("none", _("no element")), *Element.choices])
        self._offer("type", [("", _("Every type")), ("none", _("no type")), *Type.choices])
        for side in SIDES:
            self._offer(side, [("", _("any")), *((rank, rank_sign(rank)) for rank in range(2, 11))])

    def _offer(self, field: str, choices: list[tuple[object, object]]) -> None:
        self.fields[field].choices = choices  # type: ignore[attr-defined]
        self.fields[field].error_messages["invalid_choice"] = _("There is no “%(value)s” to choose here.")

    @property
    def rank_fields(self) -> list[forms.BoundField]:
        """The fields of the four ranks: up, right, down, left."""
        return [self[side] for side in SIDES]

    @property
    def is_by_rank(self) -> bool:
        """Whether a rank is asked for."""
        return any(side in self.wanted() for side in SIDES)

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
        return cards.filter(**{f"{side}__gte": wanted[side] for side in SIDES if side in wanted})


class DatabaseForm(CardFilterForm):
    """The card database's filters: beside the others, in what order, and what one has or could have.

    `viewer` is the person who looks, None for whoever has no stash; `offers` are how the series sell now.
    """

    own = forms.ChoiceField(label=_("In your stash"), required=False)
    order = forms.ChoiceField(label=_("Order"), required=False)

    def __init__(self, data: Mapping[str, object], *, viewer: User | None, offers: Mapping[str, Offer]) -> None:
        super().__init__(data, series=[offer.series for offer in offers.values()])
        self.viewer, self.offers = viewer, offers
        self._offer("order", [("", _("By series and level")), ("id", _("By ID"))])
        own = [("owned", _("Owned")), ("missing", _("Missing")), ("doubled", _("Doubled")), ("wished", _("Wished for"))]
        affordable = ("affordable", _("I can buy it now"))
        self._offer("own", [("", _("Owned or not")), *([*own, affordable] if viewer else [])])

    @property
    def is_searching(self) -> bool:
        """Whether anything is left out: an order alone is no search."""
        return bool(self.wanted().keys() - {"order"} or self.errors)

    @property
    def by_level(self) -> bool:
        """Whether cards come by series and level, not by ID."""
        return self.wanted().get("order") != "id"

    def apply(self, cards: QuerySet[Card]) -> QuerySet[Card]:
        """The cards that pass every filter that is right."""
        cards = super().apply(cards)
        own = self.wanted().get("own")
        if self.viewer is None or not own:
            return cards
        if own == "wished":
            return cards.filter(pk__in=Wish.objects.filter(player=self.viewer).order_by().values("card_id"))
        mine = Copy.objects.filter(owner=self.viewer)
        if own == "affordable":
            return affordable_by(self.viewer, cards, self.offers)
        if own == "doubled":
            several = mine.order_by().values("card_id").annotate(n=Count("pk")).filter(n__gte=2)
            return cards.filter(pk__in=several.values("card_id"))
        owned = Exists(mine.filter(card=OuterRef("pk")))
        return cards.filter(owned if own == "owned" else ~owned)


def affordable_by(viewer: User, cards: QuerySet[Card], offers: Mapping[str, Offer]) -> QuerySet[Card]:
    """Of some cards those that the viewer can buy by name now: sold, within the points, and not over a limit."""
    points = viewer.wallet.points
    within = Q(pk__in=())
    for code, offer in offers.items():
        if offer.specific is not None:
            within |= Q(series_id=code, level__lte=points // offer.specific)
    return cards.filter(within, on_sale=True).exclude(pk__in=cards_at_limit(user=viewer))


def named(text: str) -> Q:
    """The condition that a card's name contains the text, in any spelling, or that its ID begins with it."""
    key = fold_card_name(text)
    if not key:
        return Q(pk__in=())
    found = Q(name_key__contains=key) | Q(pk__istartswith=key)
    if exact := read_card_id(text):
        found |= Q(pk=exact)
    return found
