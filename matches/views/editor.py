"""The board editor: a position that lives in the address alone; no act of it writes a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qs

from django.db.models import Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from cards.models import Card as CardRow
from cards.names import fold_card_name, read_card_id
from cards.queries import record_card
from matches.engine import Card, read_card
from matches.live.state import MatchState
from matches.queries.records import record
from matches.rulebook import editing
from matches.rulebook.desk import DeskView, desk_view
from matches.rulebook.entry import shipped
from matches.rulebook.hands import BLUE, RED
from matches.rulebook.link import LONGEST, editor_address, of_query, to_query
from matches.rulebook.position import Position, settle
from matches.views.replies import wants_json
from matches.views.rulebook import placed
from triad.errors import GameError, NotFound

MOST_FOUND = 24
LONGEST_SEARCH = 60


@dataclass(slots=True)
class Desk:
    """What lies before the visitor: the position, how many placements are shown, the open place, what is to be said."""

    position: Position
    at: int
    slot: str = ""
    said: list[str] = field(default_factory=list)
    event: bool = False
    found: tuple[Card, ...] | None = None
    search: str = ""

    def address(self) -> str:
        """The address under which this desk is found again."""
        more = f"&at={self.at}" if self.at < self.position.moves else ""
        return f"{reverse('matches:editor')}?{to_query(self.position)}{more}{f'&slot={self.slot}' if self.slot else ''}"


@never_cache
@require_http_methods(["GET", "POST"])
def editor(request: HttpRequest) -> HttpResponseBase:
    """Shows the position of the address; a post does one act to a position and leads to its address."""
    if request.method == "GET":
        return _page(request, _desk(dict(request.GET.lists())))
    fields = {name: value for name, value in request.POST.items() if isinstance(value, str)}
    desk = _desk(
        _fields(fields.get("position", "")) | {name: [fields[name]] for name in ("at", "slot") if name in fields}
    )
    desk.event = False
    act = ACTS.get(fields.get("do", ""))
    if act is None:
        raise GameError("no_act", _("The editor cannot do that."))
    desk.said.clear()
    try:
        act(desk, request)
        desk.position, said = settle(desk.position)
        to_query(desk.position)
    except GameError as error:
        if request.headers.get("HX-Request") or wants_json(request):
            raise
        return _refused(request, fields, error)
    desk.said += said
    desk.at = min(desk.at, desk.position.moves)
    if request.headers.get("HX-Request") or desk.said or desk.found is not None:
        return _page(request, desk)
    return redirect(desk.address())


@require_GET
def record_json(request: HttpRequest) -> HttpResponse:
    """The record of the address, as the referee reads it."""
    desk = _desk(dict(request.GET.lists()))
    answer = JsonResponse(desk.position.to_record(), json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = 'attachment; filename="editor.json"'
    return answer


@never_cache
@require_GET
def from_match(request: HttpRequest, match_id: int) -> HttpResponseBase:
    """Leads from a match that is over to the editor with its record in it."""
    player = request.player  # type: ignore[attr-defined]
    state = MatchState.load(match_id, viewer=player)
    state.audience_of(player)
    state.require_open(player, _("The match can be opened in the editor when it is over."))
    return redirect(editor_address(record(state.match, complete=False)))


def _refused(request: HttpRequest, fields: Mapping[str, str], error: GameError) -> HttpResponse:
    """Without a script: the desk as it was, and above it the sentence."""
    desk = _desk(
        _fields(fields.get("position", "")) | {name: [fields[name]] for name in ("at", "slot") if name in fields}
    )
    desk.said.append(error.message)
    answer = _page(request, desk)
    answer.status_code = error.status
    return answer


def _fields(query: str) -> dict[str, list[str]]:
    try:
        return parse_qs(query[: 2 * LONGEST], keep_blank_values=True, max_num_fields=40)
    except ValueError:
        return {}


def _desk(params: Mapping[str, list[str]]) -> Desk:
    if not params.keys() - {"at", "slot", "watch"}:
        position: Position = _beginning()
        said: list[str] = []
    else:
        position, said = of_query(params, find_cards)
    at = (params.get("at") or [""])[0]
    slot = (params.get("slot") or [""])[0]
    wanted = int(at) if at.isascii() and at.isdigit() and len(at) < 5 else position.moves
    return Desk(
        position=position,
        at=min(wanted, position.moves),
        slot=slot if editing.is_slot(slot) else "",
        said=said,
        event="watch" in params,
    )


def _beginning() -> Position:
    hands = [
        tuple(shipped(card_id, f"{letter}{n}") for n, card_id in enumerate(ids, 1))
        for letter, ids in (("b", BLUE), ("r", RED))
    ]
    return Position(rules=("open", "same", "plus", "combo"), blue=hands[0], red=hands[1])


def find_cards(ids: set[str]) -> dict[str, Card]:
    """The site's cards of some IDs, as the engine has them."""
    return {row.pk: _engine_card(row) for row in CardRow.objects.filter(pk__in=ids)}


