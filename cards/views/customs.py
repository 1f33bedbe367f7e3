"""Cards that players make: one's own designs, the drawing board, and the talk with the curators about each."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from secrets import SystemRandom
from typing import Any
from uuid import UUID, uuid4

from allauth.core import ratelimit
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.decorators import person_of, person_required
from accounts.models import User
from cards.customs import queries
from cards.customs.design import Design, Fault, design_read, faults_to_submit, typed_from, typed_of
from cards.customs.faces import art_of, face_of
from cards.customs.models import LONGEST_MESSAGE, LONGEST_NAME, LONGEST_TEXT, OPEN, Picture, State, Submission
from cards.customs.numbers import SUM_RANGES, Ranks, suggest_ranks, sum_range
from cards.faces import KIND_NAMES, SIDES, rank_sign
from cards.models import Element
from cards.services import submissions as services
from cards.services.pictures import picture_take
from triad.errors import GameError

log = logging.getLogger(__name__)

PAGE = 24
_RANDOM = SystemRandom()
#: Under which field a refusal is said; others stand above the form.
_FIELD_OF = {"name_taken": "name", "level_is_paid": "level", "sum_out_of_range": "ranks"}


@dataclass(slots=True)
class Board:
    """What lies on the drawing board: what was typed, the picture that was sent, and what is wrong."""

    key: UUID
    typed: dict[str, str]
    picture: Picture | None = None
    submission: Submission | None = None
    faults: list[Fault] = field(default_factory=list)
    refused: GameError | None = None
    suggestions: list[Ranks] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.suggestions:
            self.suggestions = suggest_ranks(level=self.design.level, random=_RANDOM)

    @property
    def design(self) -> Design:
        """The design as far as it can be read."""
        return design_read(self.typed, picture=self.picture)[0]


@never_cache
@require_GET
@person_required
def custom_list(request: HttpRequest) -> HttpResponse:
    """One's own designs with their states, and what a card of each level costs."""
    maker = person_of(request)
    found = queries.submissions_of(maker)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "lines": [{"submission": one, "face": face_of(one), "art": art_of(one, size="small")} for one in page],
        "open_count": found.filter(state__in=OPEN).count(),
        "most_open": services.MOST_OPEN,
        "levels": _levels(),
        "points": maker.wallet.points,
    }
    return render(request, "cards/customs/list.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
@person_required
def design_new(request: HttpRequest) -> HttpResponse:
    """An empty drawing board, or with `from` a copy of a design of one's own on it."""
    maker = person_of(request)
    if request.method == "POST":
        return _posted(request, maker, None)
    earlier = None
    if request.GET.get("from", "").isdigit():
        earlier = queries.submission_get(maker=maker, submission_id=int(request.GET["from"][:9]))
    board = _fresh_board(earlier)
    return _board_page(request, board)


@never_cache
@require_http_methods(["GET", "POST"])
@person_required
def design(request: HttpRequest, submission_id: int) -> HttpResponse:
    """The drawing board with a draft, or with a card that came back with changes asked."""
    maker = person_of(request)
    made = queries.submission_get(maker=maker, submission_id=submission_id)
    if request.method == "POST":
        return _posted(request, maker, made)
    if not made.is_editable:
        return redirect("cards:custom", made.pk)
    return _board_page(request, Board(made.key, typed_from(made), picture=made.picture, submission=made))


@never_cache
@require_GET
@person_required
def submission(request: HttpRequest, submission_id: int) -> HttpResponse:
    """One design: how it looks, where it stands, and the talk with the curators."""
    return _submission_page(request, submission_id)


@require_POST
@person_required
def withdraw(request: HttpRequest, submission_id: int) -> HttpResponse:
    """Takes a submission back, or throws a draft away."""
    left = services.submission_withdraw(maker=person_of(request), submission_id=submission_id)
    if left is None:
        messages.success(request, _("The draft is gone."))
        return redirect("cards:customs")
    messages.success(request, _("Withdrawn; the points are back in your purse."))
    return redirect("cards:custom", submission_id)


@never_cache
@require_POST
@person_required
def say(request: HttpRequest, submission_id: int) -> HttpResponse:
    """A message to the curators; what cannot be sent stays in its field."""
    maker = person_of(request)
    queries.submission_get(maker=maker, submission_id=submission_id)
    text = request.POST.get("text", "")
    try:
        services.submission_say(author=maker, submission_id=submission_id, text=text)
    except GameError as refused:
        return _submission_page(request, submission_id, said=text[: 2 * LONGEST_MESSAGE], error=refused)
    return redirect("cards:custom", submission_id)


def _posted(request: HttpRequest, maker: User, made: Submission | None) -> HttpResponse:
    """What the buttons of the board do: look, suggest, lay a picture on it, save, submit."""
    do = request.POST.get("do", "preview")
    board = Board(_key(request, made), typed_of(request.POST), submission=made)
    board.picture = queries.picture_of(owner=maker, key=request.POST.get("picture_key", "")[:32])
    if do == "no_picture":
        board.picture = None
    elif file := request.FILES.get("picture"):
        try:
            _check_rate(request)
            board.picture = picture_take(owner=maker, file=file)
        except GameError as refused:
            board.faults.append(Fault("picture", refused.code, refused.message))
    if do.startswith("use "):
        board.typed |= dict(zip(SIDES, do.split()[1:5], strict=False))
    if do in ("save", "submit") and (answer := _store(request, maker, board, submit=do == "submit")):
        return answer
    if request.headers.get("HX-Request"):
        fragment = {"suggest": "_suggestions", "picture": "_picture", "no_picture": "_picture"}.get(do, "_preview")
        # What is pushed into the page is no error, also where the picture was none: its sentence is in it.
        return render(request, f"cards/customs/{fragment}.html", _board_context(board) | {"swapped": True})
    return _board_page(request, board)


def _store(request: HttpRequest, maker: User, board: Board, *, submit: bool) -> HttpResponse | None:
    """Saves or submits what is on the board; None when something is wrong, which then lies on the board too."""
    design, unread = design_read(board.typed, picture=board.picture)
    board.faults += unread
    if submit:
        known = {fault.field for fault in board.faults}
        board.faults += [fault for fault in faults_to_submit(design) if fault.field not in known]
    if board.faults:
        return None
    made_id = board.submission.pk if board.submission else None
    store = services.submission_submit if submit else services.draft_save
    try:
        made = store(maker=maker, key=board.key, design=design, submission_id=made_id)
    except GameError as refused:
        if refused.code in _FIELD_OF:
            board.faults.append(Fault(_FIELD_OF[refused.code], refused.code, refused.message))
        else:
            board.refused = refused
        return None
    if submit:
        messages.success(request, _("%(name)s is with the curators.") % {"name": made.name})
        return redirect("cards:custom", made.pk)
    messages.success(request, _("The draft is saved."))
    return redirect("cards:custom-design", made.pk)


def _check_rate(request: HttpRequest) -> None:
    """Reading a picture takes a while, and nobody needs to send many."""
    try:
        allowed = ratelimit.consume(request, action="picture")
    except Exception:
        # Without the cache that counts nobody is turned away.
        log.exception("could not count the pictures of a player")
        return
    if not allowed:
        raise GameError("too_many_pictures", _("That was one picture after another. Wait a minute."), status=429)


def _fresh_board(earlier: Submission | None) -> Board:
    if earlier is not None:
        return Board(uuid4(), typed_from(earlier), picture=earlier.picture)
    ranks = suggest_ranks(level=1, random=_RANDOM, count=1)[0]
    return Board(uuid4(), typed_from(Design(name="", level=1, ranks=ranks, element="", text="")))


def _key(request: HttpRequest, made: Submission | None) -> UUID:
    """The number of the form; a form without one was not made by this site."""
    if made is not None:
        return made.key
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError:
        raise GameError("no_key", _("This form is not complete. Begin again from the list of your cards.")) from None


def _board_page(request: HttpRequest, board: Board) -> HttpResponse:
    status = board.refused.status if board.refused else 400 if board.faults else 200
    return render(request, "cards/customs/design.html", _board_context(board), status=status)


def _board_context(board: Board) -> dict[str, Any]:
    design = board.design
    least, greatest = sum_range(design.level)
    total = sum(design.ranks)
    made = board.submission
    errors: dict[str, str] = {}
    for fault in board.faults:
        errors.setdefault(fault.field, fault.sentence)
    return {
        "board": board,
        "made": made,
        "typed": board.typed,
        "errors": errors,
        "refused": board.refused,
        "face": face_of(design),
        "art": art_of(design),
        "level": design.level,
        "total": total,
        "least": least,
        "greatest": greatest,
        "fits": least <= total <= greatest and all(design.ranks),
        "price": made.price if made and made.price is not None else queries.making_prices().get(design.level),
        "sides": [(side, label, board.typed[side]) for side, label in _side_labels()],
        "elements": [(value, KIND_NAMES[value]) for value in Element.values],
        "levels": range(1, 11),
        "suggestions": [
            (" ".join(map(str, ranks)), [rank_sign(rank) for rank in ranks], sum(ranks)) for ranks in board.suggestions
        ],
        "longest_name": LONGEST_NAME,
        "longest_text": LONGEST_TEXT,
        "asked": made.steps.filter(state=State.ASKED).last() if made and made.state == State.ASKED else None,
    }


def _submission_page(
    request: HttpRequest, submission_id: int, *, said: str = "", error: GameError | None = None
) -> HttpResponse:
    made = queries.submission_get(maker=person_of(request), submission_id=submission_id)
    least, greatest = sum_range(made.level)
    context = {
        "made": made,
        "face": face_of(made),
        "art": art_of(made),
        "total": sum(made.ranks),
        "least": least,
        "greatest": greatest,
        "steps": made.steps.select_related("author"),
        "said": said,
        "error": error,
        "longest_message": LONGEST_MESSAGE,
    }
    return render(request, "cards/customs/submission.html", context, status=error.status if error else 200)


def _levels() -> list[dict[str, Any]]:
    prices = queries.making_prices()
    return [
        {"level": level, "least": least, "greatest": greatest, "price": prices.get(level)}
        for level, (least, greatest) in enumerate(SUM_RANGES, start=1)
    ]


def _side_labels() -> list[tuple[str, str]]:
    return list(zip(SIDES, (_("Up"), _("Right"), _("Down"), _("Left")), strict=True))
