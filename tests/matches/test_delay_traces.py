"""What a delayed match leaves elsewhere before others have seen it, and what must wait for its end."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.departures import account_leave
from accounts.models import LedgerEntry, User
from accounts.roles import GAME_MASTER
from matches import audit
from matches.models import Match
from matches.services.challenges import challenge_accept
from matches.services.delays import delay_set
from matches.services.guests import guest_adopted
from matches.services.leaving import match_leave
from matches.services.pay import why_unpaid
from matches.services.playing_on import match_play_on
from matches.services.robots import robots_load
from tests.accounts.conftest import PASSWORD
from tests.cards.grants import staff_make
from tests.conftest import Clock
from tests.matches import world
from tests.matches.delayed import DELAY, choose, match_delayed, names_give, pass_time, play_out
from triad.errors import Conflict

pytestmark = pytest.mark.django_db


@pytest.fixture
def two(alice: User, bob: User, clock: Clock) -> tuple[User, User]:
    """Alice and Bob, with cards of names of their own."""
    names_give(alice, bob)
    return alice, bob


@pytest.fixture
def held(two: tuple[User, User], clock: Clock) -> Match:
    """A match of the two that is over for them, and that others still see played."""
    match = match_delayed(*two, rules=["same", "limitless"])
    play_out(match, clock)
    choose(match)
    assert match.state == Match.State.HELD
    return match


def test_the_next_match_of_the_two_tells_no_earlier_that_this_one_is_over(
    held: Match, two: tuple[User, User], clock: Clock
) -> None:
    rules = ["same", "limitless"]
    again = world.match_make(two[1], two[0], rules=rules, option="broadcast", trade="none", move_time=300)
    assert again.delay == DELAY
    assert f"/matches/{again.pk}/" not in Client().get(reverse("matches:running")).content.decode()
    with pytest.raises(Conflict, match="cannot be shorter"):
        delay_set(match_id=again.pk, seconds=DELAY - 1, by=User.objects.get(username="olga"))
    pass_time(clock, DELAY)
    held.refresh_from_db()
    assert held.state == Match.State.OVER
    assert f"/matches/{again.pk}/" in Client().get(reverse("matches:running")).content.decode()
    assert list(audit.findings()) == []


def test_others_of_one_of_the_two_wait_for_nothing(held: Match, alice: User, charlie: User) -> None:
    world.copies_give(charlie, [f"A{number:03}" for number in range(1, 6)])
    world.seen_now(charlie)
    assert world.match_make(alice, charlie, rules=["same", "limitless"], trade="none").delay == 0


def test_the_staff_is_not_told_that_the_hands_are_open_while_they_are_not(held: Match, clock: Clock) -> None:
    client = Client()
    client.force_login(staff_make("gina", GAME_MASTER))
    page = reverse("admin:matches_match_change", args=[held.pk])
    assert "Open: the match is over" not in client.get(page).content.decode()
    assert reverse("admin:matches_match_look", args=[held.pk]) in client.get(page).content.decode()
    pass_time(clock, DELAY)
    assert "Open: the match is over" in client.get(page).content.decode()


@pytest.mark.parametrize(("trade", "counted"), [("none", "robot_paid"), ("training", "")])
def test_only_what_may_yet_be_paid_counts_among_the_paid_of_the_day(
    held: Match, alice: User, bob: User, clock: Clock, trade: str, counted: str
) -> None:
    User.objects.filter(pk=bob.pk).update(kind="robot")
    bob.refresh_from_db()
    Match.objects.filter(pk=held.pk).update(with_people=False, setup={**held.setup, "trade": trade})
    assert why_unpaid(user=alice, opponent=bob, moment=clock.now) == counted


def test_nobody_leaves_the_site_who_is_still_owed_pay(held: Match, alice: User, bob: User, clock: Clock) -> None:
    User.objects.filter(pk=bob.pk).update(kind="robot")
    Match.objects.filter(pk=held.pk).update(with_people=False)
    with pytest.raises(Conflict, match="Leave after it"):
        account_leave(player=alice, password=PASSWORD)


@pytest.mark.usefixtures("rich")
def test_a_bet_leaves_the_purse_for_others_when_they_see_the_match(alice: User, bob: User, clock: Clock) -> None:
    mine = Client()
    mine.force_login(alice)

    def shown(client: Client) -> int:
        return int(client.get(reverse("accounts:profile", args=["alice"])).context["points"])

    before = shown(Client())
    match_delayed(alice, bob, bet=20, trade="none")
    assert (shown(Client()), shown(mine)) == (before, before - 20)
    pass_time(clock, DELAY)
    assert (shown(Client()), shown(mine)) == (before - 20, before - 20)


def test_a_pool_of_random_does_not_tell_which_cards_are_held(
    held: Match, alice: User, charlie: User, clock: Clock
) -> None:
    world.copies_give(charlie, [f"A{number:03}" for number in range(1, 6)])
    world.seen_now(charlie)
    terms = {"house": "balamb", "rules": ["open", "random", "same"], "trade": "none", "copies": None}
    challenge = world.challenge_make(alice, charlie, **terms)
    match = challenge_accept(challenge_id=challenge.pk, user=charlie)
    world.match_play(match)
    record, proof = (reverse(f"matches:{name}", args=[match.pk]) for name in ("record", "proof"))
    assert "pool" not in Client().get(record).json()
    assert Client().get(proof).status_code == 200
    robots_load()
    on = match_play_on(match_id=match.pk, at=8, user=charlie, side="blue", robot="steady")
    match_leave(match_id=on.pk, user=charlie)
    assert "pool" not in Client().get(reverse("matches:record", args=[on.pk])).json()
    pass_time(clock, DELAY)
    assert len(Client().get(record).json()["pool"]["blue"]) == 7


def test_a_guest_who_signs_up_meanwhile_is_paid_no_more_than_before(
    two: tuple[User, User], charlie: User, clock: Clock
) -> None:
    alice, bob = two
    match = match_delayed(alice, bob, trade="none")
    User.objects.filter(pk=alice.pk).update(kind="guest")
    User.objects.filter(pk=bob.pk).update(kind="robot")
    match.brought.update(frozen=False)
    match.seats.filter(user=bob).update(busy="")
    match.seats.filter(user=alice).update(busy="robot")
    Match.objects.filter(pk=match.pk).update(with_people=False)
    play_out(match, clock)
    guest_adopted(guest=alice, user=charlie)
    pass_time(clock, DELAY)
    match.refresh_from_db()
    assert match.state == Match.State.OVER
    assert match.seats.get(user=charlie).points == 0
    assert not LedgerEntry.objects.filter(user=charlie).exists()
