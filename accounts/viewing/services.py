"""Begins and ends views as a player; both are written down."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.admin.models import CHANGE, LogEntry
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.viewing.models import PlayerView
from accounts.viewing.rules import check_may_view_as, check_no_hand
from triad.clock import now
from triad.errors import GameError

#: How long a view lasts at most.
LONGEST = timedelta(minutes=30)
LONGEST_REASON = 200


@transaction.atomic
def view_begin(*, by: User, player: User, reason: str) -> PlayerView:
    """Begins a view as a player; another one of the same person ends by it.

    Raises GameError `no_reason`, and what the rules raise.
    """
    said = " ".join(reason.split())[:LONGEST_REASON]
    check_may_view_as(by, player)
    check_no_hand(player)
    if not said:
        raise GameError("no_reason", _("Give a reason: it is written down."))
    moment = now()
    PlayerView.objects.filter(by=by, ended_at=None).update(ended_at=moment)
    view = PlayerView.objects.create(by=by, player=player, reason=said, began_at=moment)
    _log(view, f"Began to view the site as this player: {said}")
    return view


@transaction.atomic
def view_end(*, view: PlayerView) -> None:
    """Ends a view; ending it again changes nothing."""
    if PlayerView.objects.filter(pk=view.pk, ended_at=None).update(ended_at=now()):
        _log(view, "Ended the view as this player.")


def view_running(*, view_id: int, by_id: int | None) -> PlayerView | None:
    """The view of a session while it lasts: not ended, not too old, of who is signed in, and allowed still."""
    view = PlayerView.objects.select_related("by", "player").filter(pk=view_id, by=by_id, ended_at=None).first()
    if view is None or now() - view.began_at >= LONGEST:
        return None
    try:
        check_may_view_as(view.by, view.player)
    except GameError:
        return None
    return view


def _log(view: PlayerView, message: str) -> None:
    LogEntry.objects.log_actions(
        user_id=view.by_id, queryset=[view.player], action_flag=CHANGE, change_message=message, single_object=True
    )
