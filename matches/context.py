"""What every page knows."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest


def live(request: HttpRequest) -> dict[str, Any]:
    """What every page tells of the player's running matches and waiting challenges."""
    return {}
