"""Even bets: held from acceptance, given to whom they belong (RULES 5, 7)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from accounts.audit import findings as wallet_findings
from accounts.models import LedgerEntry, User
from accounts.services.wallet import pay
from matches.audit import findings
from matches.models import Match
from matches.services.bets import bet_limit
from matches.services.challenges import challenge_accept
from matches.services.endings import match_finish
from matches.services.leaving import match_leave
from matches.services.overdue import settle_match
from matches.services.rematch import rematch_offer
from tests.conftest import Clock
from tests.matches import stock, world
from triad.errors import GameError

pytestmark = pytest.mark.django_db

START = 1000


@pytest.fixture
def betting(players: tuple[User, User], bets_open: None) -> tuple[User, User]:
    """Alice and Bob with a thousand points each, free to bet."""
    for user in players:
        pay(user=user, points=START, reason="grant", cause="test")
    return players


def points(*users: User) -> list[int]:
    for user in users:
        user.wallet.refresh_from_db()
    return [user.wallet.points for user in users]


def begin(players: tuple[User, User], bet: int = 100, **terms: Any) -> Match:
    return world.match_make(*players, trade="none", bet=bet, **terms)


def bets(match: Match) -> list[tuple[int, str]]:
    entries = LedgerEntry.objects.filter(reason="bet").order_by("pk")
    return [(entry.points, entry.cause.removeprefix(f"match:{match.pk}:")) for entry in entries]


def clean() -> None:
    assert list(findings()) == [] and list(wallet_findings()) == []


def test_both_bets_are_held_from_acceptance(betting: tuple[User, User]) -> None:
    match = begin(betting)
    assert match.bet == 100 and points(*betting) == [900, 900]
    assert bets(match) == [(-100, "bet"), (-100, "bet")]
    clean()


def test_a_challenge_that_waits_holds_nothing(betting: tuple[User, User]) -> None:
    assert world.challenge_make(*betting, bet=100).bet == 100
    assert points(*betting) == [START, START]


def test_the_winner_gets_both(betting: tuple[User, User]) -> None:
    match = stock.play_out(begin(betting), Random(1))
    won, lost = match.seats.get(outcome="won"), match.seats.get(outcome="lost")
    assert points(won.user, lost.user) == [1100 + won.points, 900 + lost.points]
    assert bets(match)[2:] == [(200, "bet:settled")]
    clean()


def test_a_draw_gives_both_back(betting: tuple[User, User]) -> None:
    match = begin(betting, house="ffviii", rules=["open"])
    for chance in range(200):
        # Plays until a match is drawn; the house of this one lets a draw stand.
        match = stock.play_out(match, Random(chance))
        if match.winner == "draw":
            break
        pair = betting if chance % 2 else betting[::-1]
        match = begin(pair, bet=1, house="ffviii", rules=["open"])
    assert match.winner == "draw"
    settled = LedgerEntry.objects.filter(cause=f"match:{match.pk}:bet:settled")
    assert list(settled.values_list("points", flat=True)) == [match.bet, match.bet]
    clean()


@pytest.mark.parametrize(("seen_ago", "stayed"), [(0, 1100), (60, 1100), (61, START)])
def test_who_stayed_connected_gets_the_bet_of_a_match_not_finished(
    betting: tuple[User, User], seen_ago: float, stayed: int
) -> None:
    alice, bob = betting
    match = begin(betting)
    world.seen_before(bob, seen_ago)
    match = match_leave(match_id=match.pk, user=alice)
    assert match.ended == "did_not_finish" and points(alice, bob) == [2 * START - stayed, stayed]
    clean()


def test_a_forfeit_gives_it_to_the_winner_connected_or_not(betting: tuple[User, User]) -> None:
    alice, bob = betting
    match = begin(betting, house="tffo")
    world.seen_before(bob, 600)
    match = match_leave(match_id=match.pk, user=alice)
    assert match.ended == "forfeit" and points(alice, bob) == [900, 1100]
    clean()


def test_the_clock_leaves_with_nobody_there_and_both_get_theirs_back(betting: tuple[User, User], clock: Clock) -> None:
    match = begin(betting)
    while match.state == Match.State.PLAYING:
        clock.advance(61)
        settle_match(match_id=match.pk)
        match.refresh_from_db()
    assert match.ended == "did_not_finish" and points(*betting) == [START, START]
    clean()


def test_settling_twice_pays_once(betting: tuple[User, User]) -> None:
    from matches.queries.records import standing

    match = begin(betting)
    match = match_leave(match_id=match.pk, user=betting[0])
    before = points(*betting)
    match_finish(match=match, at=standing(match), moment=match.ended_at, stayed="red")
    assert points(*betting) == before


def test_a_bet_is_a_tenth_of_the_poorer_wallet_at_most(betting: tuple[User, User]) -> None:
    alice, bob = betting
    pay(user=bob, points=-495, reason="correction", cause="less")
    assert bet_limit(user=alice, other=bob) == bet_limit(user=bob, other=alice) == 50
    with pytest.raises(GameError) as error:
        world.challenge_make(alice, bob, bet=51)
    assert (error.value.code, error.value.status) == ("bet_too_high", 409) and "50" in error.value.message
    world.challenge_make(alice, bob, bet=50)
    for user in betting:
        pay(user=user, points=100_000, reason="grant", cause="rich")
    assert bet_limit(user=alice, other=bob) == 500


def test_the_bet_is_checked_again_at_acceptance(betting: tuple[User, User]) -> None:
    alice, bob = betting
    challenge = world.challenge_make(alice, bob, bet=100)
    pay(user=alice, points=-1, reason="correction", cause="less")
    with pytest.raises(GameError) as error:
        challenge_accept(challenge_id=challenge.pk, user=bob, copies=world.hand_of(bob))
    assert error.value.code == "bet_too_high"
    assert not Match.objects.exists() and points(alice, bob) == [START - 1, START]


def test_a_rematch_holds_the_bet_again(betting: tuple[User, User]) -> None:
    alice, bob = betting
    last = stock.play_out(begin(betting, bet=90), Random(1))
    rematch_offer(match_id=last.pk, user=alice)
    match = rematch_offer(match_id=last.pk, user=bob)
    assert match is not None and match.bet == 90
    assert LedgerEntry.objects.filter(cause=f"match:{match.pk}:bet", points=-90).count() == 2
    clean()


def test_a_rematch_that_the_wallet_cannot_hold_is_refused(betting: tuple[User, User]) -> None:
    alice = betting[0]
    last = stock.play_out(begin(betting), Random(1))
    pay(user=alice, points=-600, reason="correction", cause="less")
    for user in betting:
        with pytest.raises(GameError) as error:
            rematch_offer(match_id=last.pk, user=user)
        assert error.value.code == "bet_too_high"


def test_the_audit_finds_a_bet_that_is_not_held_or_not_given(betting: tuple[User, User]) -> None:
    match = begin(betting)
    LedgerEntry.objects.filter(user=betting[0], reason="bet").delete()
    assert any("holds the bets" in line for line in findings())
    Match.objects.filter(pk=match.pk).update(bet=0)
    assert any("holds the bets" in line for line in findings())


def test_the_audit_finds_a_bet_of_no_match(betting: tuple[User, User]) -> None:
    pay(user=betting[0], points=-5, reason="bet", cause="match:0:bet")
    assert list(findings()) == ["the matches that run hold bets of 0 points; the ledger has taken 5"]


def test_the_audit_finds_a_bet_that_went_to_the_loser(betting: tuple[User, User]) -> None:
    match = stock.play_out(begin(betting), Random(1))
    loser = match.seats.get(outcome="lost").user
    LedgerEntry.objects.filter(cause__endswith=":settled").update(user=loser)
    assert any("owes the bets" in line for line in findings())
