"""The cards of the database, and how each has fared."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from cards.models.edits import Edits
from cards.models.series import Series
from cards.names import card_id, fold_card_name

#: Copies that one player may hold of a card, by its level 1 to 10 (RULES 8).
HOLDING_LIMITS = (9, 9, 7, 7, 5, 5, 2, 2, 1, 1)


class Element(models.TextChoices):
    """The eight elements; a card without one has an empty string."""

    FIRE = "fire", _("fire")
    ICE = "ice", _("ice")
    THUNDER = "thunder", _("thunder")
    EARTH = "earth", _("earth")
    POISON = "poison", _("poison")
    WIND = "wind", _("wind")
    WATER = "water", _("water")
    HOLY = "holy", _("holy")


class Type(models.TextChoices):
    """The four types of series X; a card without one has an empty string."""

    PRIMAL = "primal", _("primal")
    SCION = "scion", _("scion")
    BEASTMAN = "beastman", _("beastman")
    GARLEAN = "garlean", _("garlean")


def _rank_is_legal(side: str) -> models.CheckConstraint:
    return models.CheckConstraint(
        condition=Q(**{f"{side}__gte": 1, f"{side}__lte": 10}), name=f"card_{side}_is_1_to_10"
    )


class Card(models.Model):
    """A card of the database; its ID is the series code and three digits (A085)."""

    id = models.CharField(max_length=6, primary_key=True)
    series = models.ForeignKey(Series, on_delete=models.PROTECT, related_name="cards")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    name_key = models.CharField(max_length=80, db_index=True, editable=False)
    level = models.PositiveSmallIntegerField()
    up = models.PositiveSmallIntegerField()
    right = models.PositiveSmallIntegerField()
    down = models.PositiveSmallIntegerField()
    left = models.PositiveSmallIntegerField()
    element = models.CharField(max_length=8, choices=Element.choices, blank=True)
    type = models.CharField(max_length=8, choices=Type.choices, blank=True)
    text = models.CharField(max_length=500, blank=True)
    maker = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="cards_made"
    )
    on_sale = models.BooleanField(_("in the shop"), default=True, help_text=_("off: it is not sold and not drawn"))

    history = Edits(excluded_fields=["name_key"])

    class Meta:
        ordering = ["series_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["series", "number"], name="one_card_a_series_number"),
            models.CheckConstraint(condition=Q(level__gte=1, level__lte=10), name="card_level_is_1_to_10"),
            *(_rank_is_legal(side) for side in ("up", "right", "down", "left")),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=999), name="card_number_is_1_to_999"),
        ]

    def __str__(self) -> str:
        return f"{self.id} {self.name}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keeps the ID and the folded name beside what they are made from, whoever makes the card."""
        self.id = self.id or card_id(self.series_id, self.number)
        self.name_key = fold_card_name(self.name)
        super().save(*args, **kwargs)

    @property
    def ranks(self) -> tuple[int, int, int, int]:
        """The printed ranks: up, right, down, left."""
        return self.up, self.right, self.down, self.left

    @property
    def stars(self) -> int:
        """Half the level, rounded up (RULES 1)."""
        return (self.level + 1) // 2

    @property
    def power(self) -> int:
        """Half the sum of the printed ranks, rounded up (RULES 1)."""
        return (sum(self.ranks) + 1) // 2

    @property
    def hold_limit(self) -> int:
        """How many copies one player may hold now: the series' limit, or the one of the level."""
        return self.series.hold_limit or HOLDING_LIMITS[self.level - 1]


class CardFigures(models.Model):
    """How a card has fared in finished public matches between people; counted when such a match is over."""

    card = models.OneToOneField(Card, on_delete=models.CASCADE, primary_key=True, related_name="figures")
    played = models.PositiveIntegerField(default=0, help_text=_("how often it was placed"))
    flips = models.PositiveIntegerField(default=0, help_text=_("how many cards it turned"))
    flipped = models.PositiveIntegerField(default=0, help_text=_("how often it was turned itself"))
    brought = models.PositiveIntegerField(default=0, help_text=_("hands that it was brought in"))
    won = models.PositiveIntegerField(default=0, help_text=_("of these hands, those that won the match"))

    class Meta:
        verbose_name_plural = _("figures of cards")

    def __str__(self) -> str:
        return f"{self.card_id}: {self.played} played, {self.won} won"
