"""Ratings, and the rows of which each is the sum."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Rating(models.Model):
    """Where a player stands in a house now; there is none before the first rated match there."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="ratings")
    house = models.CharField(max_length=12)
    mu = models.FloatField(help_text=_("the estimate that pages show"))
    sigma = models.FloatField(help_text=_("how uncertain it is"))
    rated = models.PositiveIntegerField(help_text=_("rated matches in the house"))
    at = models.DateTimeField(help_text=_("when the last of them ended"))

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "house"], name="one_rating_a_player_and_house"),
            models.CheckConstraint(condition=Q(sigma__gt=0), name="rating_is_never_certain"),
            models.CheckConstraint(condition=Q(rated__gte=1), name="rating_comes_of_a_match"),
        ]
        indexes = [models.Index(fields=["house", "-mu"], name="rating_board")]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.house}: {self.mu:.0f}"


class RatingChange(models.Model):
    """What a rated match did to the rating of one of its players; never changed but by counting all again."""

    match = models.ForeignKey("matches.Match", on_delete=models.PROTECT, related_name="rating_changes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rating_changes")
    house = models.CharField(max_length=12)
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["match", "user"], name="a_match_rates_a_player_once"),
            models.CheckConstraint(condition=Q(sigma_before__gt=0, sigma_after__gt=0), name="change_is_never_certain"),
        ]
        indexes = [models.Index(fields=["user", "house", "id"], name="rating_history")]

    def __str__(self) -> str:
        return f"{self.user_id} by match {self.match_id}: {self.mu_before:.0f} → {self.mu_after:.0f}"
