"""Tells players that something was granted to them."""

from __future__ import annotations

from django.urls import reverse

from accounts.notices.services import notice_tell
from cards.grants.models import Grant, GrantShare
from cards.notices import GRANT


def tell_players(grant: Grant) -> None:
    """Tells everybody whose part waits, after the commit, one after another, so that nobody is held up by many."""
    shares = GrantShare.objects.filter(grant=grant, opened_at=None, withdrawn_at=None).select_related("player")
    url = reverse("cards:grant", args=[grant.pk])
    for share in shares.order_by("pk"):
        notice_tell(player=share.player, kind=GRANT, cause=f"grant:{grant.pk}", about={"reason": grant.reason}, url=url)
