"""Who opens a socket: the player behind the handshake's cookies, and whom its sockets are counted as."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.http import parse_cookie

from accounts.middleware import player_of
from accounts.models import User


@dataclass(frozen=True, slots=True)
class Visit:
    """The player (None: a visitor), the key of a session that exists or "", one name for all sockets of one visitor,
    and for who has no account the address that they are counted by together."""

    player: User | None
    session_key: str
    visitor: str
    address: str = ""


def visit_of(headers: Iterable[tuple[bytes, bytes]], client: str) -> Visit:
    """The visit of a handshake; asks the database."""
    found = {name.lower(): value.decode("latin1") for name, value in headers}
    cookies = parse_cookie(found.get(b"cookie", ""))
    session: Any = import_module(settings.SESSION_ENGINE).SessionStore(cookies.get(settings.SESSION_COOKIE_NAME))
    request: Any = SimpleNamespace(session=session)
    request.user = get_user(request)
    player = player_of(request)
    session_key = session.session_key or "" if not session.is_empty() else ""
    if player is not None:
        return Visit(player, session_key, f"player {player.pk}")
    # Three tabs of one browser are one visitor, also before a session exists.
    mark = session_key or cookies.get(settings.CSRF_COOKIE_NAME) or f"{client} {found.get(b'user-agent', '')}"
    name = hashlib.sha256(mark.encode()).hexdigest()[:16]
    return Visit(None, session_key, name, address_of(client, found.get(b"x-forwarded-for", "")))


def address_of(client: str, forwarded: str) -> str:
    """Where a handshake comes from: behind a proxy what the proxy added last, for anybody can write what is before."""
    last = forwarded.rsplit(",", 1)[-1].strip()
    return last if settings.BEHIND_PROXY and last else client
