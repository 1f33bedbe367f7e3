"""Hides another player's lines from oneself, and ends what of the chat ends with an account or with time."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _

from accounts.civility.forgetting import texts_rename
from accounts.civility.models import Report
from accounts.exports import rows
from accounts.models import User
from matches.chat.models import Line, Quiet
from matches.chat.room import Room
from matches.live import announce
from triad import hub
from triad.errors import Conflict, NotAllowed, NotFound

#: As many as one player can hide.
MOST_QUIET = 500
#: So long lines are kept: those of the lobby, and those around matches. What was reported stays.
LOBBY_KEPT, MATCH_KEPT = timedelta(days=7), timedelta(days=90)


@transaction.atomic
def quiet_set(*, listener: User, author_id: int, on: bool) -> User:
    """Hides the lines of a player from another, or shows them again, on every open page; twice changes nothing.

    Raises NotAllowed `needs_account`; NotFound `no_player`; Conflict `not_quietable`, `too_many_quiet`.
    """
    if not listener.is_person:
        raise NotAllowed("needs_account", _("Only a player with an account has settings."))
    author = User.objects.filter(pk=author_id).first()
    if author is None:
        raise NotFound("no_player", _("There is no such player."))
    if not on:
        Quiet.objects.filter(listener=listener, author=author).delete()
    elif author == listener:
        raise Conflict("not_quietable", _("Your own lines stay."))
    elif Quiet.objects.filter(listener=listener).count() >= MOST_QUIET:
        raise Conflict(
            "too_many_quiet", _("You hide %(most)d players already, the most there may be.") % {"most": MOST_QUIET}
        )
    else:
        Quiet.objects.get_or_create(listener=listener, author=author)
    hub.recheck(topic=f"user.{listener.pk}")
    return author


def parted(*, blocker: User, blocked: User) -> None:
    """Shows two of whom one has blocked the other their pages afresh, without each other's lines."""
    for user in (blocker, blocked):
        hub.recheck(topic=f"user.{user.pk}")


def lines_forget(*, player: User) -> None:
    """Deletes what a player who leaves has said, and whose lines the player hid."""
    Line.objects.filter(author=player).delete()
    Quiet.objects.filter(Q(listener=player) | Q(author=player)).delete()


def words_forget(*, player: User, names: Collection[str]) -> None:
    """Puts the ghost's name into what the house has said of a player who has left, on open pages too."""
    named = Q()
    for name in names:
        named |= Q(text__contains=name)
    told = Line.objects.filter(named, kind=Line.Kind.HOUSE)
    for line in texts_rename(told, ("text",), names=names, by=player.username):
        Line.objects.filter(pk=line.pk).update(version=F("version") + 1)
        announce.after_commit(announce.line_changed, line.pk)


def lines_sweep(*, moment: datetime) -> None:
    """Deletes lines that are old, but those that were reported."""
    reports = Report.objects.filter(attached__startswith="message:").values_list("attached", flat=True)
    reported = [int(number) for each in reports if (number := each.partition(":")[2]).isdigit()]
    old = Q(where=Room.LOBBY, said_at__lt=moment - LOBBY_KEPT) | Q(said_at__lt=moment - MATCH_KEPT)
    Line.objects.filter(old).exclude(pk__in=reported).delete()


def export(player: User) -> dict[str, Any]:
    """What a player has said, and whose lines the player hides."""
    said = Line.objects.filter(author=player).order_by("id")
    return {
        "lines": rows(said, "said_at", "where", "match_id", "text"),
        "hidden": rows(Quiet.objects.filter(listener=player).order_by("id"), "author__username", "at"),
    }
