"""Notices, and by which channels a player wants which kind."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class Channel(models.TextChoices):
    """How a notice reaches a player."""

    PAGE = "page", _("on the site")
    BROWSER = "browser", _("by the browser")
    MAIL = "mail", _("by e-mail")


class Notice(models.Model):
    """One thing that a player was told; one row a player, kind and cause, so that nothing is told twice."""

    player = models.ForeignKey(User, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=20)
    cause = models.CharField(max_length=80, help_text=_("what made it, such as match:12"))
    thread = models.CharField(
        max_length=80, blank=True, help_text=_("of notices of one thread and kind only the newest is kept")
    )
    about = models.JSONField(default=dict, help_text=_("the names that its sentence needs"))
    url = models.CharField(max_length=200, help_text=_("the page that it leads to"))
    at = models.DateTimeField(db_default=Now())
    listed = models.BooleanField(default=True, help_text=_("whether the site shows it; a mail may be all of it"))
    read_at = models.DateTimeField(null=True, blank=True)
    mail_due_at = models.DateTimeField(null=True, blank=True)
    mail_tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints = [models.UniqueConstraint(fields=["player", "kind", "cause"], name="one_notice_a_cause")]
        indexes = [
            models.Index(fields=["player", "-id"], name="notices_of_a_player"),
            models.Index(fields=["at"], name="notices_by_age"),
            models.Index(fields=["player"], condition=Q(read_at=None, listed=True), name="unread_notices"),
            models.Index(fields=["mail_due_at"], condition=Q(mail_due_at__isnull=False), name="mails_due"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.kind} ({self.cause})"


class NoticeChoice(models.Model):
    """A player's own choice for one kind and channel; where there is none, the usual holds."""

    player = models.ForeignKey(User, on_delete=models.CASCADE, related_name="notice_choices")
    kind = models.CharField(max_length=20)
    channel = models.CharField(max_length=8, choices=Channel.choices)
    on = models.BooleanField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "kind", "channel"], name="one_choice_a_channel")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.kind} {self.channel} {self.on}"
