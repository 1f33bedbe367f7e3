"""Sending a challenge: what is kept of it, and every refusal with its code and status."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import Kind, User
from cards.models import Card, Copy, Deck, DeckCard
from matches.models import Challenge, Match, Seat
from matches.services.challenges import challenge_send
from matches.services.eligibility import barred_until
from matches.services.seeds import seed_make
from tests.conftest import Clock
from tests.matches import world
from triad.clock import now
from triad.errors import GameError

pytestmark = pytest.mark.django_db


def refused(error: Any) -> tuple[str, int]:
    return error.value.code, error.value.status


def test_a_challenge_keeps_its_terms_and_its_five_cards(players: tuple[User, User]) -> None:
    alice, bob = players
    ids = world.hand_of(alice)
    sent = world.challenge_make(
        alice, bob, rules=["Wall", "SAME", "all open"], trade="Unique", copies=ids, move_time=15
    )
    assert (sent.house, sent.rules, sent.trade, sent.draw) == (
        "deling",
        ["open", "same", "same_wall"],
        "one",
        "replay",
    )
    assert sent.expires_at - sent.made_at == timedelta(minutes=10)
    assert [each.copy_id for each in sent.hand.all()] == ids
    assert sent.seed.used_at is not None and sent.seed.owner == alice


def test_the_houses_default_trade_rule_is_taken_where_none_is_named(players: tuple[User, User]) -> None:
    assert world.challenge_make(*players, trade=None).trade == "one"


def test_a_trade_rule_alone_is_enough(players: tuple[User, User]) -> None:
    assert world.challenge_make(*players, rules=[], trade="none").rules == []


def test_a_deck_brings_its_cards_in_its_order_and_a_marked_copy_before_an_unmarked_one(
    players: tuple[User, User],
) -> None:
    alice, bob = players
    first = Copy.objects.get(owner=alice, card="A001")
    from cards.services.copies import give_copy

    marked = give_copy(card=Card.objects.get(pk="A001"), taker=alice, reason="grant", cause="test", marked=True)
    deck = Deck.objects.create(owner=alice, name="Start", name_key="start")
    for place, card_id in enumerate(["A004", "A001", "A003", "A002", "A005"], 1):
        DeckCard.objects.create(deck=deck, position=place, card_id=card_id)
    sent = world.challenge_make(alice, bob, deck=deck, copies=None)
    brought = [each.copy for each in sent.hand.all()]
    assert [copy.card_id for copy in brought] == ["A004", "A001", "A003", "A002", "A005"]
    assert brought[1] == marked != first and sent.deck_name == "Start"


@pytest.mark.parametrize(
    ("terms", "code", "status"),
    [
        ({"house": "nowhere"}, "house_unknown", 400),
        ({"rules": ["frobnicate"]}, "rule_unknown", 400),
        ({"rules": ["x" * 10_000]}, "rule_unknown", 400),
        ({"rules": ["reverse"]}, "rule_not_in_house", 400),
        ({"rules": ["same_wall"]}, "rule_needs", 400),
        ({"rules": ["combo"]}, "rule_needs", 400),
        ({"rules": [], "trade": None}, "nothing_chosen", 400),
        ({"rules": ["hide"], "trade": None}, "nothing_chosen", 400),
        ({"rules": ["hide", "open"]}, "rules_exclude", 400),
        ({"trade": "everything"}, "trade_unknown", 400),
        ({"trade": "direct"}, "trade_not_in_house", 400),
        ({"draw": "sudden_death"}, "draw_not_in_house", 400),
        ({"option": "secret"}, "option_unknown", 400),
        ({"move_time": 61}, "bad_move_time", 400),
        ({"addition": "zz"}, "bad_addition", 400),
        ({"copies": None}, "no_hand", 400),
        ({"copies": []}, "hand_size", 400),
        ({"copies": [1, 1, 1, 1, 1]}, "hand_size", 400),
        ({"copies": [10_000_001, 10_000_002, 10_000_003, 10_000_004, 10_000_005]}, "no_copy", 404),
        ({"seed_id": 10_000_000}, "seed_used", 409),
    ],
)
def test_what_cannot_be_sent(players: tuple[User, User], terms: dict[str, Any], code: str, status: int) -> None:
    alice, bob = players
    given: dict[str, Any] = {
        "seed_id": seed_make(owner=alice).pk,
        "rules": ["same"],
        "trade": "one",
        "copies": world.hand_of(alice),
        **terms,
    }
    with pytest.raises(GameError) as error:
        challenge_send(challenger=alice, opponent=bob, **given)
    assert refused(error) == (code, status) and error.value.message
    assert not Challenge.objects.exists()


def test_a_sixth_card_that_is_one_of_the_five_is_refused(players: tuple[User, User]) -> None:
    alice, bob = players
    five = world.hand_of(alice)
    with pytest.raises(GameError) as error:
        world.challenge_make(alice, bob, copies=[*five, five[0]])
    assert refused(error) == ("hand_size", 400)


def test_every_exclusion_has_a_sentence() -> None:
    from matches.engine import EXCLUDES, NEEDS
    from matches.services.terms import rules_sentence

    for pair in EXCLUDES:
        assert "exclude each other" in rules_sentence(pair)
    for name in NEEDS:
        assert "needs" in rules_sentence([name])
    assert rules_sentence(["same", "same_wall", "combo"]) == ""


def test_levels_over_twenty_need_limitless(players: tuple[User, User]) -> None:
    alice, bob = players
    heavy = [copy.pk for copy in world.copies_give(alice, ["A019", "A020", "A021", "A016", "A017"])]
    with pytest.raises(GameError) as error:
        world.challenge_make(alice, bob, copies=heavy, trade="none")
    assert refused(error) == ("hand_illegal", 400) and "33" in error.value.message
    world.challenge_make(alice, bob, copies=heavy, trade="none", rules=["same", "limitless"])


def test_another_players_cards_and_decks_cannot_be_brought(players: tuple[User, User]) -> None:
    alice, bob = players
    with pytest.raises(GameError) as error:
        world.challenge_make(alice, bob, copies=world.hand_of(bob))
    assert refused(error) == ("no_copy", 404)
    deck = Deck.objects.create(owner=bob, name="His", name_key="his")
    with pytest.raises(GameError) as error:
        world.challenge_make(alice, bob, copies=None, deck=deck)
    assert refused(error) == ("no_deck", 404)


def test_staking_a_precious_card_is_confirmed(players: tuple[User, User]) -> None:
    alice, bob = players
    (precious,) = world.copies_give(alice, ["A022"])
    hand = [precious.pk, *world.hand_of(alice)[:4]]
    with pytest.raises(GameError) as error:
        world.challenge_make(alice, bob, copies=hand)
    assert refused(error) == ("confirm_stake", 409) and "Card 22 (8)" in error.value.message
    world.challenge_make(alice, bob, copies=hand, confirmed=True)


def test_without_a_stake_nothing_is_confirmed(players: tuple[User, User]) -> None:
    alice, bob = players
    (precious,) = world.copies_give(alice, ["A022"])
    world.challenge_make(alice, bob, copies=[precious.pk, *world.hand_of(alice)[:4]], trade="none")


def test_a_seed_serves_one_challenge_of_its_owner(players: tuple[User, User], charlie: User) -> None:
    alice, bob = players
    seed = seed_make(owner=charlie)
    with pytest.raises(GameError) as error:
        world.challenge_send(
            challenger=alice, opponent=bob, seed_id=seed.pk, rules=["same"], copies=world.hand_of(alice)
        )
    assert refused(error) == ("seed_used", 409)
    used = world.challenge_make(alice, bob).seed
    with pytest.raises(GameError) as error:
        challenge_send(challenger=alice, opponent=charlie, seed_id=used.pk, rules=["same"], copies=world.hand_of(alice))
    assert refused(error) == ("seed_used", 409)


@pytest.mark.parametrize("kind", [Kind.ROBOT, Kind.GUEST])
def test_robots_and_guests_are_not_challenged_and_challenge_nobody(players: tuple[User, User], kind: str) -> None:
    alice, bob = players
    User.objects.filter(pk=bob.pk).update(kind=kind)
    bob.refresh_from_db()
    with pytest.raises(GameError) as error:
        world.challenge_make(alice, bob)
    assert refused(error) == ("not_challengeable", 409)
    with pytest.raises(GameError) as error:
        world.challenge_make(bob, alice)
    assert refused(error) == ("needs_account", 403)


def test_nobody_challenges_themselves_or_who_does_not_want_to_be_disturbed(players: tuple[User, User]) -> None:
    alice, bob = players
    with pytest.raises(GameError) as error:
        world.challenge_make(alice, alice)
    assert refused(error) == ("not_challengeable", 409)
    User.objects.filter(pk=bob.pk).update(do_not_disturb=True)
    with pytest.raises(GameError) as error:
        world.challenge_make(alice, bob)
    assert refused(error) == ("do_not_disturb", 409)


def test_the_same_challenge_sent_twice_is_one(players: tuple[User, User]) -> None:
    world.challenge_make(*players)
    with pytest.raises(GameError) as error:
        world.challenge_make(*players)
    assert refused(error) == ("already_challenged", 409)
    assert Challenge.objects.count() == 1


def test_an_expired_challenge_does_not_stop_the_next(players: tuple[User, User], clock: Clock) -> None:
    first = world.challenge_make(*players)
    clock.advance(600)
    second = world.challenge_make(*players)
    first.refresh_from_db()
    assert (first.state, second.state) == ("expired", "waiting")


def test_who_plays_people_sends_no_challenge(match: Match, players: tuple[User, User], charlie: User) -> None:
    with pytest.raises(GameError) as error:
        world.challenge_make(players[0], charlie, copies=[])
    assert refused(error) == ("in_a_match", 409)


def _ended_matches(user: User, other: User, count: int) -> None:
    for _number in range(count):
        match = Match.objects.create(
            house="deling", with_people=True, setup={"trade": "one"}, seed=seed_make(), state="over",
            ended="played", winner="draw", ended_at=now(),
        )  # fmt: skip
        for colour, player in (("blue", user), ("red", other)):
            Seat.objects.create(match=match, colour=colour, user=player, outcome="drawn")


@pytest.mark.parametrize("trade", ["total", "diff"])
def test_newcomers_do_not_play_for_five_cards(players: tuple[User, User], charlie: User, trade: str) -> None:
    alice, bob = players
    with pytest.raises(GameError) as error:
        world.challenge_make(alice, bob, trade=trade)
    assert refused(error) == ("newcomer", 409)
    _ended_matches(alice, charlie, 5)
    with pytest.raises(GameError) as error:
        world.challenge_make(alice, bob, trade=trade)
    assert refused(error) == ("opponent_newcomer", 409) and "bob" in error.value.message
    _ended_matches(bob, charlie, 5)
    world.challenge_make(alice, bob, trade=trade)


def test_what_may_take_five_needs_more_than_ten_cards_on_both_sides(players: tuple[User, User], charlie: User) -> None:
    alice, bob = players
    _ended_matches(alice, bob, 5)
    Copy.objects.filter(owner=bob, card__in=["A011", "A012"]).update(owner=charlie)
    with pytest.raises(GameError) as error:
        world.challenge_make(alice, bob, trade="total")
    assert refused(error) == ("opponent_few_cards", 409)
    with pytest.raises(GameError) as error:
        world.challenge_make(bob, alice, trade="total")
    assert refused(error) == ("few_cards", 409)


def _left_matches(user: User, clock: Clock, hours: list[float], trade: str = "one") -> None:
    for each in hours:
        match = Match.objects.create(
            house="deling", with_people=True, setup={"trade": trade}, seed=seed_make(), state="over",
            ended="did_not_finish", ended_at=now() - timedelta(hours=each),
        )  # fmt: skip
        Seat.objects.create(match=match, colour="blue", user=user, did_not_finish=True)


@pytest.mark.parametrize(
    ("hours", "barred_hours"),
    [
        ([1], None),
        ([2, 1], 23),
        ([48, 1], 23),
        ([8 * 24, 1], None),
        ([26, 25], None),
        ([72, 48, 1], 7 * 24 - 1),
        ([73, 72, 71], 7 * 24 - 71),
        ([40, 30, 20, 10], 7 * 24 - 10),
    ],
)
def test_leaving_again_and_again_bars_staked_challenges(
    players: tuple[User, User], clock: Clock, hours: list[float], barred_hours: float | None
) -> None:
    alice, bob = players
    _left_matches(alice, clock, hours)
    until = barred_until(user=alice, moment=clock.now)
    assert until == (None if barred_hours is None else clock.now + timedelta(hours=barred_hours))
    if until:
        with pytest.raises(GameError) as error:
            world.challenge_make(alice, bob)
        assert refused(error) == ("barred", 409)
        with pytest.raises(GameError) as error:
            world.challenge_make(bob, alice)
        assert refused(error) == ("opponent_barred", 409)
        world.challenge_make(alice, bob, trade="none")


def test_leaving_matches_without_a_stake_bars_nothing(players: tuple[User, User], clock: Clock) -> None:
    _left_matches(players[0], clock, [2, 1], trade="none")
    assert barred_until(user=players[0], moment=clock.now) is None
