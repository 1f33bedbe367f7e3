"""Tags for what waits for a player: grants, and help after ruin. They ask only where a page shows them."""

from __future__ import annotations

from typing import Any

from django import template

from accounts.models import User
from cards.grants.queries import waiting_count
from cards.grants.ruin import helped_today, is_ruined
from cards.queries import has_starter
from triad.clock import now

register = template.Library()


@register.inclusion_tag("cards/grants/_waiting.html")
def waiting_grants(player: Any) -> dict[str, Any]:
    """A line that leads to the grants that wait for a player; nothing where none does."""
    return {"waiting": waiting_count(player=player) if isinstance(player, User) else 0}


@register.inclusion_tag("cards/grants/_ruin.html", takes_context=True)
def ruin_offer(context: template.Context, player: Any) -> dict[str, Any]:
    """The button for who has had the starter and can lay no legal deck; nothing for others."""
    ruined = isinstance(player, User) and is_ruined(player=player) and has_starter(player)
    return {
        "ruin": {"is_ruined": ruined, "helped": ruined and helped_today(player=player, moment=now())},
        "csrf_token": context.get("csrf_token"),
    }
