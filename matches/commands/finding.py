"""Which player, and which match, a command means."""

from __future__ import annotations

from collections.abc import Callable

from django.urls import Resolver404, resolve
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import Kind, User
from accounts.names import fold_name
from accounts.queries import people_here, player_named
from matches.live.recent import collected
from matches.live.render import view_fragments
from matches.live.state import MatchState
from matches.live.view import MatchView
from matches.models import Match
from matches.queries.history import live_match
from matches.services.overdue import settle_match
from triad.commands.registry import Call
from triad.errors import NotFound


def player_meant(name: str) -> User:
    """The player of a name in any case, with a space, -, _ or nothing between its words. Raises NotFound
    `no_player`."""
    try:
        return player_named(name)
    except NotFound:
        plain = _plain(name)
        found = User.objects.filter(name_key=fold_name(name.replace(" ", ""))).first() if plain else None
        # Look-alikes fold to one key too, and are not what was typed.
        if found is None or _plain(found.username) != plain or (found.is_guest and not found.is_active):
            raise
        return found


def _plain(name: str) -> str:
    return name.casefold().replace(" ", "").replace("-", "").replace("_", "")


def names_here(call: Call, *, robots: bool = False) -> list[tuple[str, str]]:
    """The names of who is here but the asker, for a choice; with the robots where they can be meant too."""
    names = [(user.username, "") for user in people_here(call.player) if user != call.player]
    if robots:
        found = User.objects.filter(kind=Kind.ROBOT).order_by("pk").values_list("username", flat=True)
        names += [(name, _("robot")) for name in found]
    return names


def match_on_page(page: str) -> int | None:
    """The match whose page this path is."""
    try:
        found = resolve(page)
    except Resolver404:
        return None
    return found.kwargs["match_id"] if found.view_name == "matches:match" else None


def own_match(call: Call) -> Match:
    """The match that the player is in and means: the one on the page they look at, else the one that runs. Whatever
    was overdue in it is settled.

    Raises NotFound `no_match_now`.
    """
    on_page = match_on_page(call.page)
    found = Match.objects.filter(pk=on_page, seats__user=call.player).first() if on_page else None
    if found is None or found.state == Match.State.OVER:
        found = live_match(call.user) or found
    if found is None:
        raise NotFound("no_match_now", _("You are in no match."))
    settle_match(match_id=found.pk)
    return found


def view_of(match_id: int, player: User | None) -> MatchView:
    """The match as this player, or a spectator, may see it. Raises NotFound, NotAllowed."""
    state = MatchState.load(match_id, viewer=player)
    return MatchView.of(state, state.audience_of(player))


def done(call: Call, match_id: int, act: Callable[[], object], *, event: bool = False) -> tuple[MatchView, str]:
    """Does something in a match, and gives the match after it with the regions of its page, where the player looks
    at it; `event` plays the last placement there. The page's line brings the same: the older of two is dropped."""
    with collected() as states:
        act()
    state = states.get(match_id) or MatchState.load(match_id, viewer=call.player)
    audience = state.audience_of(call.player)
    state = state.seen_by(audience)
    view = MatchView.of(state, audience, event=event)
    if match_on_page(call.page) != match_id:
        return view, ""
    return view, view_fragments(view, drawn=state.drawn, flavour=f"{get_language()} {event}")
