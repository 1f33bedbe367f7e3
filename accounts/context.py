"""What every page knows."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.http import urlencode

from accounts.middleware import player_of
from accounts.notices.services import notices_read_at


def player(request: HttpRequest) -> dict[str, Any]:
    """`player`: who plays here, a person with an account or a guest, or None."""
    # A page of an address that does not exist is drawn without any view having been asked.
    if not hasattr(request, "player"):
        request.player = player_of(request) if hasattr(request, "user") else None  # type: ignore[attr-defined]
    return {"player": request.player}  # type: ignore[attr-defined]


def bell(request: HttpRequest) -> dict[str, Any]:
    """`unread`: how many notices the player has not read; looked up only where a page shows it. What leads to this
    very page is read by it."""

    def count() -> int:
        person = getattr(request, "player", None)
        if person is None or not person.is_person:
            return 0
        return notices_read_at(player=person, path=request.path)

    return {"unread": SimpleLazyObject(count)}


def sign_in(request: HttpRequest) -> dict[str, Any]:
    """`sign_in`: the address of the page to sign in at, which leads back to where one is."""

    def address() -> str:
        page = reverse("account_login")
        if request.headers.get("HX-Request"):
            here = request.htmx.current_url_abs_path  # type: ignore[attr-defined]
        else:
            here = request.get_full_path() if request.method == "GET" else None
        if not here or here == "/" or here.startswith("/account/"):
            return page
        return f"{page}?{urlencode({'next': here})}"

    return {"sign_in": SimpleLazyObject(address)}
