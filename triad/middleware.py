"""Turns a GameError into what the asker can read: a fragment for htmx, JSON for programs, else a page."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from triad.errors import GameError


class GameErrorMiddleware:
    """The one edge at which errors that a person caused are translated into answers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The answer for a GameError; None for every other exception."""
        if not isinstance(exception, GameError):
            return None
        return error_response(request, exception)


def error_response(request: HttpRequest, error: GameError) -> HttpResponse:
    """The sentence of an error in the form that the request can use."""
    if request.headers.get("HX-Request"):
        answer = render(request, "_error_notice.html", {"error": error}, status=error.status)
        answer["HX-Reswap"] = "none"  # only the out-of-band notice is swapped
        return answer
    if "application/json" in request.headers.get("Accept", ""):
        return JsonResponse({"error": {"code": error.code, "text": error.message}}, status=error.status)
    return render(request, "error.html", {"error": error}, status=error.status)
