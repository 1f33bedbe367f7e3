"""Decks, and which of them a player takes first in a house."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from cards.models.card import Card


class Deck(models.Model):
    """An ordered list of up to five cards under a name; it keeps no copy away from anything else."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="decks")
    name = models.CharField(max_length=30)
    name_key = models.CharField(max_length=30, editable=False)
    used_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["name_key"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "name_key"], name="one_deck_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class DeckCard(models.Model):
    """A card's place in a deck, 1 to 5; the deck names cards, not copies."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="places")
    position = models.PositiveSmallIntegerField()
    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["deck", "position"], name="one_card_a_deck_position"),
            models.CheckConstraint(condition=Q(position__gte=1, position__lte=5), name="deck_position_is_1_to_5"),
        ]

    def __str__(self) -> str:
        return f"{self.position}: {self.card_id}"


class DeckDefault(models.Model):
    """The deck that a player takes first in a house; one at most for each player and house."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    house = models.CharField(max_length=20, help_text=_("the house's key"))
    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="defaults")

    class Meta:
        ordering = ["owner_id", "house"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "house"], name="one_default_deck_a_player_and_house"),
        ]

    def __str__(self) -> str:
        return f"{self.house}: {self.deck_id}"


class CurrentDeck(models.Model):
    """The deck that a player's commands mean where they name none: the one last made, or named in one."""

    owner = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+")
    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"{self.owner_id}: {self.deck_id}"
