"""A player's change of name: rarely, and the old one is kept from all others for some time."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.avatars import avatars_load
from accounts.civility.models import KeptName
from accounts.models import User
from accounts.names import VALIDATORS, fold_name, is_reserved
from accounts.notices.services import notices_rename
from accounts.services.wallet import players_lock
from triad.clock import now
from triad.errors import Conflict, GameError, NotAllowed

#: Between two changes of one player, and how long a name that somebody had is kept from others.
CHANGE_EVERY = timedelta(days=30)
KEPT = timedelta(days=90)


def is_kept(name: str, *, player: User | None = None) -> bool:
    """Whether a name, or one that looks like it, is still kept from this player (None: from who is new)."""
    found = KeptName.objects.filter(key=fold_name(name), until__gt=now())
    if player is not None:
        found = found.filter(Q(player=None) | ~Q(player=player))
    return found.exists()


def next_change_at(player: User) -> datetime | None:
    """From when on a player may change the name; None: now."""
    last = KeptName.objects.filter(player=player).order_by("-id").values_list("at", flat=True).first()
    if last is None or last + CHANGE_EVERY <= now():
        return None
    return last + CHANGE_EVERY


def bearer_now(name: str) -> User | None:
    """Who had a name before, while it is kept; None where nobody had it."""
    kept = KeptName.objects.filter(key=fold_name(name), until__gt=now(), player__isnull=False, player__is_active=True)
    found = kept.select_related("player").order_by("-id").first()
    return found.player if found is not None and found.name.casefold() == name.casefold() else None


def name_check(*, name: str, player: User) -> None:
    """Raises GameError `name_pattern`, Conflict `name_reserved`, `name_taken` for a name the player cannot take."""
    for validator in VALIDATORS:
        try:
            validator(name)
        except ValidationError as error:
            raise GameError("name_pattern", str(error.messages[0])) from None
    if is_reserved(name):
        raise Conflict("name_reserved", _("That name is kept for the site. Please choose another."))
    others = User.objects.filter(name_key=fold_name(name)).exclude(pk=player.pk)
    if others.exists() or is_kept(name, player=player):
        raise _taken()


@transaction.atomic
def name_change(*, player: User, name: str) -> User:
    """Gives a player another name; the old one is kept from others for ninety days. The same name changes nothing.

    Raises what `name_check` raises; NotAllowed `needs_account`; Conflict `changed_lately`.
    """
    if not player.is_person:
        raise NotAllowed("needs_account", _("Only a player with an account has settings."))
    name = name.strip()
    held = players_lock(user_ids=[player.pk])[player.pk]
    if name == held.username:
        return held
    name_check(name=name, player=held)
    if (free_at := next_change_at(held)) is not None:
        # Imported late: sanctions say moments in the same way.
        from accounts.civility.sanctions import moment_said

        sentence = _("A name can be changed every %(days)d days: yours again from %(moment)s on.")
        raise Conflict("changed_lately", sentence % {"days": CHANGE_EVERY.days, "moment": moment_said(free_at)})
    old, held.username = held.username, name
    name_keep(name=old, player=held)
    try:
        with transaction.atomic():
            held.save(update_fields=["username", "name_key"])
    except IntegrityError:
        raise _taken() from None
    notices_rename(names=[old], by=name)
    transaction.on_commit(avatars_load)
    # Imported late: the hub knows the players, the players do not know the hub.
    from triad import hub

    hub.recheck(topic=f"user.{held.pk}")
    return held


def name_keep(*, name: str, player: User | None) -> None:
    """Keeps a name from others from now on."""
    moment = now()
    KeptName.objects.create(name=name, key=fold_name(name), player=player, at=moment, until=moment + KEPT)


def names_sweep(*, moment: datetime) -> None:
    """Forgets names of players who have left, once they are kept no more."""
    KeptName.objects.filter(player=None, until__lte=moment).delete()


def _taken() -> Conflict:
    return Conflict("name_taken", _("That name, or one that looks like it, is taken. Please choose another."))
