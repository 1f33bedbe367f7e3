"""Which trade rules are open to whom: newcomers, experience, few cards, bars (RULES 5, 7)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from accounts.services.wallet import pay
from cards.models import Copy
from matches.houses import HOUSES
from matches.services import eligibility
from matches.services.challenges import challenge_accept, challenge_withdraw
from matches.services.eligibility import trade_refusals
from tests.conftest import Clock
from tests.matches import world
from triad.errors import GameError

pytestmark = pytest.mark.django_db


@pytest.fixture
def experienced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is a newcomer."""
    monkeypatch.setattr(eligibility, "NEWCOMER_MATCHES", 0)


def gain(user: User, experience: int) -> None:
    pay(user=user, experience=experience, reason="grant", cause=f"gain:{experience}")


NEEDED = {
    "one": 1000, "direct": 1000, "change": 1000, "diff": 1000, "random": 1000, "two": 2000, "three": 3000,
    "four": 4000, "total": 5000,
}  # fmt: skip


@pytest.mark.parametrize(
    ("house", "trade"),
    [(house, trade) for house in ("balamb", "free") for trade in HOUSES[house].trades if trade in NEEDED],
)
def test_stakes_need_experience_of_both_in_two_houses(
    players: tuple[User, User], experienced: None, house: str, trade: str
) -> None:
    alice, bob = players
    for user, code in ((alice, "inexperienced"), (bob, "opponent_inexperienced")):
        gain(user, NEEDED[trade] - 1)
        with pytest.raises(GameError) as error:
            world.challenge_make(alice, bob, house=house, rules=["same"], trade=trade)
        assert (error.value.code, error.value.status) == (code, 409) and str(NEEDED[trade]) in error.value.message
        gain(user, 1)
    challenge = world.challenge_make(alice, bob, house=house, rules=["same"], trade=trade)
    assert challenge_accept(challenge_id=challenge.pk, user=bob, copies=world.hand_of(bob)).setup["trade"] == trade


@pytest.mark.parametrize("house", ["deling", "ffviii", "ffxiv", "tffo", "guild"])
def test_elsewhere_no_experience_is_needed(players: tuple[User, User], experienced: None, house: str) -> None:
    world.challenge_make(*players, house=house, rules=["same"], trade="one")


@pytest.mark.parametrize(
    ("house", "open_trades"),
    [
        ("deling", {"one", "none"}),
        ("ffviii", {"none", "one"}),
        ("tffo", {"none", "one"}),
        ("guild", {"none"}),
        ("balamb", {"training", "none"}),
    ],
)
def test_what_is_open_to_a_newcomer(
    players: tuple[User, User], clock: Clock, house: str, open_trades: set[str]
) -> None:
    alice, bob = players
    refused = trade_refusals(user=alice, other=bob, house=HOUSES[house], moment=clock.now)
    assert set(HOUSES[house].trades) - set(refused) == open_trades
    assert all(refused.values())
    for trade in HOUSES[house].trades:
        if trade not in open_trades:
            with pytest.raises(GameError) as error:
                world.challenge_make(alice, bob, house=house, rules=["same"], trade=trade)
            assert error.value.message == refused[trade]


def test_the_sentence_is_about_who_it_is_closed_to(
    players: tuple[User, User], clock: Clock, charlie: User, experienced: None
) -> None:
    alice, bob = players
    Copy.objects.filter(owner=bob, card__in=["A011", "A012"]).update(owner=charlie)
    refused = trade_refusals(user=alice, other=bob, house=HOUSES["deling"], moment=clock.now)
    assert set(refused) == {"total", "diff"} and all("bob" in text for text in refused.values())
    assert trade_refusals(user=alice, house=HOUSES["deling"], moment=clock.now) == {}
    mine = trade_refusals(user=bob, other=alice, house=HOUSES["deling"], moment=clock.now)
    assert set(mine) == {"total", "diff"} and all("your stash" in text for text in mine.values())


def test_where_a_total_victory_takes_five_every_stake_needs_more_than_ten_cards(
    players: tuple[User, User], clock: Clock, charlie: User, experienced: None
) -> None:
    alice = players[0]
    Copy.objects.filter(owner=alice, card__in=["A011", "A012"]).update(owner=charlie)
    assert set(trade_refusals(user=alice, house=HOUSES["guild"], moment=clock.now)) == {"one", "change", "total"}


def test_bets_are_open_after_ten_matches_with_people_and_three_days(
    players: tuple[User, User], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RULES 8: on both sides, at sending, at acceptance and for the rematch alike."""
    alice, bob = players

    def joined(user: User, seconds: int) -> None:
        user.date_joined = clock.now - timedelta(days=3) + timedelta(seconds=seconds)
        user.save(update_fields=["date_joined"])

    for user in players:
        pay(user=user, points=1000, reason="grant", cause="test")
        joined(user, 0)
    played = dict.fromkeys(players, 10)
    monkeypatch.setattr(eligibility, "matches_with_people", lambda user: played[user])

    def refused() -> str:
        with pytest.raises(GameError) as error:
            world.challenge_make(alice, bob, trade="none", bet=1)
        assert error.value.status == 409 and "after 10 matches with people and 3 days" in error.value.message
        return error.value.code

    for user, code in ((alice, "bets_closed"), (bob, "opponent_bets_closed")):
        played[user] = 9
        assert refused() == code
        played[user] = 10
        joined(user, 1)
        assert refused() == code
        clock.advance(1)
    challenge = world.challenge_make(alice, bob, trade="none", bet=1)
    played[alice] = 9
    with pytest.raises(GameError) as error:
        challenge_accept(challenge_id=challenge.pk, user=bob, copies=world.hand_of(bob))
    assert error.value.code == "opponent_bets_closed"
    played[alice] = 10
    assert challenge_accept(challenge_id=challenge.pk, user=bob, copies=world.hand_of(bob)).bet == 1


def test_the_form_says_that_bets_are_not_open_yet(
    players: tuple[User, User], client: Client, bets_open: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for user in players:
        pay(user=user, points=1000, reason="grant", cause="test")
    client.force_login(players[0])
    assert "From 0 to 100" in client.get("/challenge/bob/").content.decode()
    challenge = world.challenge_make(*players, trade="none", bet=1)
    monkeypatch.setattr(eligibility, "BET_MATCHES", 10)
    client.force_login(players[1])
    answer = client.get(f"/challenges/{challenge.pk}/").content.decode()
    assert "Bets are open to you after 10 matches with people" in answer
    challenge_withdraw(challenge_id=challenge.pk, user=players[0])
    client.force_login(players[0])
    page = client.get("/challenge/bob/").content.decode()
    assert "Bets are open to you after 10 matches with people" in page and "data-shut" in page
