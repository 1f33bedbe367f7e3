"""Offers of one player to another, and what became of each."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

#: One side of a trade gives so many copies and points at most.
MOST_COPIES, MOST_POINTS = 10, 1_000_000
#: Who gives less than the value of the other side divided by this gets a gift (RULES 8).
GIFT_PART = 4


class State(models.TextChoices):
    """Where a trade stands; nothing follows any state but `open`."""

    OPEN = "open", _("open")
    ACCEPTED = "accepted", _("accepted")
    REFUSED = "refused", _("refused")
    WITHDRAWN = "withdrawn", _("withdrawn")
    COUNTERED = "countered", _("answered with another offer")
    EXPIRED = "expired", _("expired")
    BROKEN = "broken", _("ended: it was no longer possible")


class Party(models.TextChoices):
    """The two sides of a trade: who offered it, and who was asked."""

    MAKER = "maker", _("who offered it")
    OTHER = "other", _("who was asked")


def _gift(giver: str, taker: str) -> Q:
    return Q(**{"gift_from": giver, f"{giver}_value__gt": F(f"{taker}_value") * GIFT_PART})


class Trade(models.Model):
    """An offer with its terms, which never change: another offer in return is a trade of its own.

    `key` is the number of the form it was made with: sent twice, it makes one. The values are those at acceptance.
    """

    maker = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="trades_made")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="trades_got")
    key = models.UUIDField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    maker_points = models.PositiveIntegerField(default=0, help_text=_("points that who offered it gives"))
    other_points = models.PositiveIntegerField(default=0, help_text=_("points that who was asked gives"))
    counter_of = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="counter", editable=False
    )
    maker_value = models.PositiveIntegerField(null=True, blank=True)
    other_value = models.PositiveIntegerField(null=True, blank=True)
    gift_from = models.CharField(
        max_length=5, choices=Party.choices, blank=True, help_text=_("whose gift it was; blank: a trade")
    )
    reason = models.CharField(max_length=200, blank=True, help_text=_("why it was no longer possible"))
    made_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=~Q(maker=F("other")), name="trade_goes_to_another"),
            models.UniqueConstraint(fields=["maker", "key"], name="one_trade_a_form"),
            models.CheckConstraint(
                condition=Q(maker_points=0, other_points__lte=MOST_POINTS)
                | Q(other_points=0, maker_points__lte=MOST_POINTS),
                name="trade_points_go_one_way",
            ),
            models.CheckConstraint(
                condition=Q(state="open", settled_at__isnull=True) | (~Q(state="open") & Q(settled_at__isnull=False)),
                name="trade_is_settled_unless_open",
            ),
            models.CheckConstraint(
                condition=Q(state="accepted", maker_value__isnull=False, other_value__isnull=False)
                | (~Q(state="accepted") & Q(maker_value__isnull=True, other_value__isnull=True, gift_from="")),
                name="trade_has_its_values_once_accepted",
            ),
            models.CheckConstraint(
                condition=Q(maker_value__isnull=True)
                | _gift("maker", "other")
                | _gift("other", "maker")
                | Q(
                    gift_from="",
                    maker_value__lte=F("other_value") * GIFT_PART,
                    other_value__lte=F("maker_value") * GIFT_PART,
                ),
                name="trade_is_a_gift_if_one_sided",
            ),
        ]
        indexes = [
            models.Index(fields=["expires_at"], condition=Q(state="open"), name="trade_open"),
            models.Index(fields=["maker", "-id"], name="trades_of_maker"),
            models.Index(fields=["other", "-id"], name="trades_of_other"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.maker_id} → {self.other_id} ({self.state})"

    @property
    def is_open(self) -> bool:
        """Whether it waits for an answer."""
        return self.state == State.OPEN


class TradeCopy(models.Model):
    """A copy that one side of a trade gives."""

    trade = models.ForeignKey(Trade, on_delete=models.CASCADE, related_name="copies")
    side = models.CharField(max_length=5, choices=Party.choices)
    copy = models.ForeignKey("cards.Copy", on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["side", "copy__card_id", "id"]
        verbose_name_plural = _("copies in trades")
        constraints = [
            models.UniqueConstraint(fields=["trade", "copy"], name="one_copy_a_trade"),
            models.CheckConstraint(condition=Q(side__in=Party.values), name="trade_copy_has_a_side"),
        ]

    def __str__(self) -> str:
        return f"{self.trade_id} {self.side}: {self.copy_id}"
