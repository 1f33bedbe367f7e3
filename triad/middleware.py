"""Turns a refusal into what the asker can read: a fragment for htmx, JSON for programs, else a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from triad.errors import GameError, NotFound
from triad.storable import is_storable

#: The largest ID that the database can be asked for.
LARGEST_ID = 2**63 - 1


class GameErrorMiddleware:
    """The one edge at which errors that a person caused are translated into answers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if 400 <= answer.status_code < 500 and _is_no_fragment(answer) and _is_unfit(answer, request):
            said = error_response(
                request, GameError("refused", _sentence(answer.status_code), status=answer.status_code)
            )
            if "Allow" in answer:
                said["Allow"] = answer["Allow"]
            return said
        return answer

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Refuses numbers in an address, and posted fields, that no database could hold, before a view of this site
        looks at them.

        The forms of Django and allauth say it themselves, at the field.
        """
        if any(isinstance(each, int) and each > LARGEST_ID for each in kwargs.values()):
            return error_response(request, NotFound("no_page", _sentence(404)))
        if view.__module__.startswith(("django.", "allauth.")) or is_storable(list(request.POST.lists())):
            return None
        return error_response(request, unreadable())

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The answer for a GameError; None for every other exception."""
        if not isinstance(exception, GameError):
            return None
        return error_response(request, exception)


def error_response(request: HttpRequest, error: GameError) -> HttpResponse:
    """The sentence of an error in the form that the request can use."""
    answer = _answer(request, error)
    seconds = getattr(error, "retry_after", None)
    if seconds is not None:
        answer["Retry-After"] = str(seconds)
    return answer


def _answer(request: HttpRequest, error: GameError) -> HttpResponse:
    if request.headers.get("HX-Request"):
        answer = render(request, "_error_notice.html", {"error": error}, status=error.status)
        answer["HX-Reswap"] = "none"  # only the out-of-band notice is swapped
        return answer
    if "application/json" in request.headers.get("Accept", ""):
        return JsonResponse({"error": {"code": error.code, "text": error.message}}, status=error.status)
    return render(request, "error.html", {"error": error}, status=error.status)


def unreadable() -> GameError:
    """The error for text with characters that can be neither written nor read."""
    return GameError("unreadable_text", _("There are characters in this that nobody can read. Please take them out."))


def _wants_page(request: HttpRequest) -> bool:
    if request.headers.get("HX-History-Restore-Request"):
        return True
    return not (request.headers.get("HX-Request") or "application/json" in request.headers.get("Accept", ""))


def _is_unfit(answer: HttpResponse, request: HttpRequest) -> bool:
    """Whether a refusal says nothing at all, or says it as a page to who wanted none."""
    return not answer.content or not _wants_page(request)


def _is_no_fragment(answer: HttpResponse) -> bool:
    """Whether an answer is a whole page, or nothing: swapped into a page, either would wipe out a part of it."""
    if answer.streaming or "HX-Reswap" in answer:
        return False
    start = answer.content[:40].lstrip().lower()
    return not start or start.startswith(b"<!doctype html")


def _sentence(status: int) -> str:
    """What is said where Django, and no view, has refused."""
    return {
        403: _("This page was open too long: reload it and try again. Nothing was changed."),
        404: _("There is no such page any more. Nothing was changed."),
        405: _("This cannot be done in that way. Nothing was changed."),
        429: _("Too many attempts. Wait a few minutes, then try again. Nothing was changed."),
    }.get(status, _("The server could not read that. Nothing was changed."))
