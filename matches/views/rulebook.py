"""The rules page, and the examples on it that anybody may play."""

from __future__ import annotations

from urllib.parse import parse_qs

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from matches.engine import fold
from matches.houses import HOUSES
from matches.rulebook.book import example_named
from matches.rulebook.entry import shipped_cards
from matches.rulebook.link import LONGEST, Find, of_query, to_query
from matches.rulebook.page import book, house_rows
from matches.rulebook.position import Position, example_position, refusal
from matches.rulebook.tables import table_of
from triad.errors import GameError, NotFound


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Every rule with its houses, its words, and examples that the engine has just played."""
    parts, pages = book()
    context = {"parts": parts, "pages": pages, "houses": HOUSES.values(), "house_rows": house_rows()}
    return render(request, "matches/rules.html", context)


@csrf_exempt  # it changes nothing: the position comes with the request and leaves with the answer
@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Places `card` on `square` in the example's position, or sets the example up again; answers with the board."""
    example = example_named(request.POST.get("example", ""))
    if example is None:
        raise NotFound("no_example", _("There is no such example."))
    again = "again" in request.POST or "card" not in request.POST
    if again:
        position = example_position(example)
    else:
        start = position_from(request.POST.get("position", ""), shipped_cards)
        position = placed(start, request.POST.get("card", ""), request.POST.get("square", ""))
    table = table_of(position, event="" if again else "play", id=f"before-{example.key}", hidden=example.hidden)
    context = {
        "table": table,
        "key": example.key,
        "query": to_query(position),
        "hands": example.hands,
        "card": example.move[0] if again else "",
        "square": example.move[1] if again else 0,
        "played": not again,
        "entry_anchor": request.POST.get("anchor", "")[:40],
    }
    template = "matches/_rules_table.html" if request.headers.get("HX-Request") else "matches/rules_play.html"
    return render(request, template, context)


def position_from(query: str, find: Find) -> Position:
    """The position of a form's hidden field. Raises GameError `bad_position`: here it is never written by hand."""
    if len(query) > LONGEST:
        raise GameError("bad_position", _("This position is too long to be one of ours."))
    try:
        fields = parse_qs(query, keep_blank_values=True, max_num_fields=40)
    except ValueError:
        raise GameError("bad_position", _("This position could not be read.")) from None
    position, said = of_query(fields, find)
    if said:
        raise GameError("bad_position", _("This position could not be read. %(why)s") % {"why": said[0]})
    return position


def placed(position: Position, card: str, square: str) -> Position:
    """The position after a placement. Raises GameError with the referee's code."""
    after = position.with_move(
        card[:8], int(square) if square.isascii() and square.isdigit() and len(square) < 3 else 0
    )
    error = fold(after.to_record()).error
    if error is not None:
        raise GameError(error.code, refusal(error))
    return after
