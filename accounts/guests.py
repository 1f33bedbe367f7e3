"""The guest of a session, and what happens to the guest's things when the guest signs up."""

from __future__ import annotations

from typing import Protocol

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.http import HttpRequest

from accounts.models import Kind, User
from accounts.services.guests import guest_make
from accounts.services.players import player_deactivate
from accounts.services.presence import seen

#: Where a session keeps the id of its guest.
GUEST_KEY = "guest_id"


class Adopted(Protocol):
    """Hands what a guest has in one app to the new user, inside the transaction of the sign-up."""

    def __call__(self, *, guest: User, user: User) -> None: ...


_adopted: list[Adopted] = []


def on_adopted(callback: Adopted) -> Adopted:
    """Registers a callback, called with `guest` and `user` when a guest signs up; usable as a decorator.

    It runs inside the sign-up's transaction: an exception of it undoes the sign-up.
    """
    if callback not in _adopted:
        _adopted.append(callback)
    return callback


def guest_of(session: SessionBase | None) -> User | None:
    """The guest of a session; None where it has none, or where the guest has signed up."""
    guest_id = session.get(GUEST_KEY) if session is not None else None
    if guest_id is None:
        return None
    return User.objects.filter(pk=guest_id, kind=Kind.GUEST, is_active=True).first()


def player_for(request: HttpRequest) -> User:
    """Who plays on this request; a visitor becomes a guest by this, and the session remembers."""
    player: User | None = getattr(request, "player", None)
    if player is None:
        player = guest_make()
        request.session[GUEST_KEY] = player.pk
        request.player = player  # type: ignore[attr-defined]
        seen(user_ids=[player.pk])
    return player


@transaction.atomic
def adopt(*, guest: User, user: User) -> None:
    """Hands everything of a guest to a new user; the guest is closed and stays only as a name in what points at it.

    Adopting twice changes nothing.
    """
    locked = User.objects.select_for_update().get(pk=guest.pk)
    if not locked.is_guest or not locked.is_active:
        return
    for callback in _adopted:
        callback(guest=locked, user=user)
    player_deactivate(user=locked)
