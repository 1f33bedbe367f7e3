"""Custom and Help Random: a card of one's own, and ranks for it."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from secrets import SystemRandom
from uuid import uuid4

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.commands.rows import ranks_head, ranks_text
from cards.customs.design import Design, design_read, faults_to_submit, typed_of
from cards.customs.numbers import suggest_ranks, sum_range
from cards.faces import KIND_NAMES
from cards.models import Element
from cards.names import OTHER_ELEMENT_NAMES, fold_card_name
from cards.services.submissions import submission_submit
from triad.commands.answers import Answer, Link, say, table
from triad.commands.registry import Call, Choice, Command, Needs, begins
from triad.errors import GameError

_RANDOM: Random = SystemRandom()
#: Other words for an element, and for none (RULES 9).
_ALSO = {**OTHER_ELEMENT_NAMES, "none": "", "neutral": "", "": ""}


def custom(call: Call) -> Answer:
    """Submits a design to the curators and holds its price."""
    design = _read(call)
    made = submission_submit(maker=call.user, key=call.key or uuid4(), design=design)
    page = reverse("cards:custom", args=(made.pk,))
    words = {
        "name": made.name,
        "level": made.level,
        "ranks": ranks_text(made.ranks),
        "element": KIND_NAMES[made.element] if made.element else _("no element"),
    }
    return say(
        _("%(name)s, level %(level)d, ranks up left right down %(ranks)s, %(element)s.") % words,
        made.text,
        _("It is with the curators; %(price)d points are held for it.") % {"price": made.price or 0},
        link=Link(page, made.name),
        follow=page,
    )


def help_random(call: Call) -> Answer:
    """Five times four ranks whose sum fits a level."""
    level = int(call.rest) if call.rest.isascii() and call.rest.isdigit() and len(call.rest) < 3 else 0
    if not 1 <= level <= 10:
        raise call.wrong(_("A level is a number from 1 to 10."))
    least, greatest = sum_range(level)
    rows = [(ranks_text(ranks), f"= {sum(ranks)}") for ranks in suggest_ranks(level=level, random=_RANDOM)]
    said = _("Level %(level)d: the ranks make %(least)d to %(greatest)d together.")
    return say(
        said % {"level": level, "least": least, "greatest": greatest},
        table([(ranks_head(), ""), *rows]),
        link=Link(reverse("cards:custom-new"), _("The drawing board")),
    )


def _read(call: Call) -> Design:
    """The design that the line says. Raises GameError with everything that is wrong with it."""
    head, *others = call.rest.split("=", 2)
    name, slash, level = head.rpartition("/")
    words = others[0].split() if others else []
    if not slash or not 4 <= len(words) <= 5:
        raise call.wrong()
    up, left, right, down, *element = words
    typed = {"name": name, "level": level.strip(), "up": up, "left": left, "right": right, "down": down}
    typed["element"] = _element(element[0] if element else "")
    typed["text"] = _text(others[1] if len(others) > 1 else "")
    design, faults = design_read(typed_of(typed))
    known = {fault.field for fault in faults}
    faults += [fault for fault in faults_to_submit(design) if fault.field not in known]
    if faults:
        status = 409 if faults[0].code == "name_taken" else None
        raise GameError(faults[0].code, " ".join(fault.sentence for fault in faults), status=status)
    return design


def _element(word: str) -> str:
    key = fold_card_name(word)
    return _ALSO.get(key, key or word)


def _text(text: str) -> str:
    """The flavour text: %r breaks the line."""
    return text.replace("%r", "\n").replace("%R", "\n")


def _elements(call: Call) -> Iterable[Choice]:
    head, equals, ranks = call.rest.partition("=")
    words = ranks.split()
    if not equals or "=" in ranks or len(words) < 4 or (len(words) == 4 and not ranks.endswith(" ")):
        return []
    typed = words[4] if len(words) > 4 else ""
    options = [(value.capitalize(), "") for value in (*Element.values, "none")]
    return begins(typed, options, before=f"{head}={' '.join(words[:4])} ", after="=")


def _levels(call: Call) -> Iterable[Choice]:
    return begins(call.rest, [(str(level), "{} – {}".format(*sum_range(level))) for level in range(1, 11)])


COMMANDS = (
    Command(
        name="Custom",
        syntax="+TT/Custom <Name>/<Level>=<Up> <Left> <Right> <Down> <Elemental>=<Text>",
        text=gettext_lazy(
            "Gives a card of your own to the curators, for half its price in the shop. %r in the text breaks the "
            "line; without a text end with =."
        ),
        handler=custom,
        group="custom",
        completer=_elements,
    ),
    Command(
        name="Help Random",
        syntax="+TT/Help Random=<Level>",
        text=gettext_lazy("Suggests ranks for a card of a level, five times, in the order up left right down."),
        handler=help_random,
        group="custom",
        needs=Needs.NOBODY,
        completer=_levels,
    ),
)
