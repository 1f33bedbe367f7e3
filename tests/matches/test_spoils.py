"""The winner's choice: within the claim and the holding limits, once."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from cards.models import Card, Copy, Transfer
from cards.services.copies import give_copy
from matches.audit import findings
from matches.models import BroughtCopy, Match
from matches.queries.records import seats
from matches.services.claims import claim_default, claims_move
from matches.services.spoils import spoils_choose
from tests.matches import world
from triad.errors import GameError

pytestmark = pytest.mark.django_db


@pytest.fixture
def won(match: Match) -> Match:
    """A match that is played, its spoils not chosen yet."""
    return world.match_play(match)


def _winner(match: Match) -> User:
    return seats(match)[match.winner].user


def _loser(match: Match) -> User:
    return match.seats.exclude(colour=match.winner).get().user


def _copy(match: Match, key: str) -> Copy:
    return BroughtCopy.objects.get(match=match, key=key).copy


def _widen(match: Match, choose: int) -> Match:
    """As if the trade rule gave so many."""
    trade = {5: "total"}.get(choose, "one")
    match.setup = {**match.setup, "trade": trade}
    match.claim = {**match.claim, "choose": choose}
    match.save()
    return match


def test_the_winner_may_take_nothing(won: Match) -> None:
    copies = set(Copy.objects.values_list("pk", "owner"))
    match = spoils_choose(match_id=won.pk, user=_winner(won), keys=[])
    assert (match.state, match.chosen) == ("over", [])
    assert set(Copy.objects.values_list("pk", "owner")) == copies


def test_the_winner_may_take_fewer_than_are_due(won: Match) -> None:
    match = _widen(won, 5)
    keys = match.claim["of"][1:4]
    match = spoils_choose(match_id=match.pk, user=_winner(match), keys=keys)
    assert match.chosen == keys and {_copy(match, key).owner for key in keys} == {_winner(match)}
    assert list(findings()) == []


def test_choosing_twice_moves_once(won: Match) -> None:
    winner, key = _winner(won), won.claim["of"][0]
    spoils_choose(match_id=won.pk, user=winner, keys=[key])
    with pytest.raises(GameError) as error:
        spoils_choose(match_id=won.pk, user=winner, keys=[won.claim["of"][1]])
    assert (error.value.code, error.value.status) == ("spoils_chosen", 409)
    assert Transfer.objects.filter(reason="spoils").count() == 1


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        (lambda of: of[:2], "too_many"),
        (lambda of: [of[0], of[0]], "not_in_claim"),
        (lambda of: ["zz"], "not_in_claim"),
        (lambda of: [("r" if of[0][0] == "b" else "b") + "1"], "not_in_claim"),
    ],
)
def test_what_cannot_be_chosen(won: Match, keys: Any, code: str) -> None:
    with pytest.raises(GameError) as error:
        spoils_choose(match_id=won.pk, user=_winner(won), keys=keys(won.claim["of"]))
    assert (error.value.code, error.value.status) == (code, 400)
    won.refresh_from_db()
    assert won.state == "choosing"


def test_only_the_winner_chooses_and_only_after_the_end(won: Match, charlie: User) -> None:
    with pytest.raises(GameError) as error:
        spoils_choose(match_id=won.pk, user=_loser(won), keys=[])
    assert (error.value.code, error.value.status) == ("not_the_winner", 403)
    with pytest.raises(GameError) as error:
        spoils_choose(match_id=won.pk, user=charlie, keys=[])
    assert (error.value.code, error.value.status) == ("not_a_player", 403)


def test_no_spoils_are_chosen_while_the_match_runs(match: Match, players: tuple[User, User]) -> None:
    with pytest.raises(GameError) as error:
        spoils_choose(match_id=match.pk, user=players[0], keys=["r1"])
    assert (error.value.code, error.value.status) == ("still_playing", 409)


def _fill(user: User, card_id: str, *, but: int = 0) -> None:
    card = Card.objects.select_related("series").get(pk=card_id)
    missing = card.hold_limit - Copy.objects.filter(owner=user, card=card).count() - but
    world.copies_give(user, [card_id] * missing)


def test_a_card_over_the_holding_limit_cannot_be_chosen(won: Match) -> None:
    key = won.claim["of"][0]
    _fill(_winner(won), _copy(won, key).card_id)
    with pytest.raises(GameError) as error:
        spoils_choose(match_id=won.pk, user=_winner(won), keys=[key])
    assert (error.value.code, error.value.status) == ("holding_limit", 409)
    assert _copy(won, key).owner == _loser(won)
    spoils_choose(match_id=won.pk, user=_winner(won), keys=[won.claim["of"][1]])


def test_two_equal_cards_are_counted_together(players: tuple[User, User]) -> None:
    for user in players:
        world.copies_give(user, ["A001", "A001"])
    equal = [[copy.pk for copy in Copy.objects.filter(owner=user, card="A001")] for user in players]
    rest = [
        list(Copy.objects.filter(owner=user, card__in=["A004", "A005"]).values_list("pk", flat=True))
        for user in players
    ]
    challenge = world.challenge_make(players[0], players[1], copies=equal[0] + rest[0])
    from matches.services.challenges import challenge_accept

    match = challenge_accept(challenge_id=challenge.pk, user=players[1], copies=equal[1] + rest[1])
    match = world.match_play(match)
    match = _widen(match, 5)
    _fill(_winner(match), "A001", but=1)
    two = [key for key in match.claim["of"] if _copy(match, key).card_id == "A001"][:2]
    with pytest.raises(GameError) as error:
        spoils_choose(match_id=match.pk, user=_winner(match), keys=two)
    assert error.value.code == "holding_limit"
    spoils_choose(match_id=match.pk, user=_winner(match), keys=two[:1])


def test_the_default_is_level_then_power_then_id_and_skips_what_may_not_be_held(won: Match) -> None:
    due = sorted(
        won.claim["of"],
        key=lambda key: (-_copy(won, key).card.level, -_copy(won, key).card.power, _copy(won, key).card_id),
    )
    assert claim_default(won) == due[:1]
    _fill(_winner(won), _copy(won, due[0]).card_id)
    assert claim_default(won) == due[1:2]
    assert claim_default(_widen(won, 5)) == due[1:]


def test_the_loser_starts_no_match_with_people_until_the_spoils_are_chosen(won: Match, charlie: User) -> None:
    world.copies_give(charlie, [f"A{number:03}" for number in range(1, 6)])
    with pytest.raises(GameError) as error:
        world.challenge_make(_loser(won), charlie)
    assert error.value.code == "in_a_match"
    spoils_choose(match_id=won.pk, user=_winner(won), keys=[])
    world.challenge_make(_loser(won), charlie)


@pytest.mark.parametrize("full", [False, True])
def test_a_random_spoil_is_drawn_over_all_five(match: Match, full: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    from matches.engine import deal
    from matches.services.seeds import draws_of

    match.setup = {**match.setup, "trade": "random"}
    match.save()
    if full:
        for user in [seat.user for seat in match.seats.all()]:
            for card_id in ("A001", "A002", "A003", "A004", "A005"):
                _fill(user, card_id)
    match = world.match_play(match)
    drawn = deal.trade(draws_of(match), match.claim["of"])
    assert match.state == "over" and match.setup["drawn"] == drawn
    assert match.chosen == ([] if full else [drawn])
    assert list(findings()) == []


def test_direct_moves_the_cards_that_lie_in_the_other_colour(match: Match) -> None:
    match.setup = {**match.setup, "trade": "direct"}
    match.save()
    match = world.match_play(match)
    keep = (match.claim or {"keep": {"blue": [], "red": []}})["keep"]
    assert match.state == "over" and match.chosen == [*keep["blue"], *keep["red"]]
    for colour, keys in keep.items():
        assert all(_copy(match, key).owner == seats(match)[colour].user for key in keys)
    assert list(findings()) == []


@pytest.mark.parametrize("first", ["blue", "red"])
def test_what_a_player_gives_makes_room_for_what_they_get_by_direct(match: Match, first: str) -> None:
    """Both sides gain at once: the result does not hang on whose cards are moved first."""
    card = _copy(match, "b1").card
    assert _copy(match, "r1").card == card
    players = {colour: seat.user for colour, seat in seats(match).items()}
    held = Copy.objects.filter(owner=players["blue"], card=card).count()
    for number in range(held, card.hold_limit):
        give_copy(card=card, taker=players["blue"], reason="grant", cause=f"full:{number}")
    due = {"blue": ["r1"], "red": ["b1"]}
    moved = claims_move(match=match, due={colour: due[colour] for colour in sorted(due, reverse=first == "red")})
    assert sorted(moved) == ["b1", "r1"]
    assert _copy(match, "b1").owner == players["red"] and _copy(match, "r1").owner == players["blue"]
    assert Copy.objects.filter(owner=players["blue"], card=card).count() == card.hold_limit
