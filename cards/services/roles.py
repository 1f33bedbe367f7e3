"""The curators' role: a group with just what the curators' desk needs."""

from __future__ import annotations

from django.contrib.auth.models import Group, Permission
from django.db import transaction

CURATORS = "curator"
#: What a curator may do: look after cards, series and prices, decide on submissions, and look into the history.
_RIGHTS = (
    *(f"{may}_{model}" for model in ("card", "series", "price") for may in ("view", "add", "change")),
    *(f"view_{model}" for model in ("copy", "transfer", "cardfigures", "submission")),
    "decide_submission",
)


@transaction.atomic
def roles_load() -> bool:
    """Makes the group and gives it its rights; False when there was nothing to do. Rights given by hand stay."""
    group, made = Group.objects.get_or_create(name=CURATORS)
    wanted = Permission.objects.filter(content_type__app_label="cards", codename__in=_RIGHTS)
    missing = wanted.exclude(pk__in=group.permissions.values("pk"))
    added = list(missing)
    group.permissions.add(*added)
    return made or bool(added)
