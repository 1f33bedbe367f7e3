"""A match as its record (RECORDS.md), and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from matches.engine import Move, Standing, fold
from matches.models import Match, Seat
from matches.queries.public import kept_back


def record(match: Match, *, complete: bool = True) -> dict[str, Any]:
    """The match as its record. It names both hands: what of it anybody may see is decided elsewhere.

    With `complete` it carries what is not judged too: house, commitment, both additions, players, the times of the
    moves, which of them the clock played, the spoils chosen, and the seed, but that only once its end is everybody's.
    """
    rounds = [{"number": each.number, **each.draws, "moves": []} for each in match.rounds.all()]
    for move in match.moves.all():
        into = rounds[move.round]
        into["moves"].append([move.card, move.square])
        if complete:
            into.setdefault("times", []).append(move.at.isoformat())
            if move.by_clock:
                into.setdefault("clock", []).append(move.number)
    for each in rounds:
        del each["number"]
    found = {"id": str(match.pk), **match.setup, "rounds": rounds}
    if match.played_on_from_id:
        found["played_on"] = {"match": str(match.played_on_from_id), "at": match.played_on_at}
    if match.left:
        found["left"] = match.left
    return {**found, **_carried(match)} if complete else found


def public_record(match: Match) -> dict[str, Any]:
    """The complete record of a match that is over, for everybody. Its pools come later where a player has an older,
    delayed match that is not shown to its end yet: by what is missing in them they would tell what cards that holds.
    """
    whole = record(match)
    if "pool" in whole:
        # A match that was played on has the seed, and the pools, of the one that it goes on from.
        players = Seat.objects.filter(match__seed=match.seed_id, match__played_on_from=None).values("user")
        if Match.objects.filter(kept_back(), seats__user__in=players, pk__lt=match.pk).exists():
            del whole["pool"]
    return whole


def _carried(match: Match) -> dict[str, Any]:
    carried: dict[str, Any] = {
        "house": match.house,
        "commitment": match.seed.commitment,
        "additions": match.additions,
        "players": {colour: seat.user.username for colour, seat in seats(match).items()},
        "began": match.began_at.isoformat(),
        "chosen": match.chosen,
    }
    if match.ended_at:
        carried["over"] = match.ended_at.isoformat()
    if match.is_open:
        carried["seed"] = match.seed.secret
    return carried


def standing(match: Match) -> Standing:
    """Where the match stands: the fold of its record."""
    return fold(record(match, complete=False))


def with_placement(record: Mapping[str, Any], placement: Move) -> dict[str, Any]:
    """The record after one more placement in its last round."""
    *before, last = record["rounds"]
    moves = [*last["moves"], [placement.card, placement.square]]
    return {**record, "rounds": [*before, {**last, "moves": moves}]}


def seats(match: Match) -> dict[str, Seat]:
    """The two seats by colour, blue first, with their players."""
    found = {seat.colour: seat for seat in match.seats.select_related("user")}
    return {colour: found[colour] for colour in ("blue", "red")}


def seat_of(match: Match, user: User | None) -> Seat | None:
    """The player's seat in the match; None for a watcher."""
    if user is None:
        return None
    return match.seats.filter(user=user).first()


def clock_moves(match: Match, standing: Standing) -> dict[str, list[bool]]:
    """By colour, in the order of play over all rounds: whether the clock made each placement of that colour."""
    by_clock = {(move.round, move.number): move.by_clock for move in match.moves.all()}
    found: dict[str, list[bool]] = {"blue": [], "red": []}
    for each in standing.rounds:
        for number, played in enumerate(each.moves):
            found[played.colour].append(by_clock.get((each.number, number), False))
    return found


def placements(standing: Standing) -> int:
    """How many placements were made in all rounds of the match."""
    return sum(len(each.moves) for each in standing.rounds)


def brought_cards(match: Match, colour: str) -> list[Mapping[str, Any]]:
    """The five cards that a colour brought, as the record has them, in hand order."""
    cards: list[Mapping[str, Any]] = match.setup["hands"][colour]
    return cards
