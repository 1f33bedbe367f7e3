"""Lines in reports: what goes with one, and which reports a moderator who plays must not read yet."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.civility.reports import Attached
from accounts.models import User
from matches.chat.models import Line
from matches.chat.reading import LineView
from matches.chat.rights import check_may_read
from matches.chat.room import Room
from matches.models import Match
from triad.errors import GameError, NotFound

#: So many lines before and after a reported one go with it.
AROUND = 5


def line_attached(reporter: User, about: User, line_id: int) -> Attached:
    """A line of the reported player in a room that the reporter may read, with those around it."""
    line = Line.objects.filter(pk=line_id, author=about, hidden_by_staff=False).first()
    if line is None:
        raise _nothing()
    try:
        check_may_read(room=line.room, user=reporter)
    except GameError:
        raise _nothing() from None
    same = Line.objects.filter(where=line.where, match=line.match_id).select_related("author")
    before = list(same.filter(pk__lte=line.pk).order_by("-pk")[: AROUND + 1])
    after = list(same.filter(pk__gt=line.pk).order_by("pk")[:AROUND])
    text = "\n".join(_told(each, marked=each.pk == line.pk) for each in [*reversed(before), *after])
    return Attached(_("A line of the chat: “%(text)s”") % {"text": line.text}, line.room.url, text)


def _told(line: Line, *, marked: bool) -> str:
    view = LineView.of(line)
    said = _("(hidden by the staff)") if view.hidden else view.text
    return f"{'>' if marked else ' '} {line.said_at:%H:%M} {view.name or _('The house')}: {said}"


def withheld_lines(reader: User) -> list[int]:
    """The IDs of lines that were said among the spectators of running matches in which somebody of the staff plays."""
    running = Match.objects.filter(seats__user=reader).exclude(state=Match.State.OVER)
    return list(Line.objects.filter(where=Room.SPECTATORS, match__in=running).values_list("pk", flat=True))


def withheld_reports(reader: User) -> list[str]:
    """What such lines are called in reports."""
    return [f"message:{pk}" for pk in withheld_lines(reader)]


def _nothing() -> NotFound:
    return NotFound("nothing_there", _("What you want to report is not there."))
