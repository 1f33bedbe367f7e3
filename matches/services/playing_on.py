"""Playing on from a placement of a match that is over, against a robot: a new match in which the same cards lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.limits import spend
from accounts.models import User
from accounts.services.wallet import players_lock
from matches.engine import COLOURS, fold
from matches.live import announce
from matches.live.state import MatchState
from matches.models import Match, Move, Option, Round
from matches.queries.records import placements, standing
from matches.services.heart import heal
from matches.services.matches import Entrant, seats_take
from matches.services.robots import require_free, robot_user
from matches.services.rounds import deadlines_set, round_deal
from triad.errors import Conflict, GameError


def match_play_on(*, match_id: int, at: int, user: User, side: str, robot: str) -> Match:
    """A match of a person or guest, of the colour `side`, against a robot (its key), which goes on after the first
    `at` placements of a match that is over, counted through all its rounds.

    It has that match's set-up, draws and seed, so that its draws prove themselves as that match's do. Nothing is at
    stake, no copy is bound, and nothing of it is paid, rated or counted. What was played on from a private match is
    private. Raises NotFound no_match, no_robot; NotAllowed private_match; GameError no_such_step, no_such_side;
    Conflict still_playing, still_held, nothing_left, in_a_match, in_a_robot_match; TooOften.
    """
    moment = heal()
    source = _source(match_id, user)
    if side not in COLOURS:
        raise GameError("no_such_side", _("Choose a side: blue or red."))
    rounds = _taken_over(source, at)
    opponent = robot_user(robot)
    with transaction.atomic():
        players_lock(user_ids=[user.pk])
        require_free(user)
        spend("robot", user.pk)
        match = _begun(source.match, at)
        match.began_at = moment
        match.save()
        seats_take(
            match,
            {colour: Entrant(user if colour == side else opponent, ()) for colour in COLOURS},
            freeze=False,
        )
        _lay(match, rounds)
        now_at = standing(match)
        if now_at.awaits_round:
            now_at = round_deal(match=match, at=now_at, moment=moment)
        deadlines_set(match=match, at=now_at, moment=moment)
        match.save(update_fields=["turn", "due_at", "robot_at"])
        announce.after_commit(announce.match_changed, match.pk)
        announce.after_commit(announce.lobby_changed, match.pk)
        return match


def rounds_until(rounds: Sequence[Mapping[str, Any]], at: int) -> list[dict[str, Any]]:
    """The rounds of a record up to so many placements, the round that follows a full one included."""
    found, left = [], at
    for each in rounds:
        found.append({**each, "moves": each["moves"][:left]})
        if left < len(each["moves"]):
            break
        left -= len(each["moves"])
    return found


def _taken_over(state: MatchState, at: int) -> list[dict[str, Any]]:
    """The rounds that are taken over. Raises GameError no_such_step; Conflict nothing_left."""
    if not 0 <= at <= placements(state.standing):
        raise GameError("no_such_step", _("The match has no such placement."))
    found = rounds_until(state.record["rounds"], at)
    cut = {name: value for name, value in state.record.items() if name != "left"}
    if fold({**cut, "rounds": found}).ended:
        raise Conflict("nothing_left", _("Nothing is left to play after the last placement."))
    return found


def _source(match_id: int, user: User) -> MatchState:
    state = MatchState.load(match_id, viewer=user)
    state.audience_of(user)
    sentence = _("One can play on from a match when it is over.")
    state.require_open(user, sentence)
    if state.match.state != Match.State.OVER:
        raise Conflict("still_playing", sentence)
    return state


def _begun(source: Match, at: int) -> Match:
    """The new match's row, not saved."""
    setup = {name: value for name, value in source.setup.items() if name != "drawn"}
    return Match(
        house=source.house,
        option=Option.PRIVATE if source.option == Option.PRIVATE else Option.OPEN,
        move_time=source.move_time,
        setup={**setup, "trade": "none"},
        seed=source.seed,
        additions=source.additions,
        played_on_from=source,
        played_on_at=at,
        version=at + 1,
    )


def _lay(match: Match, rounds: list[dict[str, Any]]) -> None:
    """The rounds and placements that are taken over. None is the clock's: they are no delay of who plays now."""
    for number, each in enumerate(rounds):
        draws = {name: value for name, value in each.items() if name != "moves"}
        Round.objects.create(match=match, number=number, draws=draws, began_at=match.began_at)
        Move.objects.bulk_create(
            Move(match=match, round=number, number=place, card=card, square=square, at=match.began_at)
            for place, (card, square) in enumerate(each["moves"])
        )
