"""Which player a Portrait shows."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Now


class Portrait(models.Model):
    """A card of series P and the player whose likeness it is; a player has one at most, and the card one copy."""

    card = models.OneToOneField("cards.Card", on_delete=models.PROTECT, primary_key=True, related_name="portrait")
    player = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="portrait")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return f"{self.card_id}: {self.player_id}"
