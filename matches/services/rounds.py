"""Deals the rounds of a match and sets its deadlines (RULES 2, 3, 7)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from matches.engine import Standing, deal
from matches.engine.draws import Draws
from matches.houses import SHORT_FROM_ROUND, SHORT_MOVE_TIME
from matches.models import Match, Round
from matches.queries.records import seats, standing
from matches.services.seeds import draws_of

#: How long a robot lets a person look at what has just happened, and how long robots among themselves.
ROBOT_PAUSE = timedelta(seconds=1)
ROBOTS_PAUSE = timedelta(seconds=4)


def round_draws(*, draws: Draws, rules: list[str], number: int, hands: dict[str, list[str]]) -> dict[str, Any]:
    """What is drawn for a round, as the record writes it; `hands` are the keys of the cards in each hand."""
    found: dict[str, Any] = {}
    if "elemental" in rules:
        found["elements"] = {str(square): element for square, element in deal.elements(draws, number).items()}
    if "power_wall" in rules:
        found["walls"] = {str(square): list(label) for square, label in deal.walls(draws, number).items()}
    if "chaos" in rules:
        found["chaos"] = {colour: deal.chaos(draws, number, colour, hands[colour]) for colour in hands}
    return found


def round_deal(*, match: Match, at: Standing, moment: datetime) -> Standing:
    """Deals the round that the match awaits and gives where it stands then; the match is locked."""
    number = at.rounds[-1].number
    hands = {colour: [card.key for card in cards] for colour, cards in at.rounds[-1].start.hands.items()}
    found = round_draws(draws=draws_of(match), rules=match.setup["rules"], number=number, hands=hands)
    Round.objects.create(match=match, number=number, draws=found, began_at=moment)
    return standing(match)


def deadlines_set(*, match: Match, at: Standing, moment: datetime) -> None:
    """Sets whose turn it is and until when, by the clock or by the robot's pace; does not save."""
    match.turn = at.turn or ""
    match.due_at = match.robot_at = None
    if not at.turn:
        return
    players: dict[str, User] = {}
    if not match.with_people:
        players = {colour: seat.user for colour, seat in seats(match).items()}
    if players and players[at.turn].is_robot:
        alone = all(player.is_robot for player in players.values())
        match.robot_at = moment + (ROBOTS_PAUSE if alone else ROBOT_PAUSE)
    else:
        match.due_at = moment + timedelta(seconds=move_seconds(match.move_time, at.rounds[-1].number))


def move_seconds(move_time: int, round_number: int) -> int:
    """The seconds a move has in a round, counted from 0: from the fourth on 30 at most (RULES 7)."""
    return min(move_time, SHORT_MOVE_TIME) if round_number >= SHORT_FROM_ROUND else move_time
