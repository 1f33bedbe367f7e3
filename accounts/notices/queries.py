"""What is read of notices."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import QuerySet

from accounts.models import User
from accounts.notices.kinds import Kind, is_kind, kind_of
from accounts.notices.models import Notice
from triad.clock import now

#: How long the list keeps a notice.
KEPT = timedelta(weeks=4)


@dataclass(frozen=True, slots=True)
class Told:
    """A notice as it is shown: its row, its kind and its sentence in the active language."""

    notice: Notice
    kind: Kind

    @property
    def sentence(self) -> str:
        return self.kind.sentence(self.notice.about)


def notices_of(player: User) -> QuerySet[Notice]:
    """The list of a player's notices of the last four weeks, newest first."""
    return Notice.objects.filter(player=player, listed=True, at__gte=now() - KEPT).order_by("-id")


def told(notices: list[Notice]) -> list[Told]:
    """Notices as they are shown; those of a kind that no app knows any more are left out."""
    return [Told(notice, kind_of(notice.kind)) for notice in notices if is_kind(notice.kind)]
