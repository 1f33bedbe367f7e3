"""Leaving the site (RULES 8): apps register what must be over before, and what of theirs ends with an account."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Protocol

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.avatars import avatars_load
from accounts.civility.forgetting import names_had, words_forget
from accounts.civility.models import Block, KeptName, Letter
from accounts.civility.naming import name_keep
from accounts.friends.models import Friend
from accounts.limits import spend
from accounts.models import LedgerEntry, User, Visit, Wallet
from accounts.names import fold_name
from accounts.notices.models import Notice, NoticeChoice
from accounts.services.guests import ALPHABET
from accounts.services.staff import staff_account
from accounts.services.wallet import pay, players_lock
from triad.errors import GameError, NotAllowed


class Leaving(Protocol):
    """Checks or ends something of one app, in the transaction of the leaving, the player and the staff's account
    locked."""

    def __call__(self, *, player: User) -> None: ...


class Ghosted(Protocol):
    """Puts the ghost's name, which the player has by then, in place of these names where an app has written them."""

    def __call__(self, *, player: User, names: Collection[str]) -> None: ...


#: What the names of all who have left begin with; it is reserved.
_GHOST = "Ghost-"
_checks: list[Leaving] = []
_ends: list[Leaving] = []
_ghosted: list[Ghosted] = [words_forget]


def before_leaving(callback: Leaving) -> Leaving:
    """Registers a check, which raises GameError for who may not leave now; usable as a decorator."""
    if callback not in _checks:
        _checks.append(callback)
    return callback


def on_leaving(callback: Leaving) -> Leaving:
    """Registers what ends of one app when a player leaves; usable as a decorator."""
    if callback not in _ends:
        _ends.append(callback)
    return callback


def on_ghosted(callback: Ghosted) -> Ghosted:
    """Registers what tells of players by name in one app; usable as a decorator."""
    if callback not in _ghosted:
        _ghosted.append(callback)
    return callback


def account_leave(*, player: User, password: str) -> User:
    """Ends an account for ever: its points, and whatever apps have registered, end; the matches stay under a ghost's
    name, and the old name is kept from others for some time.

    Raises NotAllowed `needs_account`; GameError `wrong_password`; TooOften; what the checks raise, such as Conflict
    `in_a_match`. Nothing has changed then.
    """
    if not player.is_person:
        raise NotAllowed("needs_account", _("Only a player with an account has settings."))
    if player.is_staff or player.is_superuser:
        raise NotAllowed("staff_account", _("An account of the staff gives back its rights first."))
    spend("password", player.pk)
    if not player.check_password(password):
        raise GameError("wrong_password", _("That is not your password."))
    return _leave(player)


@transaction.atomic
def _leave(player: User) -> User:
    staff = staff_account()
    held = players_lock(user_ids=[player.pk, staff.pk])[player.pk]
    if not held.is_active:
        return held
    for check in _checks:
        check(player=held)
    for end in _ends:
        end(player=held)
    names = names_had(held)
    points = Wallet.objects.values_list("points", flat=True).get(user=held)
    if points:
        pay(
            user=held,
            points=-points,
            reason=LedgerEntry.Reason.CORRECTION,
            cause=f"left:{held.pk}",
            note=_("left the site"),
        )
    _forget(held)
    for ghosted in _ghosted:
        ghosted(player=held, names=names)
    transaction.on_commit(avatars_load)
    return held


def _forget(player: User) -> None:
    """Takes everything personal off the account, and closes it."""
    Notice.objects.filter(player=player).delete()
    NoticeChoice.objects.filter(player=player).delete()
    Block.objects.filter(Q(blocker=player) | Q(blocked=player)).delete()
    Friend.objects.filter(Q(owner=player) | Q(friend=player)).delete()
    Visit.objects.filter(user=player).delete()
    EmailAddress.objects.filter(user=player).delete()
    Letter.objects.filter(player=player).update(player=None, name="", email="")
    KeptName.objects.filter(player=player).update(player=None)
    name_keep(name=player.username, player=None)
    player.username = _ghost_name()
    player.email = player.avatar = ""
    player.is_active = player.is_staff = player.is_demo = False
    player.hides_stash = True
    player.last_login = None
    player.set_unusable_password()
    player.groups.clear()
    player.save()


def has_left(player: User) -> bool:
    """Whether an account was ended by its player, for ever; nobody else can have a ghost's name."""
    return not player.is_active and player.is_person and player.username.startswith(_GHOST)


def _ghost_name() -> str:
    """A name of its own, such as Ghost-K7RWA."""
    while True:
        name = _GHOST + "".join(secrets.choice(ALPHABET) for _each in range(5))
        if not User.objects.filter(name_key=fold_name(name)).exists():
            return name
