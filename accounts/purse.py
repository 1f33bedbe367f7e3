"""The purse in the top bar: the points of a player, sent to every page that is open whenever they change."""

from __future__ import annotations

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import LedgerEntry


def purse_show(entry: LedgerEntry, *, language: str = settings.LANGUAGE_CODE) -> None:
    """Sends a player's points after a movement to the player's pages, after the commit."""
    # Imported late: the hub knows the players, the players do not know the hub.
    from triad import hub

    context = {"points": entry.points_after, "version": entry.pk, "oob": True}
    with translation.override(language):
        html = render_to_string("accounts/_purse.html", context)
    hub.publish(topic=f"user.{entry.user_id}", html=html, version=entry.pk, key="purse")
