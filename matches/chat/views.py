"""Says a line, and hides somebody's lines from oneself."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.decorators import person_of, person_required
from accounts.models import User
from matches.chat.models import LONGEST_LINE
from matches.chat.quieting import quiet_set
from matches.chat.reading import log_of, unread_authors
from matches.chat.rights import check_may_read
from matches.chat.room import Room
from matches.chat.showing import ChatView, chat_fragments, line_fragment
from matches.chat.speaking import line_say
from matches.models import Match
from matches.views.replies import player_required, posted, wants_json
from triad.clock import now
from triad.errors import GameError, NotFound
from triad.middleware import error_response

#: What is typed is shown again after a refusal, up to so many characters.
MOST_SHOWN_AGAIN = 2000


@require_POST
def say(request: HttpRequest) -> HttpResponse:
    """A line: `room` such as lobby or players:12, and `text`, or `preset` for a short sentence."""
    player, data = player_required(request), posted(request)
    room = _room(data.get("room"))
    text, preset = (_words(data.get(name))[:MOST_SHOWN_AGAIN] for name in ("text", "preset"))
    try:
        line = line_say(room=room, author=player, text=text, preset=preset)
    except GameError as error:
        if request.headers.get("HX-Request") or wants_json(request):
            return error_response(request, error)
        # Without scripts: the sentence, and what was typed, to be sent again.
        context = {"error": error, "room": room, "text": text, "most": LONGEST_LINE}
        return render(request, "matches/chat/say.html", context, status=error.status)
    if wants_json(request):
        return JsonResponse({"line": line.pk, "text": line.text})
    if request.headers.get("HX-Request"):
        return HttpResponse(line_fragment(line, language=get_language() or "en"))
    return redirect(room.url)


@never_cache
@require_http_methods(["GET", "POST"])
@person_required
def quiet(request: HttpRequest, player_id: int) -> HttpResponse:
    """Hides the lines of a player from oneself, or with `on` 0 shows them again; `room` is where to go on."""
    person, data = person_of(request), request.POST if request.method == "POST" else request.GET
    room = _room(data.get("room", Room.LOBBY))
    if request.method == "GET":
        return render(request, "matches/chat/quiet.html", {"author": _author(player_id), "room": room})
    wanted = data.get("on", "1")
    if wanted not in ("0", "1"):
        raise GameError("on_or_off", _("Say on with 1 or off with 0."))
    author = quiet_set(listener=person, author_id=player_id, on=wanted == "1")
    if request.headers.get("HX-Request"):
        return HttpResponse(_lines_again(room, person))
    said = (
        _("You do not see the lines of %(player)s any more.")
        if wanted == "1"
        else _("You see the lines of %(player)s again.")
    )
    messages.success(request, said % {"player": author.username})
    return redirect(room.url)


def _lines_again(room: Room, person: User) -> str:
    """The room as it is to be read now; nothing where it may not be read any more."""
    try:
        check_may_read(room=room, user=person)
    except GameError:
        return ""
    match = Match.objects.filter(pk=room.match_id).first() if room.match_id is not None else None
    log = log_of(room, apart=unread_authors(person), match=match)
    version = int(now().timestamp() * 1000)
    return chat_fragments(ChatView(log, version), person, language=get_language() or "en")


def _author(player_id: int) -> User:
    found = User.objects.filter(pk=player_id).first()
    if found is None:
        raise NotFound("no_player", _("There is no such player."))
    return found


def _words(given: object) -> str:
    """What was typed; what is no text, or several, is nothing."""
    return given if isinstance(given, str) else ""


def _room(key: object) -> Room:
    room = Room.of_key(key) if isinstance(key, str) else None
    if room is None:
        raise NotFound("no_room", _("There is no such chat."))
    return room
