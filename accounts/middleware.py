"""Who plays on this request."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


class PlayerMiddleware:
    """Sets `request.player`: the person who is signed in, the guest of this session, or None."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.player = request.user if request.user.is_authenticated else None  # type: ignore[attr-defined]
        return self.get_response(request)
