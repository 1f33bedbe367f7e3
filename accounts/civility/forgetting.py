"""Takes the name of who has left out of what the site itself has written: notices, reports, the admin's log."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, QuerySet

from accounts.civility.models import KeptName, Report
from accounts.models import User
from accounts.notices.services import notices_rename


def names_had(player: User) -> tuple[str, ...]:
    """The name of a player and those before it, as far as the site knows them."""
    former = KeptName.objects.filter(player=player).values_list("name", flat=True)
    return tuple(dict.fromkeys([player.username, *former]))


def name_replaced(text: str, *, names: Collection[str], by: str) -> str:
    """A text of the site with another name in place of these; names within longer words stay."""
    either = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<![\w-])(?:{either})(?![\w-])", by, text)


def texts_rename(rows: QuerySet[Any], fields: Iterable[str], *, names: Collection[str], by: str) -> list[Any]:
    """Writes another name into texts of rows, cut where it does not fit; gives the rows that have changed."""
    changed = []
    for row in rows:
        new = {field: _fitting(row, field, names, by) for field in fields}
        new = {field: text for field, text in new.items() if text != getattr(row, field)}
        if new:
            type(row)._default_manager.filter(pk=row.pk).update(**new)
            changed.append(row)
    return changed


def words_forget(*, player: User, names: Collection[str]) -> None:
    """Puts the ghost's name, which the player has by now, into what others were told and the staff has noted."""
    ghost = player.username
    notices_rename(names=names, by=ghost)
    reports = list(Report.objects.filter(about=player) | Report.objects.filter(reporter=player))
    ids = [report.pk for report in reports]
    written = ("name_then", "attached_title", "attached_text")
    texts_rename(Report.objects.filter(pk__in=ids), written, names=names, by=ghost)
    for model, keys in ((User, [player.pk]), (Report, ids)):
        logged = LogEntry.objects.filter(
            content_type=ContentType.objects.get_for_model(model), object_id__in=[str(key) for key in keys]
        )
        texts_rename(logged, ("object_repr",), names=names, by=ghost)


def _fitting(row: Model, field: str, names: Collection[str], by: str) -> str:
    text = name_replaced(getattr(row, field), names=names, by=by)
    most: int | None = getattr(row._meta.get_field(field), "max_length", None)
    return text[:most]
