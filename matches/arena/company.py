"""Whom a player may want to play again: friends, and recent opponents, with how they are to be found now."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.blocks import blocked_ids
from accounts.friends.queries import friends_of
from accounts.models import User
from accounts.queries import people_here
from matches.arena.roll import HereView, here_views
from matches.models import Match, Seat

MOST_FRIENDS = 60
MOST_RECENT = 8
#: So many past matches are looked through for opponents.
LOOKED_THROUGH = 60


@dataclass(frozen=True, slots=True)
class CompanyView:
    """Somebody known: here (with what can be done) or not, and how the last match between the two ended."""

    id: int
    name: str
    here: HereView | None
    last: str = ""


def company_context(player: User | None) -> dict[str, object]:
    """The friends and the recent opponents of a player; none for a visitor or a guest."""
    if player is None or not player.is_person:
        return {"friends": [], "recent": []}
    friends = friends_of(player)[:MOST_FRIENDS]
    recent = _recent(player)
    known = {user.pk: user for user in (*friends, *(user for user, _last in recent))}
    here = {view.id: view for view in here_views(list(people_here().filter(pk__in=known)))}
    rows = [CompanyView(user.pk, user.username, here.get(user.pk)) for user in friends]
    return {
        "friends": sorted(rows, key=lambda row: row.here is None),
        "recent": [CompanyView(user.pk, user.username, here.get(user.pk), last) for user, last in recent],
    }


def _recent(player: User) -> list[tuple[User, str]]:
    """The last opponents, the newest first, each once, with the player's own outcome against each."""
    words = {Seat.Outcome.WON: _("you won"), Seat.Outcome.LOST: _("you lost"), Seat.Outcome.DRAWN: _("a draw")}
    own = Seat.objects.filter(user=player, match__with_people=True, match__state=Match.State.OVER)
    outcomes = dict(own.order_by("-match").values_list("match", "outcome")[:LOOKED_THROUGH])
    others = Seat.objects.filter(match__in=outcomes).exclude(user=player).select_related("user").order_by("-match")
    apart = blocked_ids(player)
    found: dict[int, tuple[User, str]] = {}
    for seat in others:
        if seat.user_id not in found and seat.user_id not in apart and seat.user.is_active:
            outcome = outcomes[seat.match_id]
            last = words.get(Seat.Outcome(outcome), _("not finished"))
            found[seat.user_id] = (seat.user, last)
    return list(found.values())[:MOST_RECENT]
