"""How a match ends: played out, left, or dropped; what follows for the players' records (RULES 4, 5, 7)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from accounts.models import User
from accounts.queries import CONNECTED_FOR
from cards.services.starter import welcome_pack_give
from matches.broadcast.delay import Shown
from matches.engine import COLOURS, Standing, deal
from matches.houses import HOUSES
from matches.live import announce
from matches.models import Match, Seat
from matches.queries.records import placements, seats, standing
from matches.ratings.services import match_rate
from matches.services.bets import bets_settle
from matches.services.claims import claim_move, claims_move
from matches.services.delays import shown_later
from matches.services.figures import figures_count
from matches.services.pay import match_pay
from matches.services.seeds import draws_of, seed_make

#: How long the winner has to choose the spoils (RULES 5).
CHOOSING_TIME = timedelta(seconds=60)


def other(colour: str) -> str:
    """The other colour."""
    return COLOURS[1 - COLOURS.index(colour)]


def match_finish(
    *, match: Match, at: Standing, moment: datetime, stayed: str | None = None, entry: str | None = None
) -> None:
    """Ends the match as its record says; the match is locked, and is saved.

    `stayed` is the colour that is owed something although nobody won: the connected opponent of who left; `entry` the
    colour whose record gets a did-not-finish. A delayed match is played and its spoils are chosen as any other, but
    all that follows waits for `match_reveal`.
    """
    match.winner, match.ended, match.claim = at.winner or "", at.ended or "", at.claim
    match.ended_at, match.turn = moment, ""
    match.due_at = match.robot_at = None
    players = seats(match)
    if not match.played_on_from_id and any(not seat.user.is_robot for seat in players.values()):
        match.next_seed = seed_make()
    chooses = bool(match.claim and "choose" in match.claim)
    if chooses:
        match.state, match.due_at = Match.State.CHOOSING, moment + CHOOSING_TIME
    if match.delay:
        guests = [colour for colour, seat in players.items() if seat.user.is_guest]
        match.held = {**(match.held or {}), "stayed": stayed, "entry": entry, "guests": guests}
        shown_later(match=match, moment=moment)
        if not chooses:
            _hold(match, moment)
        match.save()
        return
    _follow(match, players, at, stayed, entry)
    if not chooses:
        _claim_settle(match)
        match_close(match=match)
    match.save()
    _welcome(match, players, stayed)
    announce.after_commit(announce.lobby_changed, match.pk)


def spoils_settle(*, match: Match, keys: list[str], moment: datetime) -> None:
    """Gives the winner the chosen cards and closes the match, or holds both until a delayed one has been shown; the
    match is locked, and is saved."""
    if match.delay:
        match.held = {**(match.held or {}), "keys": keys}
        _hold(match, moment)
    else:
        match.chosen = claim_move(match=match, taker=(match.claim or {})["by"], keys=keys)
        match_close(match=match)
        announce.after_commit(announce.lobby_changed, match.pk)
    match.version += 1
    match.save()
    announce.after_commit(announce.match_changed, match.pk)


def match_reveal(*, match: Match, moment: datetime) -> None:
    """The end of a delayed match has been shown: what follows from it follows now, by the limits of the day on which it
    ended. The match is locked, and is saved; once it is over, nothing of it is held any more."""
    held = match.held or {}
    players = seats(match)
    _follow(match, players, standing(match), held.get("stayed"), held.get("entry"), guests=held.get("guests", ()))
    _claim_settle(match, held.get("keys", ()))
    match_close(match=match)
    match.held, match.shown, match.shown_at, match.revealed_at = None, Shown.ENDED, None, moment
    # Above every version that others have counted to.
    match.version += 2
    match.save()
    _welcome(match, players, held.get("stayed"))
    announce.after_commit(announce.match_changed, match.pk)
    announce.after_commit(announce.lobby_changed, match.pk)


def _follow(
    match: Match,
    players: dict[str, Seat],
    at: Standing,
    stayed: str | None,
    entry: str | None,
    *,
    guests: Collection[str] = (),
) -> None:
    """What follows for both players, whatever the spoils: outcome, entry, pay, rating, bets. `guests` are the colours
    of those who were guests when it ended, and may have signed up since."""
    moment = match.ended_at
    assert moment is not None
    for colour, seat in players.items():
        if at.winner == "draw":
            seat.outcome = Seat.Outcome.DRAWN
        elif at.winner:
            seat.outcome = Seat.Outcome.WON if at.winner == colour else Seat.Outcome.LOST
        seat.did_not_finish = colour == entry
    match_pay(match=match, players=players, at=at, moment=moment, stayed=stayed, guests=guests)
    users = {colour: seat.user for colour, seat in players.items()}
    match_rate(match=match, users=users, placed=placements(at), moment=moment)
    bets_settle(match=match, players=players, winner=at.winner, stayed=stayed)
    for seat in players.values():
        seat.save(update_fields=["outcome", "points", "experience", "did_not_finish"])


def _claim_settle(match: Match, keys: Iterable[str] = ()) -> None:
    """Moves what is due: the chosen cards, or what needs no choice."""
    claim = match.claim
    if claim and "choose" in claim:
        match.chosen = claim_move(match=match, taker=claim["by"], keys=keys)
    elif claim and "random" in claim:
        drawn = deal.trade(draws_of(match), claim["of"])
        match.setup = {**match.setup, "drawn": drawn}
        match.chosen = claim_move(match=match, taker=claim["by"], keys=[drawn])
    elif claim and "keep" in claim:
        match.chosen = claims_move(match=match, due={colour: claim["keep"][colour] for colour in COLOURS})


def _hold(match: Match, moment: datetime) -> None:
    """Nothing is left to do for the players, who may play on; their copies stay frozen until the end was shown."""
    match.state, match.due_at = Match.State.HELD, moment + match.delay_time
    match.seats.update(busy=Seat.Busy.NOT)


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
    entry = colour if match.with_people and how == "did_not_finish" and connected else None
    stayed = other(colour) if connected else None
    match_finish(match=match, at=standing(match), moment=moment, stayed=stayed, entry=entry)
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