def _engine_card(row: CardRow) -> Card:
    return read_card(record_card(row, "card"))


def _place(desk: Desk, request: HttpRequest) -> None:
    desk.position = placed(desk.position.cut(desk.at), request.POST.get("card", ""), request.POST.get("square", ""))
    desk.at = desk.position.moves
    desk.event = True


def _slot(desk: Desk) -> str:
    if not desk.slot:
        raise GameError("no_slot", _("Choose a square or a place of a hand first."))
    return desk.slot


def _card(desk: Desk, request: HttpRequest) -> None:
    card_id = request.POST.get("id", "")[:8]
    card = find_cards({card_id}).get(card_id)
    if card is None:
        raise NotFound("no_card", _("There is no card with this ID."))
    _put(desk, card)


def _custom(desk: Desk, request: HttpRequest) -> None:
    _put(desk, editing.custom_card(request.POST.dict()))


def _put(desk: Desk, card: Card) -> None:
    desk.position = editing.with_card(desk.position, _slot(desk), card)
    desk.slot = editing.next_slot(desk.position, desk.slot)


def _remove(desk: Desk, request: HttpRequest) -> None:
    desk.position = editing.without_card(desk.position, _slot(desk))


def _turn(desk: Desk, request: HttpRequest) -> None:
    desk.position = editing.turned(desk.position, _slot(desk))


def _ground(desk: Desk, request: HttpRequest) -> None:
    slot = _slot(desk)
    if slot[0] != "s":
        raise GameError("no_slot", _("Choose a square first."))
    desk.position = editing.with_ground(desk.position, int(slot[1]), request.POST.dict(), at=desk.at)


def _options(desk: Desk, request: HttpRequest) -> None:
    desk.position = editing.with_options(desk.position, dict(request.POST.lists()), at=desk.at)


def _clear(desk: Desk, request: HttpRequest) -> None:
    desk.position = editing.cleared(desk.position)


def _import(desk: Desk, request: HttpRequest) -> None:
    file = request.FILES.get("file")
    text = request.POST.get("record", "")
    if file is not None:
        text = file.read(editing.LONGEST_RECORD + 1).decode("utf-8", "replace")
    position, desk.said = editing.read_record(text)
    known = find_cards({str(card.extra["id"]) for card in position.cards if "id" in card.extra})
    desk.position = position.with_ids(known)
    desk.at, desk.slot = desk.position.moves, ""


def _find(desk: Desk, request: HttpRequest) -> None:
    desk.search = request.POST.get("q", "")[:LONGEST_SEARCH].strip()
    key, card_id = fold_card_name(desk.search), read_card_id(desk.search)
    wanted = Q(pk=card_id) if card_id else Q(pk__in=())
    if key:
        wanted |= Q(name_key__contains=key)
    rows = CardRow.objects.filter(wanted).order_by("series_id", "number")[:MOST_FOUND]
    desk.found = tuple(map(_engine_card, rows))


ACTS: dict[str, Callable[[Desk, HttpRequest], None]] = {
    "place": _place,
    "card": _card,
    "custom": _custom,
    "remove": _remove,
    "turn": _turn,
    "ground": _ground,
    "options": _options,
    "clear": _clear,
    "import": _import,
    "find": _find,
}


def _page(request: HttpRequest, desk: Desk) -> HttpResponse:
    query = to_query(desk.position)
    view: DeskView = desk_view(desk.position, at=desk.at, slot=desk.slot, event=desk.event, found=desk.found)
    context = {
        "desk": view,
        "query": query,
        "said": desk.said,
        "search": desk.search,
        "share": request.build_absolute_uri(desk.address()),
    }
    partial = request.headers.get("HX-Request") and not request.headers.get("HX-History-Restore-Request")
    if not partial:
        return render(request, "matches/editor.html", context)
    answer = render(request, "matches/_editor.html", context)
    if desk.found is None:
        answer["HX-Push-Url"] = desk.address()
    return answer
