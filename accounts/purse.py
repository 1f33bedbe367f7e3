"""The purse in the top bar: the points of a player, sent to every page that is open whenever they change; and how many
others see that a player has."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import LedgerEntry, User

_unseen: list[Callable[[User], int]] = []


def on_unseen(callback: Callable[[User], int]) -> None:
    """Registers who tells how many points a player has paid for something that others do not see yet."""
    if callback not in _unseen:
        _unseen.append(callback)


def points_shown(*, player: User, viewer: User | None) -> int:
    """The points of a player as a viewer may know them: to others, what they are not to see yet is not paid yet."""
    points: int = player.wallet.points
    return points if viewer == player else points + sum(unseen(player) for unseen in _unseen)


def purse_show(entry: LedgerEntry, *, language: str = settings.LANGUAGE_CODE) -> None:
    """Sends a player's points after a movement to the player's pages, after the commit."""
    # Imported late: the hub knows the players, the players do not know the hub.
    from triad import hub

    context = {"points": entry.points_after, "version": entry.pk, "oob": True}
    with translation.override(language):
        html = render_to_string("accounts/_purse.html", context)
    hub.publish(topic=f"user.{entry.user_id}", html=html, version=entry.pk, key="purse")
