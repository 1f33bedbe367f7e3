"""A placement: one row, one version, and a sentence for every one that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from matches.models import Match, Move, Round
from matches.queries.history import Tally, statistics
from matches.queries.records import record, standing
from matches.services.moves import move_play
from matches.services.options import option_set
from tests.conftest import Clock
from tests.matches import world
from triad.errors import GameError

pytestmark = pytest.mark.django_db


def test_a_placement_passes_the_turn_and_sets_the_next_deadline(match: Match, clock: Clock) -> None:
    first = match.turn
    clock.advance(20)
    world.placement_play(match)
    match.refresh_from_db()
    assert match.turn != first and (match.due_at - clock.now).total_seconds() == 60


@pytest.mark.parametrize(
    ("change", "code", "status"),
    [
        ({"version": 0}, "stale_version", 409),
        ({"version": 99}, "stale_version", 409),
        ({"square": 0}, "no_such_square", 400),
        ({"square": 10}, "no_such_square", 400),
        ({"square": -1}, "no_such_square", 400),
        ({"square": "taken"}, "square_taken", 409),
        ({"card": "zz"}, "not_in_hand", 400),
        ({"card": ""}, "not_in_hand", 400),
        ({"card": "x" * 10_000}, "not_in_hand", 400),
        ({"card": "played"}, "not_in_hand", 400),
        ({"card": "theirs"}, "not_in_hand", 400),
        ({"user": "waiting"}, "not_your_turn", 409),
        ({"user": "charlie"}, "not_a_player", 403),
        ({"match_id": 10_000_000}, "no_match", 404),
    ],
)
def test_what_cannot_be_placed(match: Match, charlie: User, change: dict[str, Any], code: str, status: int) -> None:
    world.placement_play(match)
    match.refresh_from_db()
    placed = Move.objects.get(match=match)
    on_turn = world.turn_user(match)
    waiting = match.seats.exclude(user=on_turn).get()
    given: dict[str, Any] = {
        "match_id": match.pk,
        "user": on_turn,
        "card": f"{match.turn[0]}2",
        "square": next(square for square in range(1, 10) if square != placed.square),
        "version": match.version,
        **change,
    }
    named = {"taken": placed.square, "played": placed.card, "theirs": f"{waiting.colour[0]}5"}
    given["square"], given["card"] = (named.get(given[name], given[name]) for name in ("square", "card"))
    given["user"] = {"waiting": waiting.user, "charlie": charlie}.get(given["user"], given["user"])
    with pytest.raises(GameError) as error:
        move_play(**given)
    assert (error.value.code, error.value.status) == (code, status) and error.value.message
    match.refresh_from_db()
    assert match.moves.count() == 1 and match.version == 2


def test_a_double_post_is_one_placement(match: Match) -> None:
    at, user, version = standing(match), world.turn_user(match), match.version
    card = at.round.hands[match.turn][0].key
    move_play(match_id=match.pk, user=user, card=card, square=5, version=version)
    with pytest.raises(GameError) as error:
        move_play(match_id=match.pk, user=user, card=card, square=5, version=version)
    assert error.value.code == "stale_version"
    assert Move.objects.count() == 1


def test_a_stranger_to_a_private_match_hears_nothing_of_it(
    match: Match, players: tuple[User, User], charlie: User
) -> None:
    option_set(match_id=match.pk, user=players[0], option="private")
    with pytest.raises(GameError) as error:
        move_play(match_id=match.pk, user=charlie, card="b1", square=1, version=2)
    assert (error.value.code, error.value.status) == ("no_match", 404)


def test_nothing_is_placed_in_a_match_that_is_over(match: Match) -> None:
    match = world.match_play(match)
    with pytest.raises(GameError) as error:
        move_play(match_id=match.pk, user=match.seats.first().user, card="b1", square=1, version=match.version)
    assert (error.value.code, error.value.status) == ("match_over", 409)


def _all_alike(level: int = 1) -> None:
    from cards.models import Card

    Card.objects.update(up=5, right=5, down=5, left=5)


def test_a_drawn_round_is_dealt_again_until_the_twenty_fifth(players: tuple[User, User], clock: Clock) -> None:
    _all_alike()
    match = world.match_make(*players, rules=["open", "elemental"], trade="one", move_time=60)
    from matches.models import Round as Rounds

    Rounds.objects.filter(match=match).update(draws={})
    first = match.turn
    for number in range(3):
        for _placement in range(9):
            assert match.state == Match.State.PLAYING
            world.placement_play(match)
            match.refresh_from_db()
            Rounds.objects.filter(match=match).update(draws={})
        assert Round.objects.filter(match=match).count() == number + 2
        assert match.turn == first
        seconds = (match.due_at - clock.now).total_seconds()
        assert seconds == (30 if number == 2 else 60), "from the fourth round a move has 30 seconds at most"


def test_equal_cards_draw_for_twenty_five_rounds_and_then_the_match(players: tuple[User, User]) -> None:
    _all_alike()
    match = world.match_play(world.match_make(*players, rules=["open"], trade="one"))
    assert (match.state, match.winner, match.ended, match.claim) == ("over", "draw", "played", None)
    assert match.rounds.count() == 25 and match.moves.count() == 225
    assert set(match.seats.values_list("outcome", "points", "experience")) == {("drawn", 5, 30)}
    for user in players:
        assert statistics(user).total == Tally(won=0, lost=0, drawn=1, did_not_finish=0, points=5)


def test_the_draws_of_an_elemental_round_stand_in_the_record(players: tuple[User, User]) -> None:
    match = world.match_make(*players, rules=["elemental"], trade="none")
    from matches.engine import deal
    from matches.services.seeds import draws_of

    drawn = {str(square): element for square, element in deal.elements(draws_of(match), 0).items()}
    assert record(match)["rounds"][0]["elements"] == drawn
    assert match.setup["first"] == deal.first(draws_of(match))
