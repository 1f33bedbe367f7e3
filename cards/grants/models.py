"""What the staff grants, to whom, and what came of it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

#: Most points, cards, packs and players of one grant, and the longest reason.
MOST_POINTS, MOST_CARDS, MOST_PACKS, MOST_PLAYERS, LONGEST_REASON = 1_000_000, 50, 20, 10_000, 200
#: Cards in a pack of a series (RULES 8).
PACK_SIZE = 5


class GrantKind(models.TextChoices):
    """What a grant is for."""

    PROMO = "promo", _("promo")
    MISSION = "mission", _("mission")
    FAMILIAR = "familiar", _("familiar")
    PRIZE = "prize", _("prize")


class Grant(models.Model):
    """The same for each of its players: points, named cards, packs of a series. Never changed.

    `key` is the number of the form it was made with: sent twice, it grants once.
    """

    key = models.UUIDField(unique=True)
    kind = models.CharField(max_length=8, choices=GrantKind.choices)
    reason = models.CharField(max_length=LONGEST_REASON)
    points = models.PositiveIntegerField(default=0)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("blank: the game itself"),
    )
    made_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="grant_has_a_reason"),
            models.CheckConstraint(condition=Q(kind__in=GrantKind.values), name="grant_has_a_kind"),
            models.CheckConstraint(condition=Q(points__lte=MOST_POINTS), name="grant_points_are_bounded"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.get_kind_display()}: {self.reason}"


class GrantItem(models.Model):
    """A card that a grant names, or a pack of a series that is drawn when the player opens it."""

    grant = models.ForeignKey(Grant, on_delete=models.CASCADE, related_name="items")
    position = models.PositiveSmallIntegerField()
    card = models.ForeignKey("cards.Card", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    series = models.ForeignKey(
        "cards.Series", on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("pack of")
    )

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["grant", "position"], name="one_item_a_grant_position"),
            models.CheckConstraint(
                condition=Q(card__isnull=False, series__isnull=True) | Q(card__isnull=True, series__isnull=False),
                name="grant_item_is_a_card_or_a_pack",
            ),
        ]

    def __str__(self) -> str:
        return self.card_id or _("pack of %(series)s") % {"series": self.series_id}


class GrantShare(models.Model):
    """One player's part of a grant. It waits until the player opens it; its cards then lie in `pack`."""

    grant = models.ForeignKey(Grant, on_delete=models.CASCADE, related_name="shares")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="grants")
    opened_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    pack = models.OneToOneField(
        "cards.Pack", on_delete=models.PROTECT, null=True, blank=True, related_name="grant_share"
    )

    class Meta:
        ordering = ["-id"]
        verbose_name = _("player's part of a grant")
        verbose_name_plural = _("players' parts of grants")
        constraints = [
            models.UniqueConstraint(fields=["grant", "player"], name="one_share_a_grant_and_player"),
            models.CheckConstraint(
                condition=Q(opened_at__isnull=True) | Q(withdrawn_at__isnull=True),
                name="grant_share_is_opened_or_withdrawn",
            ),
            models.CheckConstraint(
                condition=Q(pack__isnull=True) | Q(opened_at__isnull=False), name="grant_share_has_its_pack_once_opened"
            ),
        ]
        indexes = [
            models.Index(
                fields=["player"],
                condition=Q(opened_at__isnull=True, withdrawn_at__isnull=True),
                name="waiting_grants_of_a_player",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.grant_id} → {self.player_id}"

    @property
    def is_waiting(self) -> bool:
        """Whether the player can still open it."""
        return self.opened_at is None and self.withdrawn_at is None
