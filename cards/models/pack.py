"""Packs: copies that came together."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from cards.models.copy import Copy


class Pack(models.Model):
    """Copies that came together and are shown as a pack being opened; a reload shows the same ones."""

    class Source(models.TextChoices):
        STARTER = "starter", _("starter")
        WELCOME = "welcome", _("welcome pack")
        SHOP = "shop", _("from the shop")
        GRANT = "grant", _("grant")
        RUIN = "ruin", _("after ruin")

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="packs")
    source = models.CharField(max_length=12, choices=Source.choices)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "source"],
                condition=Q(source__in=["starter", "welcome"]),
                name="starter_and_welcome_pack_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source} of {self.owner_id}"


class PackCopy(models.Model):
    """A copy that lay in a pack, in the order in which it is shown."""

    pack = models.ForeignKey(Pack, on_delete=models.CASCADE, related_name="contents")
    position = models.PositiveSmallIntegerField()
    copy = models.ForeignKey(Copy, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["pack", "position"], name="one_copy_a_pack_position"),
        ]

    def __str__(self) -> str:
        return f"{self.position}: {self.copy_id}"
