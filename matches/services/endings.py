"""How a match ends: played out, left, or dropped; what follows for the players' records (RULES 4, 5, 7)."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import User
from accounts.queries import CONNECTED_FOR
from cards.services.starter import welcome_pack_give
from matches.engine import COLOURS, Standing, deal
from matches.houses import HOUSES
from matches.live import announce
from matches.models import Match, Seat
from matches.queries.records import placements, seats, standing
from matches.ratings.services import match_rate
from matches.services.bets import bets_settle
from matches.services.claims import claim_move, claims_move
from matches.services.figures import figures_count
from matches.services.pay import match_pay
from matches.services.seeds import draws_of, seed_make

#: How long the winner has to choose the spoils (RULES 5).
CHOOSING_TIME = timedelta(seconds=60)


def other(colour: str) -> str:
    """The other colour."""
    return COLOURS[1 - COLOURS.index(colour)]


def match_finish(*, match: Match, at: Standing, moment: datetime, stayed: str | None = None) -> None:
    """Ends the match as its record says; the match is locked, and is saved.

    `stayed` is the colour that is owed something although nobody won: the connected opponent of who left.
    """
    match.winner, match.ended, match.claim = at.winner or "", at.ended or "", at.claim
    match.ended_at, match.turn = moment, ""
    match.due_at = match.robot_at = None
    players = seats(match)
    for colour, seat in players.items():
        if at.winner == "draw":
            seat.outcome = Seat.Outcome.DRAWN
        elif at.winner:
            seat.outcome = Seat.Outcome.WON if at.winner == colour else Seat.Outcome.LOST
    match_pay(match=match, players=players, at=at, moment=moment, stayed=stayed)
    users = {colour: seat.user for colour, seat in players.items()}
    match_rate(match=match, users=users, placed=placements(at), moment=moment)
    bets_settle(match=match, players=players, winner=at.winner, stayed=stayed)
    if any(not seat.user.is_robot for seat in players.values()):
        match.next_seed = seed_make()
    _claim_begin(match, moment)
    for seat in players.values():
        seat.save(update_fields=["outcome", "points", "experience", "did_not_finish"])
    if match.state == Match.State.OVER:
        match_close(match=match)
    match.save()
    _welcome(match, players, stayed)
    announce.after_commit(announce.lobby_changed, match.pk)


def _claim_begin(match: Match, moment: datetime) -> None:
    """Moves what is due without a choice, or begins the choice."""
    claim = match.claim
    if claim and "choose" in claim:
        match.state, match.due_at = Match.State.CHOOSING, moment + CHOOSING_TIME
        return
    match.state = Match.State.OVER
    if claim and "random" in claim:
        drawn = deal.trade(draws_of(match), claim["of"])
        match.setup = {**match.setup, "drawn": drawn}
        match.chosen = claim_move(match=match, taker=claim["by"], keys=[drawn])
    elif claim and "keep" in claim:
        match.chosen = claims_move(match=match, due={colour: claim["keep"][colour] for colour in COLOURS})


def match_close(*, match: Match) -> None:
    """Frees the players and their copies once nothing is left to settle, and counts how the cards fared; the caller
    saves the match."""
    match.state, match.due_at, match.robot_at = Match.State.OVER, None, None
    match.seats.update(busy=Seat.Busy.NOT)
    match.brought.filter(frozen=True).update(frozen=False)
    figures_count(match=match)


def match_left(*, match: Match, colour: str, moment: datetime, by_clock: bool = False) -> None:
    """A player leaves a match in progress, or the clock finds that they have; the match is locked, and is saved.

    RULES 7: by the house's rule; who was left by the clock while the opponent was away too leaves no entry.
    """
    players = seats(match)
    connected = _is_connected(players[other(colour)].user, moment)
    how = HOUSES[match.house].leaving
    if by_clock and not connected:
        how = "did_not_finish"
    match.left = {"by": colour, "how": how}
    match.version += 1
    entry = match.with_people and how == "did_not_finish" and connected
    if entry:
        match.seats.filter(colour=colour).update(did_not_finish=True)
    stayed = other(colour) if connected else None
    match_finish(match=match, at=standing(match), moment=moment, stayed=stayed)
    announce.after_commit(announce.match_changed, match.pk)


def match_drop(*, match_id: int, moment: datetime) -> None:
    """Ends a match against a robot without result, because its player begins one with people (RULES 5).

    Runs in the caller's transaction, the player locked.
    """
    match = Match.objects.select_for_update(of=("self",)).select_related("seed").get(pk=match_id)
    if match.state != Match.State.PLAYING:
        return
    person = next(colour for colour, seat in seats(match).items() if not seat.user.is_robot)
    match.left = {"by": person, "how": "did_not_finish"}
    match.version += 1
    match_finish(match=match, at=standing(match), moment=moment)
    announce.after_commit(announce.match_changed, match.pk)


def _is_connected(user: User, moment: datetime) -> bool:
    """Whether the player was seen in the last 60 seconds; robots always are."""
    if user.is_robot:
        return True
    return User.objects.filter(pk=user.pk, is_active=True, seen_at__gte=moment - CONNECTED_FOR).exists()


def _welcome(match: Match, players: dict[str, Seat], stayed: str | None) -> None:
    """The welcome pack after the first match with a person; who left it has not played one."""
    if not match.with_people:
        return
    for colour, seat in players.items():
        if match.ended == "played" or colour in (match.winner, stayed):
            welcome_pack_give(user=seat.user, cause=f"match:{match.pk}")
