"""The versions of a card or a series: who made each, why, and what it changed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext as _

from cards.faces import rank_sign
from cards.models import Card, Series

#: How many versions a page shows.
SHOWN = 100
#: What of a row can be taken back to an older version; its key and what follows from it cannot.
FIELDS: dict[type[Model], tuple[str, ...]] = {
    Card: ("name", "level", "up", "right", "down", "left", "element", "type", "text", "maker_id", "on_sale"),
    Series: ("name", "hold_limit", "on_sale", "note"),
}


@dataclass(frozen=True, slots=True)
class Change:
    """A field that differs between two versions, as a page writes both."""

    field: str
    label: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Version:
    """A version as a page shows it; `kind` is + for the first one, - for the deletion, ~ between."""

    number: int
    at: datetime
    by: str
    reason: str
    kind: str
    changes: list[Change]


def edited_by_hand(model: type[Model]) -> set[str]:
    """The keys of the rows that somebody has edited or deleted on the desk."""
    key = model._meta.pk.attname
    rows = model.history.filter(history_user__isnull=False).order_by()  # type: ignore[attr-defined]
    return set(rows.values_list(key, flat=True).distinct())


def version_of(model: type[Model], *, key: str, number: int) -> Any | None:
    """A row's version by its number."""
    rows = model.history.filter(**{model._meta.pk.attname: key})  # type: ignore[attr-defined]
    return rows.filter(history_id=number).first()


def versions_of(model: type[Model], *, key: str) -> list[Version]:
    """The versions of a row, newest first, the last hundred."""
    rows = model.history.filter(**{model._meta.pk.attname: key})  # type: ignore[attr-defined]
    found = list(rows.select_related("history_user").order_by("-history_id")[: SHOWN + 1])
    return [
        Version(
            number=row.history_id,
            at=row.history_date,
            by=row.history_user.username if row.history_user else "",
            reason=row.history_change_reason,
            kind=row.history_type,
            changes=changes_between(model, before, row) if before is not None else [],
        )
        for row, before in list(zip_longest(found, found[1:]))[:SHOWN]
    ]


def changes_between(model: type[Model], before: Any, after: Any) -> list[Change]:
    """The fields in which two states of a row differ: rows or versions of them."""
    changes = []
    for name in FIELDS[model]:
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            field = model._meta.get_field(name.removesuffix("_id"))
            label = str(getattr(field, "verbose_name", name))
            changes.append(Change(name, label, _written(name, old), _written(name, new)))
    return changes


def _written(name: str, value: Any) -> str:
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if name in ("up", "right", "down", "left"):
        return rank_sign(value)
    if name == "maker_id":
        from accounts.models import User

        return User.objects.filter(pk=value).values_list("username", flat=True).first() or "–"
    return str(value)
