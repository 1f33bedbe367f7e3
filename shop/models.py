"""What was sold: one row a purchase, which is the buyer's receipt."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Purchase(models.Model):
    """A card drawn at random, a card by its name, or a pack of five, paid with points; never changed or deleted.

    `key` is the number of the form that was sent: sent twice, it buys once. What came of it lies in `pack`.
    """

    class Kind(models.TextChoices):
        RANDOM = "random", _("a card drawn at random")
        NAMED = "named", _("a card by its name")
        PACK = "pack", _("a pack of five")

    buyer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="purchases")
    key = models.UUIDField()
    at = models.DateTimeField(db_default=Now())
    kind = models.CharField(max_length=8, choices=Kind.choices)
    series = models.ForeignKey("cards.Series", on_delete=models.PROTECT, related_name="+")
    level = models.PositiveSmallIntegerField(null=True, help_text=_("the level asked for, where drawn at random"))
    card = models.ForeignKey(
        "cards.Card", on_delete=models.PROTECT, null=True, related_name="+", help_text=_("the card named")
    )
    listed = models.ForeignKey("cards.Price", on_delete=models.PROTECT, related_name="+")
    price = models.PositiveIntegerField(help_text=_("points paid"))
    balance_after = models.PositiveIntegerField(help_text=_("points left"))
    pack = models.OneToOneField("cards.Pack", on_delete=models.PROTECT, related_name="purchase")

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["buyer", "key"], name="one_purchase_a_form"),
            models.CheckConstraint(condition=Q(price__gte=1), name="purchase_costs_something"),
            models.CheckConstraint(
                condition=Q(kind="random", level__isnull=False, card__isnull=True)
                | Q(kind="named", level__isnull=True, card__isnull=False)
                | Q(kind="pack", level__isnull=True, card__isnull=True),
                name="purchase_says_what_was_asked_for",
            ),
        ]
        indexes = [models.Index(fields=["buyer", "-id"], name="receipts_of_a_buyer")]

    def __str__(self) -> str:
        return f"purchase {self.pk}: {self.kind} of {self.series_id} for {self.price}"
