"""Which pages may open a socket: only those of this very site. It is all that keeps other sites' pages out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from triad import env

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
PORTS = {"http": "80", "https": "443"}

Headers = Iterable[tuple[bytes, bytes]]
App = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


def is_own_origin(headers: Headers) -> bool:
    """Whether the Origin of a handshake is the site itself.

    Scheme, name and port are compared whole with the Host asked for, which must be one of the site's. Loopback names
    stand for each other, and the names of TRIAD_HOSTS for the site behind a proxy.
    """
    given = [value.decode("latin1") for name, value in headers if name.lower() == b"origin"]
    hosts = [value.decode("latin1") for name, value in headers if name.lower() == b"host"]
    if len(given) != 1 or len(hosts) != 1:
        return False
    origin = _parse(given[0])
    if origin is None:
        return False
    scheme, name, port = origin
    asked_name, asked_port = split_domain_port(hosts[0])
    if not asked_name or not validate_host(asked_name, settings.ALLOWED_HOSTS):
        return False
    if name in {word.lower() for word in env.words("TRIAD_HOSTS")} and port == PORTS[scheme]:
        return True
    same_name = name == asked_name or {name, asked_name} <= LOOPBACK
    return same_name and port == (asked_port or PORTS[scheme])


def _parse(text: str) -> tuple[str, str, str] | None:
    """Scheme, name and port of an origin that is written as browsers write it; None for anything else."""
    try:
        parts = urlsplit(text)
    except ValueError:
        return None
    if parts.scheme not in PORTS or f"{parts.scheme}://{parts.netloc}" != text:
        return None
    if settings.SECURE_PROXY_SSL_HEADER and parts.scheme != "https":
        return None
    name, port = split_domain_port(parts.netloc)
    return (parts.scheme, name, port or PORTS[parts.scheme]) if name else None


class OwnOrigin:
    """Refuses the handshake of a foreign page with HTTP 403, before anything else is looked at."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if is_own_origin(scope["headers"]):
            await self._app(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close"})
