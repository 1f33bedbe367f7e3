"""The form of a grant: what is given, and to whom, by names or by when they were here."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Kind, User
from accounts.names import fold_name
from accounts.queries import people_between
from cards.grants.models import LONGEST_REASON, MOST_CARDS, MOST_PACKS, MOST_PLAYERS, MOST_POINTS, GrantKind
from cards.lookup import find_cards, read_words
from cards.models import Card, Series
from cards.services.granting import check_pack, reason_read
from triad.clock import now
from triad.errors import GameError

#: How many unknown names a sentence lists.
_LISTED = 20
#: What a list of names or cards may have, in characters.
_LONGEST_NAMES, _LONGEST_CARDS = 200_000, 4_000
#: The admin's wide fields.
_WIDE = {"class": "vLargeTextField"}


@dataclass(frozen=True, slots=True)
class Terms:
    """A grant as a form says it, before it is made."""

    kind: str
    reason: str
    points: int
    cards: list[Card]
    packs: list[Series]
    players: list[User]
    left_out: bool = field(default=False, compare=False)
    """Whether who grants was among those who came, and is left out."""

    @property
    def digest(self) -> str:
        """A short hash of everything: what was seen before it was confirmed."""
        parts = [self.kind, self.reason, self.points, [card.pk for card in self.cards], [one.pk for one in self.packs]]
        return sha256(repr([*parts, sorted(player.pk for player in self.players)]).encode()).hexdigest()[:32]


def _moment(label: Any) -> forms.DateTimeField:
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(label=label, required=False, widget=widget)


class GrantForm(forms.Form):
    """What is granted to whom; once it is valid, `terms` has it."""

    key = forms.UUIDField(widget=forms.HiddenInput, error_messages={"invalid": gettext_lazy("Begin this form again.")})
    kind = forms.ChoiceField(label=gettext_lazy("Kind"), choices=GrantKind.choices)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs=_WIDE),
        help_text=gettext_lazy("The players read it."),
    )
    points = forms.IntegerField(label=gettext_lazy("Points"), required=False, min_value=0, max_value=MOST_POINTS)
    cards = forms.CharField(
        label=gettext_lazy("Cards"),
        required=False,
        max_length=_LONGEST_CARDS,
        widget=forms.Textarea(attrs={"rows": 3, **_WIDE}),
        help_text=gettext_lazy("Names or IDs, with commas or on lines of their own; twice for two copies."),
    )
    series = forms.ModelChoiceField(
        label=gettext_lazy("Packs of"), required=False, queryset=Series.objects.filter(unique_cards=False)
    )
    packs = forms.IntegerField(
        label=gettext_lazy("How many packs"),
        required=False,
        min_value=0,
        max_value=MOST_PACKS,
        help_text=gettext_lazy("Five cards each, drawn for each player when they open it."),
    )
    names = forms.CharField(
        label=gettext_lazy("Players by their names"),
        required=False,
        max_length=_LONGEST_NAMES,
        widget=forms.Textarea(attrs={"rows": 5, **_WIDE}),
        help_text=gettext_lazy("With spaces, commas or on lines of their own."),
    )
    came_from = _moment(gettext_lazy("Or all who came from"))
    came_to = _moment(gettext_lazy("until"))

    def __init__(self, *args: Any, by: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.by = by
        self.terms: Terms | None = None
        self.initial.setdefault("key", uuid4())
        self.fields["came_to"].help_text = gettext_lazy("By UTC. Whoever was here at any moment between the two.")

    def clean_reason(self) -> str:
        return _said(lambda: reason_read(self.cleaned_data["reason"]))  # type: ignore[no-any-return]

    def clean_cards(self) -> list[Card]:
        """The cards that are named, in their order."""
        text = self.cleaned_data["cards"].strip()
        if not text:
            return []
        words = _said(lambda: read_words(text, most=10 * MOST_CARDS, longest=_LONGEST_CARDS))
        if len(words) > MOST_CARDS:
            sentence = _("These are %(count)d cards; %(most)d are the most of one grant.")
            raise ValidationError(sentence % {"count": len(words), "most": MOST_CARDS})
        found: list[Card] = _said(lambda: find_cards(words=words))
        whole = Card.objects.select_related("series").in_bulk([card.pk for card in found])
        return [whole[card.pk] for card in found]

    def clean_names(self) -> list[User]:
        """The players that are named, each once."""
        words = list(dict.fromkeys(word for word in re.split(r"[\s,;]+", self.cleaned_data["names"]) if word))
        if len(words) > MOST_PLAYERS:
            sentence = _("These are %(count)d players; %(most)d are the most of one grant.")
            raise ValidationError(sentence % {"count": len(words), "most": MOST_PLAYERS})
        keys = {word: fold_name(word) for word in words}
        rows = User.objects.filter(name_key__in=set(keys.values()), kind=Kind.PERSON, is_active=True)
        by_name = {user.username.casefold(): user for user in rows}
        unknown = [word for word in words if word.casefold() not in by_name]
        if unknown:
            listed = ", ".join(word[:40] for word in unknown[:_LISTED]) + (", …" if len(unknown) > _LISTED else "")
            raise ValidationError(_("No open account has one of these names: %(names)s") % {"names": listed})
        return list({by_name[word.casefold()].pk: by_name[word.casefold()] for word in words}.values())

    def clean(self) -> dict[str, Any]:
        """One way to choose the players, something to give, and packs of a series."""
        found = super().clean() or {}
        series, count = found.get("series"), found.get("packs") or 0
        if count and series is None and "series" not in self.errors:
            self.add_error("series", _("Say of which series the packs are."))
        elif series is not None and not count and "packs" not in self.errors:
            self.add_error("packs", _("Say how many packs of %(series)s.") % {"series": series.name})
        elif series is not None:
            self._add_said("series", lambda: check_pack(series))
        players, left_out = self._players(found)
        if not self.errors:
            if not (found.get("points") or found["cards"] or count):
                self.add_error(None, _("Nothing is granted yet: name points, cards or packs."))
            self.terms = Terms(
                kind=found["kind"],
                reason=found["reason"],
                points=found.get("points") or 0,
                cards=found["cards"],
                packs=[series] * count if series else [],
                players=players,
                left_out=left_out,
            )
        return found

    def _players(self, found: dict[str, Any]) -> tuple[list[User], bool]:
        named, start, end = found.get("names"), found.get("came_from"), found.get("came_to")
        if {"names", "came_from", "came_to"} & self.errors.keys():
            return [], False
        if named and (start or end):
            self.add_error("names", _("Either names or two times: leave one of them blank."))
        elif named:
            return named, False
        elif start is None and end is None:
            self.add_error("names", _("Say to whom: by names, or by two times."))
        elif start is None or end is None:
            self.add_error("came_to" if end is None else "came_from", _("Both times are needed."))
        else:
            return self._who_came(start, end)
        return [], False

    def _who_came(self, start: datetime, end: datetime) -> tuple[list[User], bool]:
        """All who came between two times, without who grants."""
        if end < start:
            self.add_error("came_to", _("This is before the first time."))
        elif end > now():
            self.add_error("came_to", _("This moment lies ahead; more may still come."))
        else:
            came = list(people_between(start, end))
            others = [user for user in came if user.pk != self.by.pk]
            if not others:
                self.add_error("came_from", _("Nobody else came between these two times."))
            return others, len(others) < len(came)
        return [], False

    def _add_said(self, name: str, check: Any) -> None:
        try:
            check()
        except GameError as error:
            self.add_error(name, error.message)


def _said(act: Any) -> Any:
    """What a service gives; its refusal becomes a sentence at the field."""
    try:
        return act()
    except GameError as error:
        raise ValidationError(error.message) from error
