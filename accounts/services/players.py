"""What a player or the staff changes about a player."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from triad.errors import NotAllowed


def _settings_change(user: User, **changes: bool) -> User:
    if not user.is_person:
        raise NotAllowed("needs_account", _("Only a player with an account has settings."))
    for field, value in changes.items():
        setattr(user, field, value)
    user.save(update_fields=list(changes))
    return user


@transaction.atomic
def do_not_disturb_set(*, user: User, on: bool) -> User:
    """Lets nobody challenge the player, or lets them again. NotAllowed for guests and robots."""
    return _settings_change(user, do_not_disturb=on)


@transaction.atomic
def preferences_set(*, user: User, do_not_disturb: bool, hides_stash: bool, stakes_unique: bool) -> User:
    """All switches of the settings page at once. NotAllowed for guests and robots."""
    return _settings_change(user, do_not_disturb=do_not_disturb, hides_stash=hides_stash, stakes_unique=stakes_unique)


@transaction.atomic
def player_deactivate(*, user: User) -> User:
    """Closes an account: nobody can sign in to it, its open pages and sockets end. Nothing of it is deleted."""
    user.is_active = False
    user.save(update_fields=["is_active"])
    return user


@transaction.atomic
def player_activate(*, user: User) -> User:
    """Opens a closed account again."""
    user.is_active = True
    user.save(update_fields=["is_active"])
    return user
