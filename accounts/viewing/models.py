"""Who of the staff looked at the site as which player, when and why."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class PlayerView(models.Model):
    """One view of the site as a player sees it; never changed but by its end, never deleted."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("who"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("as whom")
    )
    reason = models.CharField(_("why"), max_length=200)
    began_at = models.DateTimeField(_("from"))
    ended_at = models.DateTimeField(_("to"), null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("view as a player")
        verbose_name_plural = _("views as a player")
        permissions = [("view_as_player", _("Can view the site as a player"))]
        constraints = [
            models.CheckConstraint(condition=~Q(by=F("player")), name="nobody_views_as_oneself"),
            models.CheckConstraint(condition=~Q(reason=""), name="a_view_has_its_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} as {self.player_id}"
