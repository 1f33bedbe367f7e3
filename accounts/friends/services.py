"""Marks a friend, and takes the mark away."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.blocks import require_not_blocked
from accounts.friends.models import Friend
from accounts.models import User
from accounts.services.wallet import players_lock
from triad.errors import Conflict, NotAllowed

#: As many as one player can have.
MOST_FRIENDS = 200


@transaction.atomic
def friend_set(*, owner: User, friend: User, on: bool) -> None:
    """Marks a person as a friend, or takes the mark away; twice changes nothing.

    Raises NotAllowed needs_account; Conflict not_befriended (oneself, a robot, a guest, a closed account), apart,
    many_friends.
    """
    if not owner.is_person:
        raise NotAllowed("needs_account", _("Sign up to keep friends."))
    players_lock(user_ids=[owner.pk])
    marks = Friend.objects.filter(owner=owner)
    if not on:
        marks.filter(friend=friend).delete()
        return
    if owner.pk == friend.pk or not friend.is_person or not friend.is_active:
        raise Conflict("not_befriended", _("%(player)s cannot be a friend.") % {"player": friend.username})
    require_not_blocked(user=owner, other=friend)
    if marks.filter(friend=friend).exists():
        return
    if marks.count() >= MOST_FRIENDS:
        raise Conflict("many_friends", _("You have %(count)d friends; that is the most.") % {"count": MOST_FRIENDS})
    Friend.objects.create(owner=owner, friend=friend)
