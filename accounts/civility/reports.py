"""Reports to the moderators, with what they are about as it was then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.civility.models import LONGEST_REASON, Report, Why
from accounts.limits import spend
from accounts.models import User
from triad.clock import now
from triad.errors import Conflict, GameError, NotAllowed, NotFound


@dataclass(frozen=True, slots=True)
class Attached:
    """What a report is about: its title, its page, and its text as it is now."""

    title: str
    url: str
    text: str = ""


#: Gives the thing of a number as the reporter may see it and as far as the reported player has to do with it; else
#: raises NotFound.
Finder = Callable[[User, User, int], Attached]

#: Gives what reports are about, such as message:12, that somebody of the staff must not read yet.
Withheld = Callable[[User], list[str]]

_finders: dict[str, Finder] = {}
_withheld: list[Withheld] = []


def register(word: str, finder: Finder) -> None:
    """Lets reports be about a kind of thing, such as `match` or `message`; the last registration of a word stands."""
    _finders[word] = finder


def withhold(callback: Withheld) -> Withheld:
    """Registers what keeps reports from somebody of the staff for now; usable as a decorator."""
    if callback not in _withheld:
        _withheld.append(callback)
    return callback


def withheld_from(reader: User) -> list[str]:
    """What the reports are about that somebody of the staff must not read yet."""
    return [attached for callback in _withheld for attached in callback(reader)]


def attached_find(*, reporter: User, about: User, what: str) -> Attached | None:
    """What a report names, such as match:12; None where it names nothing. Raises NotFound `nothing_there`."""
    if not what:
        return None
    word, _colon, number = what.partition(":")
    finder = _finders.get(word)
    if finder is None or not (number.isascii() and number.isdigit() and len(number) < 18):
        raise NotFound("nothing_there", _("What you want to report is not there."))
    return finder(reporter, about, int(number))


@transaction.atomic
def report_send(*, reporter: User, about: User, why: str, text: str = "", what: str = "") -> Report:
    """Tells the moderators of a player, with the match or message it is about. Sent again while the first is open, it
    changes nothing and gives the first.

    Raises NotAllowed `needs_account`; Conflict `not_reportable` (oneself, a robot); GameError `no_such_reason`,
    `nothing_said` (something else needs words), `too_long`; NotFound `nothing_there`; TooOften.
    """
    if not reporter.is_person:
        raise NotAllowed("needs_account", _("Sign up to report somebody, or write a letter to the staff."))
    if about.pk == reporter.pk or about.is_robot:
        raise Conflict("not_reportable", _("%(player)s cannot be reported.") % {"player": about.username})
    if why not in Why.values:
        raise GameError("no_such_reason", _("Choose what it is about."))
    said = text.strip()
    if len(said) > LONGEST_REASON:
        raise GameError("too_long", _("A report has %(most)d characters at most.") % {"most": LONGEST_REASON})
    if why == Why.OTHER and not said:
        raise GameError("nothing_said", _("Write a few words first."))
    found = attached_find(reporter=reporter, about=about, what=what)
    same = Report.objects.filter(reporter=reporter, about=about, attached=what, state=Report.State.OPEN).first()
    if same is not None:
        return same
    spend("report", reporter.pk)
    report, _made = Report.objects.get_or_create(
        reporter=reporter,
        about=about,
        attached=what,
        state=Report.State.OPEN,
        defaults={
            "why": why,
            "text": said,
            "name_then": about.username,
            "attached_title": found.title[:200] if found else "",
            "attached_text": found.text if found else "",
            "attached_url": found.url if found else "",
            "at": now(),
        },
    )
    return report


@transaction.atomic
def report_decide(*, report: Report, by: User, acted: bool) -> None:
    """Closes a report as acted upon or set aside. Raises Conflict `decided`."""
    held = Report.objects.select_for_update().get(pk=report.pk)
    if held.state != Report.State.OPEN:
        raise Conflict("decided", _("This report has been decided on."))
    held.state = Report.State.ACTED if acted else Report.State.SET_ASIDE
    held.decided_by, held.decided_at = by, now()
    held.save(update_fields=["state", "decided_by", "decided_at"])
