"""Serves the site with a hall added, a page and a room that tests fill: `python tests/hall_site.py serve --port 0`.

The page is at /hall/<argument>/; what is posted to /hall/publish/ goes to its topic by the hub, or shuts it. The room
shows the view that was posted last; the argument match-<id> watches that match.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "triad.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import execute_from_command_line  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.template import engines  # noqa: E402
from django.urls import path  # noqa: E402
from django.views.decorators.csrf import csrf_exempt  # noqa: E402

from accounts.models import User  # noqa: E402
from triad import hub, rooms, urls  # noqa: E402

PAGE = """{% extends "base.html" %}
{% block content %}
<h1>The hall</h1>
<div id="board" data-version="1">board 1</div>
<form id="talk"><input id="free" name="free"></form>
<b id="clock" data-deadline="{{ deadline }}" data-now="{{ now }}"></b>
<nav hx-boost="true"><a id="to-a" href="/hall/a/">a</a> <a id="to-b" href="/hall/b/">b</a></nav>
{% endblock %}
{% block line %}{% include "_line.html" with address=address %}{% endblock %}"""

VIEW = settings.VAR_DIR / "hall_view.html"


class Hall:
    """Everybody may join; the argument `refused-<code>` refuses with that code."""

    def join(self, player: User | None, session_key: str, argument: str) -> rooms.Joined:
        if argument.startswith("refused-"):
            raise rooms.Refused(int(argument.removeprefix("refused-")))
        if argument.startswith("slow"):
            time.sleep(1)
        watches = int(argument.removeprefix("match-")) if argument.startswith("match-") else None
        return rooms.Joined(topics=(f"hall.{argument}",), watches=watches)

    def snapshot(self, joined: rooms.Joined, player: User | None) -> str:
        return VIEW.read_text() if VIEW.exists() else ""


def page(request: HttpRequest, argument: str) -> HttpResponse:
    """A page with a line into the hall."""
    now = int(time.time() * 1000)
    context = {
        "argument": argument,
        "address": f"/live/hall/{argument}/",
        "now": now,
        "deadline": now + int(request.GET.get("seconds", "60")) * 1000,
    }
    return HttpResponse(engines["django"].from_string(PAGE).render(context, request))


@csrf_exempt
def publish(request: HttpRequest) -> HttpResponse:
    """Publishes html to a topic, or shuts it with a code, or sets the room's view."""
    if "view" in request.POST:
        VIEW.write_text(request.POST["view"])
    elif "code" in request.POST:
        hub.close(topic=request.POST["topic"], code=int(request.POST["code"]))
    else:
        given = request.POST
        version = int(given.get("version", "0"))
        for _ in range(int(given.get("times", "1"))):
            hub.publish(topic=given["topic"], html=given["html"], version=version, key=given.get("key", ""))
    board = hub.current()
    return HttpResponse(str(len(board.lines) if board else 0))


rooms.register("hall", Hall())
urls.urlpatterns += [path("hall/publish/", publish), path("hall/<slug:argument>/", page)]

if __name__ == "__main__":
    execute_from_command_line(["manage.py", *sys.argv[1:]])
else:
    # What other servers than Daphne are told to serve.
    from triad.asgi import application as application
