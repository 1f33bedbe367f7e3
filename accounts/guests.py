"""The guest of a session, and what happens to the guest's things when the guest signs up."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from allauth.core import ratelimit
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import Kind, User
from accounts.services.guests import guest_make
from accounts.services.players import player_deactivate
from accounts.services.presence import seen
from triad.errors import GameError

log = logging.getLogger("triad.guests")

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
    """Who plays on this request; a visitor becomes a guest by this, and the session remembers.

    Raises GameError too_many_guests where this address makes guests by the dozen.
    """
    player: User | None = getattr(request, "player", None)
    if player is None:
        _check_rate(request)
        player = guest_make()
        request.session[GUEST_KEY] = player.pk
        request.session.set_expiry(None)
        request.player = player  # type: ignore[attr-defined]
        seen(user_ids=[player.pk])
    return player


@contextmanager
def guest_if_done(request: HttpRequest) -> Iterator[User]:
    """Who plays, for the block; a visitor is a guest afterwards only where the block was not refused."""
    player: User | None = getattr(request, "player", None)
    if player is not None:
        yield player
        return
    try:
        with transaction.atomic():
            yield player_for(request)
    except BaseException:
        request.session.pop(GUEST_KEY, None)
        request.player = None  # type: ignore[attr-defined]
        raise


def _check_rate(request: HttpRequest) -> None:
    """Guests are rows for ever, and nobody needs many: as many a minute from one address as sign-ups."""
    try:
        allowed = ratelimit.consume(request, action="guest")
    except Exception:
        # Without the cache that counts nobody is turned away.
        log.exception("could not count the guests of an address")
        return
    if not allowed:
        raise GameError("too_many_guests", _("Too many guests come from here. Wait a minute, or sign up."), status=429)


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
