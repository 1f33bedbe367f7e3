"""Mutes and suspensions: laid by moderators until a time and for a reason, which the player is told."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.civility.models import Sanction
from accounts.models import User
from accounts.roles import MODERATOR, has_role
from accounts.services.wallet import players_lock
from triad.clock import now
from triad.errors import Conflict, GameError, NotAllowed

#: The close code of a socket whose session is over.
SIGNED_OUT = 4401
LONGEST_REASON = 200


class Suspending(Protocol):
    """Ends what a player has begun in one app, in the transaction of the suspension, the player locked."""

    def __call__(self, *, player: User) -> None: ...


_suspending: list[Suspending] = []


class Suspended(NotAllowed):
    """The player is suspended."""


def on_suspended(callback: Suspending) -> Suspending:
    """Registers what ends of one app when a player is suspended; usable as a decorator."""
    if callback not in _suspending:
        _suspending.append(callback)
    return callback


def is_suspended(player: User) -> bool:
    """Whether a suspension holds now; asks nothing where there was none."""
    return player.suspended_until is not None and player.suspended_until > now()


def is_muted(player: User) -> bool:
    """Whether a mute holds now; asks nothing where there was none."""
    return player.muted_until is not None and player.muted_until > now()


def check_may_speak(player: User) -> None:
    """Raises NotAllowed `muted`, with until when and why, for who may write nothing that others read."""
    if is_muted(player):
        raise NotAllowed("muted", _told(player, Sanction.Kind.MUTE))


def suspended_error(player: User) -> Suspended:
    """The error that tells a suspended player until when and why."""
    return Suspended("suspended", _told(player, Sanction.Kind.SUSPEND))


def _told(player: User, kind: str) -> str:
    held = Sanction.objects.filter(player=player, kind=kind, lifted_at=None).order_by("-until").first()
    until = player.suspended_until if kind == Sanction.Kind.SUSPEND else player.muted_until
    sentence = (
        _("This account is suspended until %(until)s. The reason: %(reason)s")
        if kind == Sanction.Kind.SUSPEND
        else _("You may not write to others until %(until)s. The reason: %(reason)s")
    )
    return sentence % {"until": moment_said(until) if until else "", "reason": held.reason if held else ""}


def moment_said(moment: datetime) -> str:
    """A moment as sentences say it."""
    return date_format(moment.astimezone(timezone.get_current_timezone()), "j F Y, H:i") + " UTC"


@transaction.atomic
def sanction_lay(*, player: User, kind: str, until: datetime, reason: str, by: User) -> Sanction:
    """Mutes or suspends a player until a moment, in place of what held before of that kind. A suspension ends every
    open page and session of the player.

    Raises NotAllowed `no_moderator`, `staff_account`; GameError `no_reason`, `in_the_past`; Conflict `not_a_person`.
    """
    _check_by(by, player)
    said = " ".join(reason.split())[:LONGEST_REASON]
    if not said:
        raise GameError("no_reason", _("Say why: the player is told."))
    moment = now()
    if until <= moment:
        raise GameError("in_the_past", _("That moment is over already."))
    if player.is_robot or not player.is_active:
        raise Conflict("not_a_person", _("%(player)s has no account to be closed.") % {"player": player.username})
    players_lock(user_ids=[player.pk])
    _lift(player, kind, moment, by)
    made = Sanction.objects.create(player=player, kind=kind, reason=said, at=moment, until=until, by=by)
    _write(player, kind, until)
    if kind == Sanction.Kind.SUSPEND:
        for end in _suspending:
            end(player=player)
        # Imported late: the hub knows the players, the players do not know the hub.
        from triad import hub

        told = render_to_string("_error_notice.html", {"error": suspended_error(player)})
        hub.publish(topic=f"user.{player.pk}", html=told)
        hub.close(topic=f"user.{player.pk}", code=SIGNED_OUT)
    return made


@transaction.atomic
def sanction_lift(*, sanction: Sanction, by: User) -> None:
    """Ends a mute or a suspension before its time; twice changes nothing. Raises as `sanction_lay`."""
    _check_by(by, sanction.player)
    players_lock(user_ids=[sanction.player_id])
    moment = now()
    _lift(sanction.player, sanction.kind, moment, by)
    _write(sanction.player, sanction.kind, None)


def _check_by(by: User, player: User) -> None:
    if not (by.is_staff and has_role(by, MODERATOR)):
        raise NotAllowed("no_moderator", _("Only moderators do this."))
    if (player.is_staff or player.is_superuser) and not by.is_superuser:
        raise NotAllowed("staff_account", _("Only a superuser touches the staff's accounts."))


def _lift(player: User, kind: str, moment: datetime, by: User) -> None:
    held = Sanction.objects.filter(player=player, kind=kind, lifted_at=None, until__gt=moment)
    held.update(lifted_at=moment, lifted_by=by)


def _write(player: User, kind: str, until: datetime | None) -> None:
    field = "suspended_until" if kind == Sanction.Kind.SUSPEND else "muted_until"
    User.objects.filter(pk=player.pk).update(**{field: until})
    setattr(player, field, until)
