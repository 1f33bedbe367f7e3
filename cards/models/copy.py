"""The copies of cards that players own, and the log of every one."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from cards.models.card import Card


class Copy(models.Model):
    """One copy of a card in one player's stash: what a stake, a trade and a history name.

    `slot` counts the copies of one card in one stash; it never exceeds `slot_limit`, the holding limit when it came,
    and is unique, so that the database itself refuses a copy too many.
    """

    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="copies")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="copies")
    slot = models.PositiveSmallIntegerField()
    slot_limit = models.PositiveSmallIntegerField()
    marked = models.BooleanField(
        default=False,
        help_text=_("can be staked, not traded or given: starter, welcome pack and ruin (RULES 8)"),
    )
    sole = models.BooleanField(default=False, help_text=_("the only copy in the world"))
    came_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["card_id", "slot"]
        verbose_name_plural = _("copies")
        constraints = [
            models.UniqueConstraint(fields=["owner", "card", "slot"], name="one_copy_a_slot"),
            models.CheckConstraint(
                condition=Q(slot__gte=1) & Q(slot__lte=F("slot_limit")), name="copy_slot_within_its_limit"
            ),
            models.UniqueConstraint(fields=["card"], condition=Q(sole=True), name="one_copy_of_a_sole_card"),
        ]

    def __str__(self) -> str:
        return f"{self.card_id}#{self.pk}"


class Transfer(models.Model):
    """One step in the life of a copy: made for a player, or moved from one to another. Never changed or deleted."""

    class Reason(models.TextChoices):
        STARTER = "starter", _("starter")
        WELCOME = "welcome", _("welcome pack")
        SPOILS = "spoils", _("spoils")
        PURCHASE = "purchase", _("purchase")
        GRANT = "grant", _("grant")
        CUSTOM = "custom", _("custom card")
        TRADE = "trade", _("trade")
        RUIN = "ruin", _("after ruin")
        RETURN = "return", _("back to the staff")
        CORRECTION = "correction", _("correction")

    copy = models.ForeignKey(Copy, on_delete=models.PROTECT, related_name="transfers")
    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="transfers")
    giver = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    taker = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(db_default=Now())
    reason = models.CharField(max_length=12, choices=Reason.choices)
    cause = models.CharField(max_length=80, help_text=_("what made it, such as match:12 or pack:7"))
    held_before = models.PositiveSmallIntegerField(help_text=_("copies of the card that the taker had before"))
    limit = models.PositiveSmallIntegerField(help_text=_("the taker's holding limit at that moment"))

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(held_before__lt=F("limit")), name="transfer_came_under_the_limit"),
            models.UniqueConstraint(fields=["copy", "cause"], name="one_transfer_a_copy_and_cause"),
        ]

    def __str__(self) -> str:
        return f"{self.copy_id}: {self.giver_id} → {self.taker_id} ({self.cause})"
