"""What every page knows of the player's matches."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from matches.live.banner import banner_of


def live(request: HttpRequest) -> dict[str, Any]:
    """`banner`: the player's running matches and waiting challenges, looked up only where a page shows it."""
    return {"banner": SimpleLazyObject(lambda: banner_of(getattr(request, "player", None)))}
