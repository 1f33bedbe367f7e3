"""What the TV shows."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class OnAir(models.Model):
    """The one row that says which match the TV shows; it stands through a restart, and for every process."""

    match = models.ForeignKey("matches.Match", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    since = models.DateTimeField()

    class Meta:
        verbose_name_plural = "on air"
        constraints = [models.CheckConstraint(condition=Q(id=1), name="there_is_one_tv")]

    def __str__(self) -> str:
        return f"match {self.match_id} since {self.since}"
