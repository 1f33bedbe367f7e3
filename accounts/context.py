"""What every page knows."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest


def player(request: HttpRequest) -> dict[str, Any]:
    """`player`: who plays here, a person with an account or a guest, or None."""
    return {"player": getattr(request, "player", None)}
