"""How cards fare: counted once, from finished matches between people that anybody could watch."""

from __future__ import annotations

from collections import Counter

import pytest

from accounts.models import User
from cards.models import CardFigures
from matches.engine.events import Flipped
from matches.models import Match
from matches.queries.records import seats, standing
from matches.services.leaving import match_leave
from matches.services.options import option_set
from matches.services.spoils import spoils_choose
from tests.conftest import Clock
from tests.matches import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def players(alice: User, bob: User, clock: Clock) -> tuple[User, User]:
    """Alice and Bob, here, with five cards each that the other has not."""
    world.cards_make()
    world.copies_give(alice, ["A001", "A002", "A003", "A004", "A005"])
    world.copies_give(bob, ["A006", "A007", "A008", "A009", "A010"])
    world.seen_now(alice, bob)
    return alice, bob


def played(players: tuple[User, User], **terms: object) -> Match:
    """A match of the two, played to its end."""
    return world.match_play(world.match_make(*players, **terms))


def test_a_finished_public_match_is_counted_when_its_spoils_are_chosen(players: tuple[User, User]) -> None:
    match = played(players)
    assert match.state == Match.State.CHOOSING and not CardFigures.objects.exists()
    spoils_choose(match_id=match.pk, user=seats(match)[match.winner].user, keys=[])
    figures = CardFigures.objects.in_bulk()
    at = standing(match)
    flips = [event for each in at.rounds for move in each.moves for event in move.events if isinstance(event, Flipped)]
    assert sum(row.played for row in figures.values()) == sum(len(each.moves) for each in at.rounds)
    assert sum(row.flips for row in figures.values()) == sum(row.flipped for row in figures.values()) == len(flips) > 0
    assert {row.brought for row in figures.values()} == {1} and len(figures) == 10
    won = {card_id for card_id, row in figures.items() if row.won}
    assert won == {card["id"] for card in match.setup["hands"][match.winner]}
    turned = Counter(event.card.extra["id"] for event in flips)
    assert {card_id: row.flipped for card_id, row in figures.items() if row.flipped} == turned


def test_two_matches_add_up(players: tuple[User, User]) -> None:
    hands: Counter[str] = Counter()
    for _ in range(2):
        match = played(players, trade="none")
        assert match.state == Match.State.OVER
        for hand in match.setup["hands"].values():
            hands.update({card["id"] for card in hand})
    assert {row.card_id: row.brought for row in CardFigures.objects.all()} == hands


def test_a_private_match_is_not_counted(players: tuple[User, User]) -> None:
    match = world.match_make(*players, trade="none")
    option_set(match_id=match.pk, user=players[0], option="private")
    assert world.match_play(match).state == Match.State.OVER
    assert not CardFigures.objects.exists()


def test_a_match_that_somebody_left_is_not_counted(players: tuple[User, User]) -> None:
    match = world.match_make(*players, trade="none")
    match_leave(match_id=match.pk, user=players[0])
    assert not CardFigures.objects.exists()


def test_a_match_against_a_robot_is_not_counted(players: tuple[User, User]) -> None:
    match = world.match_make(*players, trade="none")
    Match.objects.filter(pk=match.pk).update(with_people=False)
    assert world.match_play(match).state == Match.State.OVER
    assert not CardFigures.objects.exists()
