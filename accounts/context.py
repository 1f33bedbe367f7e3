"""What every page knows."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from accounts.middleware import player_of


def player(request: HttpRequest) -> dict[str, Any]:
    """`player`: who plays here, a person with an account or a guest, or None."""
    # A page of an address that does not exist is drawn without any view having been asked.
    if not hasattr(request, "player"):
        request.player = player_of(request) if hasattr(request, "user") else None  # type: ignore[attr-defined]
    return {"player": request.player}  # type: ignore[attr-defined]
