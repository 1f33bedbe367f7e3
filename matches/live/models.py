"""The site's heartbeat, who watches, and which of the staff looked at hidden hands."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Heartbeat(models.Model):
    """The one row in which web processes beat; a gap in it is an outage that moves every deadline (RULES 7)."""

    at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="there_is_one_heartbeat")]

    def __str__(self) -> str:
        return f"{self.at}"


class Audience(models.Model):
    """How many watch a match through one process; a row that is not renewed no longer counts."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="audiences")
    process = models.CharField(max_length=40)
    count = models.PositiveIntegerField(default=0)
    names = models.JSONField(default=list, help_text=_("some of the names, those with an account"))
    seen_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "process"], name="one_audience_a_process")]

    def __str__(self) -> str:
        return f"{self.count} watch {self.match_id}"


class HandLook(models.Model):
    """That somebody of the staff looked at both hands of a running match (RULES 3: a logged act)."""

    match = models.ForeignKey("matches.Match", on_delete=models.PROTECT, related_name="looks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(db_default=Now())
    reason = models.CharField(max_length=200)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.user_id} looked at {self.match_id}"
