"""What a player typed of a card: read, and judged before anything is stored or charged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from cards.customs import names
from cards.customs.models import Picture, Submission
from cards.customs.numbers import read_rank, sum_range
from cards.faces import SIDES, rank_sign
from cards.models import Card, Element
from triad.errors import Conflict, GameError

#: What a form keeps of a field at most, so that too much can be shown again and said.
_KEPT = {"name": 200, "level": 4, "element": 20, "text": 4000, **dict.fromkeys(SIDES, 6)}
FIELDS = tuple(_KEPT)


class Fault(NamedTuple):
    """Something wrong with a design: the field (`ranks` for the four together), a code and a sentence."""

    field: str
    code: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Design:
    """A card as its maker wants it. `ranks` are up, right, down, left; 0 stands for none yet."""

    name: str
    level: int
    ranks: tuple[int, int, int, int]
    element: str
    text: str
    picture: Picture | None = None


def typed_of(sent: Mapping[str, str]) -> dict[str, str]:
    """The fields of a design as they were typed, bounded, ready to be shown again."""
    return {field: sent.get(field, "")[:most] for field, most in _KEPT.items()}


def typed_from(submission: Submission | Design) -> dict[str, str]:
    """The fields of a design that is stored, as they are typed."""
    ranks = {side: rank_sign(rank) if rank else "" for side, rank in zip(SIDES, submission.ranks, strict=True)}
    return {
        "name": submission.name,
        "level": str(submission.level),
        "element": submission.element,
        "text": submission.text,
        **ranks,
    }


def design_of(submission: Submission) -> Design:
    """The design that a submission is about."""
    return Design(
        name=submission.name,
        level=submission.level,
        ranks=submission.ranks,
        element=submission.element,
        text=submission.text,
        picture=submission.picture,
    )


def design_read(typed: Mapping[str, str], *, picture: Picture | None = None) -> tuple[Design, list[Fault]]:
    """The design that somebody typed, and what of it could not be read; that part is empty, or level 1."""
    faults = []
    level = int(typed["level"]) if typed["level"].isascii() and typed["level"].isdigit() else 0
    if not 1 <= level <= 10:
        faults.append(Fault("level", "unknown_level", _("A level is a number from 1 to 10.")))
    ranks = [read_rank(typed[side]) for side in SIDES]
    if None in ranks:
        faults.append(Fault("ranks", "unknown_rank", _("A rank is a number from 1 to 9, or A for ten.")))
    element = typed["element"]
    if element and element not in Element.values:
        faults.append(Fault("element", "unknown_element", _("There is no such element.")))
        element = ""
    up, right, down, left = (rank or 0 for rank in ranks)
    name, text = names.name_read(typed["name"]), names.text_read(typed["text"])
    design = Design(
        name=name,
        level=level if 1 <= level <= 10 else 1,
        ranks=(up, right, down, left),
        element=element,
        text=text,
        picture=picture,
    )
    if name and (sentence := names.name_fault(name)):
        faults.append(Fault("name", "bad_name", sentence))
    if sentence := names.text_fault(text):
        faults.append(Fault("text", "bad_text", sentence))
    return design, faults


def faults_to_submit(design: Design) -> list[Fault]:
    """What a design lacks before it can be submitted: a name that no card has, ranks, and a sum within its range."""
    faults = []
    if not design.name:
        faults.append(Fault("name", "no_name", _("The card has no name yet.")))
    elif sentence := names.name_fault(design.name):
        faults.append(Fault("name", "bad_name", sentence))
    elif (taken := card_named_alike(design.name)) is not None:
        faults.append(Fault("name", "name_taken", taken_sentence(taken)))
    least, greatest = sum_range(design.level)
    total = sum(design.ranks)
    if not all(1 <= rank <= 10 for rank in design.ranks):
        faults.append(Fault("ranks", "no_ranks", _("The card needs all four ranks, each from 1 to A.")))
    elif not least <= total <= greatest:
        sentence = _("At level %(level)d the ranks make %(least)d to %(greatest)d together; these make %(total)d.")
        words = {"level": design.level, "least": least, "greatest": greatest, "total": total}
        faults.append(Fault("ranks", "sum_out_of_range", sentence % words))
    if sentence := names.text_fault(design.text):
        faults.append(Fault("text", "bad_text", sentence))
    return faults


def check_complete(design: Design) -> None:
    """Raises the first of `faults_to_submit` as an error: Conflict `name_taken`, or GameError."""
    for fault in faults_to_submit(design):
        kind = Conflict if fault.code == "name_taken" else GameError
        raise kind(fault.code, fault.sentence)


def card_named_alike(name: str) -> Card | None:
    """A card of the database whose name is this one but for case, accents, signs and look-alikes."""
    key = names.alike_key(name)
    rows: Iterable[tuple[str, str]] = Card.objects.order_by("pk").values_list("pk", "name")
    found = next((card_id for card_id, other in rows if names.alike_key(other) == key), None)
    return Card.objects.get(pk=found) if found else None


def taken_sentence(card: Card) -> str:
    """Why a name cannot be taken."""
    return _("There is a card of that name, or one that looks the same: %(card)s.") % {"card": card}
