"""The one view of all commands, and what a line can go on with."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from triad.commands.answers import Answer, say
from triad.commands.parse import LONGEST_LINE
from triad.commands.registry import GROUPS, all_commands
from triad.commands.running import Given, hints, refused_words, run, to_wait
from triad.errors import GameError

#: Where a session keeps the line that waits for a Yes.
WAITING = "command_waiting"


@never_cache
@require_http_methods(["GET", "POST"])
def command(request: HttpRequest) -> HttpResponse:
    """Does a `line` and answers in text; without one, or without scripts, on a page that explains all commands."""
    if request.method == "GET":
        return _page(request)
    given = _given(request)
    error = None
    try:
        answer = run(given, waiting=request.session.get(WAITING))
    except GameError as refused:
        error, answer = refused, say(refused_words(refused))
    _keep(request, to_wait(given, error) if error else None)
    status = error.status if error else 200
    if "application/json" in request.headers.get("Accept", ""):
        return JsonResponse(_data(answer, error), status=status)
    context = {"line": given.line, "answer": answer, "error": error}
    if request.headers.get("HX-Request"):
        return render(request, "commands/_entry.html", context, status=status)
    return _page(request, status=status, **context)


@never_cache
@require_GET
def options(request: HttpRequest) -> HttpResponse:
    """The lines that a `line` can go on with, as a list to choose from."""
    given = Given(request.GET.get("line", ""), request.player, _path(request))  # type: ignore[attr-defined]
    return render(request, "commands/_options.html", {"options": hints(given)})


def _given(request: HttpRequest) -> Given:
    adds, addition = request.POST.get("adds") == "1", request.POST.get("addition", "")[:100]
    return Given(
        line=request.POST.get("line", "")[: LONGEST_LINE + 1],
        player=request.player,  # type: ignore[attr-defined]
        page=_path(request),
        key=_key(request.POST.get("key", "")),
        addition=addition or (None if adds else ""),
        seed_id=_number(request.POST.get("seed_id", "")),
    )


def _keep(request: HttpRequest, waiting: dict[str, Any] | None) -> None:
    if waiting is not None:
        request.session[WAITING] = waiting
    elif WAITING in request.session:
        del request.session[WAITING]


def _page(request: HttpRequest, *, status: int = 200, **context: Any) -> HttpResponse:
    groups = [(title, [command for command in all_commands() if command.group == key]) for key, title in GROUPS.items()]
    return render(request, "commands/commands.html", {"groups": groups, "most": LONGEST_LINE, **context}, status=status)


def _data(answer: Answer, error: GameError | None) -> dict[str, Any]:
    data: dict[str, Any] = {"text": answer.text, "url": answer.follow or (answer.link.url if answer.link else None)}
    if error is not None:
        data["error"] = {"code": error.code, "text": answer.text}
    return data


def _path(request: HttpRequest) -> str:
    """The path of the page on which the line was typed; empty where what was sent is no address."""
    try:
        return urlsplit(request.headers.get("HX-Current-URL", "")).path
    except ValueError:
        return ""


def _key(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        return uuid4()


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
