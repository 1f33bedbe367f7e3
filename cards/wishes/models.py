"""The rows of wishes."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from cards.models import Card


class Wish(models.Model):
    """A card that a player would like to have; a player wishes for a card once."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="wishes")
    card = models.ForeignKey(Card, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        app_label = "cards"
        ordering = ["card_id"]
        verbose_name_plural = "wishes"
        constraints = [
            models.UniqueConstraint(fields=["player", "card"], name="one_wish_a_player_and_card"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.card_id}"
