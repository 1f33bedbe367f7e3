"""What a delayed match keeps: nothing of it is shown to others before the delay is over, nor follows from it.

To its two players such a match goes on at once. Everybody else sees it as it stood `delay` seconds ago
(`matches.live.past`); at its end its cards, bets and points stay where they are until the end too has been shown.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

#: The longest delay, in seconds.
MOST_DELAY = 3600


class Shown(models.TextChoices):
    """How far others see a delayed match."""

    NOT_YET = "", _("not yet, or not delayed")
    RUNNING = "running", _("its play")
    ENDED = "ended", _("the end of its play")


class Delayed(models.Model):
    """The part of a match's row that is about its delay."""

    delay = models.PositiveSmallIntegerField(default=0, help_text=_("seconds by which others see it later"))
    shown = models.CharField(max_length=7, choices=Shown.choices, blank=True, default=Shown.NOT_YET)
    shown_at = models.DateTimeField(
        null=True, blank=True, help_text=_("when others see the next thing of a delayed match that has happened")
    )
    held = models.JSONField(
        null=True,
        blank=True,
        help_text=_("of a delayed match: version, and what its end still owes: stayed, entry, keys"),
    )
    revealed_at = models.DateTimeField(
        null=True, blank=True, help_text=_("when the end of a delayed match was shown, and what follows from it done")
    )

    class Meta:
        abstract = True

    @property
    def delay_time(self) -> timedelta:
        """The delay as a length of time."""
        return timedelta(seconds=self.delay)

    @property
    def first_version(self) -> int:
        """The version from which others count: never the row's own, which counts what they do not see yet."""
        return int((self.held or {}).get("version", 1))


CONSTRAINTS = [
    models.CheckConstraint(condition=Q(delay__lte=MOST_DELAY), name="match_delay_is_an_hour_at_most"),
    models.CheckConstraint(condition=~Q(state="held") | Q(delay__gt=0), name="only_delayed_matches_are_held"),
]
INDEXES = [
    models.Index(fields=["shown_at"], condition=Q(shown_at__isnull=False), name="match_shown_next"),
    models.Index(fields=["shown"], condition=Q(shown="running"), name="match_shown_running"),
]


def clock_words(moment: datetime) -> str:
    """A time of the day, as sentences name it."""
    return f"{moment:%H:%M} UTC"
