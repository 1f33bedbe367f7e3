"""The rematch at the end of a match: who wants it, with which cards it can be had, and the way to it."""

from __future__ import annotations

from dataclasses import dataclass

from matches.houses import HOUSES
from matches.live.decks import DeckChoice
from matches.live.sight import Audience
from matches.live.state import MatchState
from matches.models import Match, Seat
from matches.queries.public import has_begun
from matches.robots import shown_name
from matches.services.rematch import is_rematch_time, why_not_the_same
from matches.services.terms import WITHOUT_STAKES


@dataclass(frozen=True, slots=True)
class RematchView:
    """Whether a rematch can be wanted, who wants it, and its match once there is one."""

    commitment: str
    mine: bool
    theirs: bool
    name: str
    match_id: int | None
    decks: tuple[DeckChoice, ...] = ()
    not_the_same: str = ""
    """Why the same five cards cannot be brought again; empty where they can."""
    staked: bool = False
    """Whether cards are at stake, so that a deck with precious ones is confirmed."""

    @property
    def without_cards(self) -> bool:
        """Whether neither the same cards nor any deck can be brought."""
        return bool(self.not_the_same) and all(deck.problem for deck in self.decks)


def rematch_of(state: MatchState, audience: Audience) -> RematchView | None:
    """The rematch as an audience may see it; None where there is none and none can be wanted any more."""
    match = state.match
    if match.state not in (Match.State.HELD, Match.State.OVER):
        return None
    following = match.rematches.first()
    if following is not None and (audience != "watch" or has_begun(following)):
        return RematchView("", False, False, "", following.pk)
    seat = state.seats.get(audience)
    if match.next_seed is None or following is not None or not is_rematch_time(match, state.at):
        return None
    if seat is None:
        return _offered(state) if match.state == Match.State.OVER else None
    other = state.seats["red" if audience == "blue" else "blue"]
    return RematchView(
        commitment=match.next_seed.commitment,
        mine=seat.wants_rematch,
        theirs=other.wants_rematch,
        name=shown_name(other.user.username),
        match_id=None,
        decks=() if seat.wants_rematch else _decks(match, seat),
        not_the_same="" if seat.wants_rematch else why_not_the_same(match, seat),
        staked=match.setup["trade"] not in WITHOUT_STAKES,
    )


def _decks(match: Match, seat: Seat) -> tuple[DeckChoice, ...]:
    """The player's decks for the rematch; none where hands are drawn or lent, and for guests."""
    house = HOUSES.get(match.house)
    if house is None or seat.user.is_guest or "random" in match.setup["rules"]:
        return ()
    return DeckChoice.all_of(seat.user, house.level_limit, stars=house.stars, house=house.key)


def _offered(state: MatchState) -> RematchView | None:
    """That one of the players offers a rematch, for spectators."""
    names = [shown_name(seat.user.username) for seat in state.seats.values() if seat.wants_rematch]
    return RematchView("", False, True, names[0], None) if names else None
