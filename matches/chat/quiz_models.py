"""Rows of the quiz: a question to a room, and who answered it first."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

#: What the first right answer gets (RULES 8).
POINTS = 2


class Quiz(models.Model):
    """A question of the house to a room; closed by its first right answer, or when its time is over."""

    room = models.CharField(max_length=30, help_text=_("key of the room: lobby, players:12, spectators:12"))
    question = models.CharField(max_length=400)
    answers = models.JSONField(help_text=_("every right answer, folded as names of cards are"))
    told = models.CharField(max_length=300, help_text=_("the answer as it is told afterwards"))
    asked_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    winner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        db_index=False,
        related_name="quizzes_won",
    )
    paid = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = _("quizzes")
        constraints = [
            models.UniqueConstraint(fields=["room"], condition=Q(closed_at=None), name="one_open_quiz_a_room"),
            models.CheckConstraint(condition=Q(closes_at__gt=F("asked_at")), name="quiz_is_open_for_a_time"),
            models.CheckConstraint(
                condition=Q(winner=None) | Q(closed_at__isnull=False, closed_at__lt=F("closes_at")),
                name="quiz_is_won_while_it_is_open",
            ),
            models.CheckConstraint(
                condition=Q(paid=0) | Q(paid=POINTS, winner__isnull=False), name="quiz_pays_its_winner_alone"
            ),
        ]
        indexes = [
            models.Index(fields=["winner", "closed_at"], name="quizzes_won"),
            models.Index(fields=["closes_at"], condition=Q(closed_at=None), name="open_quizzes"),
        ]

    def __str__(self) -> str:
        return f"quiz {self.pk} in {self.room}"

    @property
    def cause(self) -> str:
        """What its payment is called in the ledger."""
        return f"quiz:{self.pk}"
