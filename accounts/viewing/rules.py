"""Who may view as whom, and when nobody may: while what the player sees would tell a hidden hand (RULES 3)."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

from accounts.models import User
from triad.errors import Conflict, NotAllowed

RIGHT = "accounts.view_as_player"

HidesHand = Callable[[User], bool]
_hides: list[HidesHand] = []


def on_hidden_hand(callback: HidesHand) -> None:
    """Registers a question of a higher app: whether what this player sees tells a hand that others may not see."""
    if callback not in _hides:
        _hides.append(callback)


def may_view(staff: User) -> bool:
    """Whether somebody of the staff views as players at all."""
    return bool(staff.is_active and staff.is_staff and staff.has_perm(RIGHT))


def check_may_view_as(staff: User, player: User) -> None:
    """Raises NotAllowed `no_moderator`, `no_player`, `staff_account`: as the staff only superusers view."""
    if not may_view(staff):
        raise NotAllowed("no_moderator", _("Only moderators view the site as a player."))
    if player.pk == staff.pk or not player.is_person or not player.is_active:
        raise NotAllowed("no_player", _("One views as another player with an open account."))
    if (player.is_staff or player.is_superuser) and not staff.is_superuser:
        raise NotAllowed("staff_account", _("Only a superuser views as somebody of the staff."))


def check_no_hand(player: User) -> None:
    """Raises Conflict `hidden_hand` while the player is in a match, or has sent a challenge with a hand."""
    if any(hides(player) for hides in _hides):
        sentence = _(
            "%(name)s is in a match or waits for one. What they see would tell their hand, so it stays theirs until "
            "the match is over."
        )
        raise Conflict("hidden_hand", sentence % {"name": player.username})
