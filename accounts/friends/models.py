"""Whom a player has marked as a friend."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from accounts.models import User


class Friend(models.Model):
    """One player wants to find another again; the other does not hear of it."""

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="friends")
    friend = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "friend"], name="one_friend_mark_a_pair"),
            models.CheckConstraint(condition=~Q(owner=F("friend")), name="nobody_is_the_own_friend"),
        ]

    def __str__(self) -> str:
        return f"{self.owner_id} → {self.friend_id}"
