"""The roles of the staff: groups, each with just the rights that its desk needs."""

from __future__ import annotations

from collections.abc import Iterator

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.db.models import Q

from accounts.roles import CURATOR, GAME_MASTER, MODERATOR, ORGANISER

CURATORS = CURATOR


def _rights(may: str, *models: str) -> Iterator[str]:
    """Rights of Django's pattern: what one may do, with each of some models (app.model)."""
    for model in models:
        app, name = model.split(".")
        yield from (f"{app}.{word}_{name}" for word in may.split())


#: What each role may do in the admin. The rights of apps that are above this one stand here by their names alone.
RIGHTS: dict[str, tuple[str, ...]] = {
    # Looks after cards, series and prices, decides on submissions, makes Portraits, looks into the history.
    CURATOR: (
        *_rights("view add change", "cards.card", "cards.series", "cards.price"),
        *_rights("view", "cards.copy", "cards.transfer", "cards.cardfigures", "cards.submission"),
        *_rights("view add", "cards.portrait"),
        "cards.decide_submission",
    ),
    # Looks after matches, also at hidden hands by a logged act, and grants cards and points.
    GAME_MASTER: (
        *_rights("view", "matches.match", "matches.challenge", "matches.seed", "matches.handlook"),
        *_rights("view add", "cards.grant"),
        *_rights("view", "cards.grantshare", "cards.portrait", "cards.card", "cards.series"),
        *_rights("view", "cards.copy", "cards.transfer", "cards.pack"),
    ),
    # Looks after events; sees the matches, not their hidden hands.
    ORGANISER: (*_rights("view", "matches.match", "matches.challenge"),),
    # Looks after people.
    MODERATOR: (
        *_rights("view change", "accounts.user", "accounts.report", "accounts.letter", "matches.line"),
        *_rights("view add change", "accounts.sanction"),
        *_rights("view", "accounts.keptname", "accounts.playerview"),
        "accounts.view_as_player",
        *_rights("view", "accounts.wallet", "accounts.ledgerentry", "accounts.visit", "cards.trade"),
    ),
}


@transaction.atomic
def roles_load() -> bool:
    """Makes the groups and gives them their rights; False when there was nothing to do. Rights given by hand stay."""
    changed = [_role_load(role, rights) for role, rights in RIGHTS.items()]
    return any(changed)


def _role_load(role: str, rights: tuple[str, ...]) -> bool:
    group, made = Group.objects.get_or_create(name=role)
    wanted = Q()
    for right in rights:
        app, codename = right.split(".")
        wanted |= Q(content_type__app_label=app, codename=codename)
    missing = list(Permission.objects.filter(wanted).exclude(pk__in=group.permissions.values("pk")))
    group.permissions.add(*missing)
    return made or bool(missing)
