"""Rows of the lobby: who looks for an opponent, who was found for whom, and who was last told to be here."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Pairing(models.Model):
    """Two who were found for each other. Its seed's commitment is shown to both; then each browser adds to the draws,
    and the match begins with the second."""

    seed = models.OneToOneField("matches.Seed", on_delete=models.CASCADE, related_name="pairing")
    found_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True, help_text=_("who has not answered by then looks no longer"))

    def __str__(self) -> str:
        return f"pairing {self.pk}"


class Seek(models.Model):
    """That a player looks for an opponent in a house, with the five copies that the player will bring."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seek")
    house = models.CharField(max_length=12)
    trade = models.CharField(max_length=10)
    copies = models.JSONField(default=list, help_text=_("IDs of the five copies, in the order of the hand"))
    deck_name = models.CharField(max_length=30, blank=True)
    value = models.PositiveIntegerField(default=0, help_text=_("the player's point value"))
    rating = models.PositiveIntegerField(null=True, blank=True, help_text=_("the player's rating in the house"))
    joined_at = models.DateTimeField()
    pairing = models.ForeignKey(Pairing, on_delete=models.SET_NULL, null=True, blank=True, related_name="seeks")
    colour = models.CharField(max_length=4, blank=True, help_text=_("in the pairing; who waited longer is blue"))
    ready = models.BooleanField(default=False, help_text=_("whether the browser has answered the pairing"))
    addition = models.CharField(max_length=32, blank=True, help_text=_("what it added to the draws, as hex"))

    class Meta:
        ordering = ["joined_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "colour"], condition=Q(pairing__isnull=False), name="one_seek_a_colour_of_a_pairing"
            ),
            models.CheckConstraint(
                condition=Q(pairing__isnull=True) | Q(colour__in=("blue", "red")), name="a_paired_seek_has_a_colour"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} looks in {self.house}"


class Roll(models.Model):
    """The one row that keeps whom the lobbies were last told to be here, so that only what differs is told."""

    told = models.JSONField(default=dict, help_text=_("by the player's ID: what is said of the player"))
    at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="there_is_one_roll")]

    def __str__(self) -> str:
        return f"{len(self.told)} at {self.at}"
