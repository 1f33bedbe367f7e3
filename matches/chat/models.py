"""Rows of the chat: what was said, and whose lines a player does not want to read."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Length, Now
from django.db.models.lookups import GreaterThanOrEqual, LessThanOrEqual
from django.utils.translation import gettext_lazy as _

from matches.chat.room import Room

#: Characters of a line that a person writes, and of one that the house writes.
LONGEST_LINE, LONGEST_OF_HOUSE = 200, 600


class Line(models.Model):
    """One line of a room. It is never changed but by the staff, which may hide it."""

    class Where(models.TextChoices):
        """The kinds of rooms."""

        LOBBY = "lobby", _("lobby")
        PLAYERS = "players", _("players of a match")
        SPECTATORS = "spectators", _("spectators of a match")

    class Kind(models.TextChoices):
        """Who says it: a person, or the house, which answers commands."""

        PERSON = "person", _("a person")
        HOUSE = "house", _("the house")

    where = models.CharField(_("room"), max_length=10, choices=Where.choices)
    match = models.ForeignKey(
        "matches.Match", on_delete=models.CASCADE, null=True, blank=True, db_index=False, related_name="lines"
    )
    kind = models.CharField(max_length=6, choices=Kind.choices, default=Kind.PERSON)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="lines"
    )
    text = models.CharField(max_length=LONGEST_OF_HOUSE)
    preset = models.CharField(
        max_length=20, blank=True, help_text=_("key of a short sentence; each reads it translated")
    )
    said_at = models.DateTimeField(db_default=Now())
    hidden_by_staff = models.BooleanField(default=False)
    version = models.PositiveSmallIntegerField(default=1, help_text=_("goes up when the staff hides or shows it"))

    class Meta:
        ordering = ["-id"]
        verbose_name = _("chat line")
        verbose_name_plural = _("chat lines")
        constraints = [
            models.CheckConstraint(
                condition=Q(where="lobby", match__isnull=True)
                | Q(where__in=("players", "spectators"), match__isnull=False),
                name="line_is_in_a_room",
            ),
            models.CheckConstraint(
                condition=Q(kind="person", author__isnull=False) | Q(kind="house", author__isnull=True, preset=""),
                name="line_has_an_author_or_is_the_house_s",
            ),
            models.CheckConstraint(
                condition=GreaterThanOrEqual(Length("text"), Value(1))
                & (Q(kind="house") | LessThanOrEqual(Length("text"), Value(LONGEST_LINE))),
                name="line_has_1_to_200_characters",
            ),
        ]
        indexes = [
            models.Index(fields=["match", "where", "-id"], name="lines_of_a_match"),
            models.Index(fields=["-id"], condition=Q(where="lobby"), name="lines_of_the_lobby"),
            models.Index(fields=["said_at"], name="lines_by_age"),
        ]

    def __str__(self) -> str:
        return f"line {self.pk} in {self.room.key}"

    @property
    def room(self) -> Room:
        """The room it was said in."""
        return Room(self.where, self.match_id)


class Quiet(models.Model):
    """That a player does not want to read the lines of another."""

    listener = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="quiets")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["listener", "author"], name="one_quiet_a_pair"),
            models.CheckConstraint(condition=~Q(listener=F("author")), name="nobody_is_quiet_to_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.listener_id} does not read {self.author_id}"
