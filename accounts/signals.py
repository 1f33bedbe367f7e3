"""Shuts live sockets the moment the player may no longer be behind them (FAULTS 12)."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User

#: The close code of a socket whose session is over; the browser does not come back after it.
SIGNED_OUT = 4401


@receiver(user_logged_out)
def close_lines_after_logout(sender: Any, request: HttpRequest, user: User | None, **kwargs: Any) -> None:
    """Signing out ends the sockets of that session; the player's other browsers stay."""
    # Imported late, here and below: the hub knows the players, the players do not know the hub.
    from triad import hub

    if user is not None and request.session.session_key:
        hub.close(topic=hub.session_topic(request.session.session_key), code=SIGNED_OUT)


@receiver(post_save, sender=User)
def close_lines_after_lockout(sender: Any, instance: User, created: bool, **kwargs: Any) -> None:
    """A new password, or an account that was closed, ends every socket of the player, whoever saved it."""
    from triad import hub

    has_new_password = instance._password is not None  # type: ignore[attr-defined]
    if not created and (has_new_password or not instance.is_active):
        hub.close(topic=f"user.{instance.pk}", code=SIGNED_OUT)
