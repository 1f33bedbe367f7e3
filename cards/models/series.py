"""Series of cards, and what their cards cost at which time."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from cards.models.edits import Edits

#: The highest price of a series, in points a level.
MOST_PRICE = 100_000


class Series(models.Model):
    """A series of cards; what its cards cost at which time is in its `Price` rows."""

    code = models.CharField(max_length=2, primary_key=True)
    name = models.CharField(max_length=60)
    hold_limit = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("copies of a card a player may hold; blank: by level")
    )
    unique_cards = models.BooleanField(default=False, help_text=_("one copy of each card in the whole world"))
    on_sale = models.BooleanField(
        _("in the shop"), default=True, help_text=_("off: nothing of the series is sold, whatever its prices say")
    )
    note = models.CharField(max_length=200, blank=True)

    history = Edits()

    class Meta:
        ordering = ["code"]
        verbose_name_plural = _("series")
        constraints = [
            models.CheckConstraint(
                condition=Q(hold_limit__isnull=True) | Q(hold_limit__gte=1),
                name="series_hold_limit_is_positive",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} – {self.name}"


class Price(models.Model):
    """What cards of a series cost from a moment on, in points a level; blank: not sold that way (RULES 8).

    Rows are only added: the newest that holds at a moment counts, the older ones say what was asked before.
    """

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="prices")
    valid_from = models.DateTimeField(_("holds from"))
    random = models.PositiveIntegerField(_("a card drawn at random"), null=True, blank=True)
    specific = models.PositiveIntegerField(_("a card by its name"), null=True, blank=True)
    set_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+", editable=False
    )

    class Meta:
        ordering = ["series_id", "-valid_from"]
        constraints = [
            models.UniqueConstraint(fields=["series", "valid_from"], name="one_price_a_series_and_moment"),
            *(
                models.CheckConstraint(
                    condition=Q(**{f"{way}__isnull": True}) | Q(**{f"{way}__gte": 1, f"{way}__lte": MOST_PRICE}),
                    name=f"{way}_price_is_a_price",
                )
                for way in ("random", "specific")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.series_id} {self.random or '--'}/{self.specific or '--'}"
