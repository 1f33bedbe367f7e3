"""Who keeps apart from whom: a block holds both ways, everywhere."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.civility.models import Block
from accounts.models import User
from accounts.services.wallet import players_lock
from triad.errors import Conflict, NotAllowed

#: As many as one player can block.
MOST = 500


class Blocked(Protocol):
    """Ends what waits between two players in one app, inside the transaction of the block."""

    def __call__(self, *, blocker: User, blocked: User) -> None: ...


_blocked: list[Blocked] = []


def on_blocked(callback: Blocked) -> Blocked:
    """Registers a callback, called with `blocker` and `blocked`, both locked; usable as a decorator."""
    if callback not in _blocked:
        _blocked.append(callback)
    return callback


def is_blocked(one: User, other: User) -> bool:
    """Whether one of the two has blocked the other."""
    return Block.objects.filter(Q(blocker=one.pk, blocked=other.pk) | Q(blocker=other.pk, blocked=one.pk)).exists()


def blocked_ids(user: User) -> set[int]:
    """The IDs of those whom the player has blocked, and of those who have blocked the player."""
    rows = Block.objects.filter(Q(blocker=user.pk) | Q(blocked=user.pk)).values_list("blocker", "blocked")
    return {pk for pair in rows for pk in pair if pk != user.pk}


def blocked_by_id(user_ids: Collection[int]) -> dict[int, set[int]]:
    """As `blocked_ids`, of several players at once, by their IDs; who keeps apart from nobody is left out."""
    rows = Block.objects.filter(Q(blocker__in=user_ids) | Q(blocked__in=user_ids)).values_list("blocker", "blocked")
    found: dict[int, set[int]] = {}
    for pair in rows:
        for one, other in (pair, pair[::-1]):
            if one in user_ids:
                found.setdefault(one, set()).add(other)
    return found


def blocks_of(user: User) -> QuerySet[Block]:
    """Whom a player has blocked, the newest first."""
    return Block.objects.filter(blocker=user).select_related("blocked").order_by("-id")


def require_not_blocked(*, user: User, other: User) -> None:
    """Raises Conflict `apart`, with a sentence to `user` that does not say who blocked whom."""
    if is_blocked(user, other):
        raise Conflict("apart", _("You and %(player)s keep apart.") % {"player": other.username})


@transaction.atomic
def block_set(*, blocker: User, blocked: User, on: bool) -> None:
    """Blocks a player or ends the block; what waits between the two ends by it. Twice changes nothing.

    Raises NotAllowed `needs_account`; Conflict `not_blockable` (oneself, a robot), `too_many_blocks`.
    """
    if not blocker.is_person:
        raise NotAllowed("needs_account", _("Only a player with an account has settings."))
    if blocker.pk == blocked.pk or not blocked.is_person:
        raise Conflict("not_blockable", _("%(player)s cannot be blocked.") % {"player": blocked.username})
    players_lock(user_ids=[blocker.pk, blocked.pk])
    if not on:
        Block.objects.filter(blocker=blocker, blocked=blocked).delete()
        return
    if Block.objects.filter(blocker=blocker).count() >= MOST:
        raise Conflict(
            "too_many_blocks", _("You block %(most)d players already, the most there may be.") % {"most": MOST}
        )
    _row, made = Block.objects.get_or_create(blocker=blocker, blocked=blocked)
    if made:
        for callback in _blocked:
            callback(blocker=blocker, blocked=blocked)
