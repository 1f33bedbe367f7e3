"""What is read of players."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.blocks import blocked_ids
from accounts.civility.naming import bearer_now
from accounts.models import Kind, LedgerEntry, User, Visit
from accounts.names import LONGEST, fold_name
from accounts.services.presence import VISIT_STEP
from triad.clock import now
from triad.errors import NotFound

#: Who was seen this long ago counts as connected (RULES 7).
CONNECTED_FOR = timedelta(seconds=60)


def is_connected(user: User) -> bool:
    """True for who was seen in the last 60 seconds, by the database, whatever the given row says; and for robots. Who
    is suspended is not here."""
    if user.is_robot:
        return True
    moment = now()
    found = User.objects.filter(pk=user.pk, is_active=True, seen_at__gte=moment - CONNECTED_FOR)
    return found.exclude(suspended_until__gt=moment).exists()


def people_here(viewer: User | None = None) -> QuerySet[User]:
    """People with an account who were seen in the last 60 seconds, by name, without those from whom the viewer keeps
    apart, and without the suspended; each says `do_not_disturb`."""
    moment = now()
    people = User.objects.filter(kind=Kind.PERSON, is_active=True, seen_at__gte=moment - CONNECTED_FOR)
    people = people.exclude(suspended_until__gt=moment)
    if viewer is not None:
        people = people.exclude(pk__in=blocked_ids(viewer))
    return people.order_by("name_key")


def people_between(start: datetime, end: datetime) -> QuerySet[User]:
    """People with an account who were here at some moment from `start` to `end`, by name.

    Known by their visits; of what was before visits were kept, by when they joined, signed in and were seen last.
    """
    visits = Visit.objects.filter(user=OuterRef("pk"), last_at__gt=start - VISIT_STEP, began_at__lte=end)
    moments = Q()
    for moment in ("date_joined", "last_login", "seen_at"):
        moments |= Q(**{f"{moment}__gte": start, f"{moment}__lte": end})
    people = User.objects.filter(kind=Kind.PERSON, is_active=True)
    return people.filter(Q(Exists(visits)) | moments).order_by("name_key")


def player_named(name: str) -> User:
    """The player of a name, in any case of its letters; NotFound where there is none. A guest who signed up is none."""
    found = None
    if 0 < len(name) <= LONGEST and name.isprintable():
        found = User.objects.filter(name_key=fold_name(name)).first()
    if found is None or found.username.casefold() != name.casefold() or (found.is_guest and not found.is_active):
        raise NotFound("no_player", _("There is no player of that name."))
    return found


def player_named_now(name: str) -> User:
    """As `player_named`, and the player who had this name before, while it is kept."""
    try:
        return player_named(name)
    except NotFound:
        found = bearer_now(name) if 0 < len(name) <= LONGEST and name.isprintable() else None
        if found is None:
            raise
        return found


def ledger_of(user: User) -> QuerySet[LedgerEntry]:
    """A player's movements of points and experience, newest first."""
    return LedgerEntry.objects.filter(user=user).order_by("-id")
