"""Open challenges and invites: what may be posted, who may answer, and when they end."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache

from accounts.models import User
from matches.arena.opening import invite_of, invite_token
from matches.audit import findings
from matches.models import Challenge, Match, Seed
from matches.services.challenges import challenge_refuse, challenge_withdraw
from matches.services.overdue import settle_due
from matches.services.seeds import seed_make
from tests.arena.open import answer, open_make
from tests.conftest import Clock
from tests.matches import world
from triad.errors import GameError

Players = tuple[User, User]


def code_of(call: Any, *args: Any, **given: Any) -> str:
    with pytest.raises(GameError) as refused:
        call(*args, **given)
    return refused.value.code


def test_who_answers_first_plays_it(players: Players) -> None:
    alice, bob = players
    challenge = open_make(alice, addition="ab" * 16)
    commitment = challenge.seed.commitment
    match = answer(challenge, bob)
    challenge.refresh_from_db()
    assert (challenge.state, challenge.opponent) == ("accepted", bob) and match.challenge == challenge
    assert match.seed.commitment == commitment
    assert match.additions == {"blue": "ab" * 16, "red": "cd" * 16}
    assert match.seats.get(colour="blue").user == alice
    assert list(findings()) == []


def test_its_maker_cannot_answer_it_and_a_guest_must_sign_up(players: Players) -> None:
    alice, _bob = players
    challenge = open_make(alice)
    guest = User.objects.create_user(username="Guest-77777", kind="guest")
    assert code_of(answer, challenge, alice) == "not_for_you"
    assert code_of(answer, challenge, guest, copies=None) == "needs_account"
    assert code_of(open_make, guest, copies=None) == "needs_account"
    assert not Match.objects.exists()


def test_the_second_who_answers_is_told_that_it_is_taken(players: Players, charlie: User) -> None:
    alice, bob = players
    world.copies_give(charlie, [f"A{number:03}" for number in range(1, 6)])
    challenge = open_make(alice)
    answer(challenge, bob)
    assert code_of(answer, challenge, charlie) == "challenge_over"


def test_it_cannot_be_answered_while_its_maker_is_away(players: Players, clock: Clock) -> None:
    alice, bob = players
    challenge = open_make(alice)
    clock.advance(61)
    assert code_of(answer, challenge, bob) == "opponent_away"
    world.seen_now(alice)
    assert answer(challenge, bob)


@pytest.mark.parametrize("way", ["open", "invite"])
def test_it_ends_after_a_day(players: Players, clock: Clock, way: str) -> None:
    alice, bob = players
    challenge = open_make(alice, way=way)
    clock.advance(24 * 3600 - 1)
    settle_due(limit=10)
    challenge.refresh_from_db()
    assert challenge.state == "waiting"
    clock.advance(1)
    assert code_of(answer, challenge, bob, invited=True) == "challenge_over"
    settle_due(limit=10)
    challenge.refresh_from_db()
    assert challenge.state == "expired"


def test_an_invite_is_open_only_to_who_has_its_link(players: Players, charlie: User) -> None:
    alice, bob = players
    invite = open_make(alice, way="invite")
    assert code_of(answer, invite, bob) == "no_challenge"
    assert invite_of(invite_token(invite)) == invite
    for token in ("", "12", f"{invite.pk}.x", invite_token(invite)[:-1], "x" * 5000, f"{invite.pk + 1}.abc"):
        assert code_of(invite_of, token) == "no_invite"
    assert answer(invite, bob, invited=True)
    assert code_of(answer, invite, charlie, invited=True) == "challenge_over"


def test_the_link_of_an_open_challenge_is_no_invite(players: Players) -> None:
    assert code_of(invite_of, invite_token(open_make(players[0]))) == "no_invite"


def test_its_deck_is_checked_at_acceptance(players: Players, charlie: User) -> None:
    alice, bob = players
    invite = open_make(alice, way="invite", trade="none")
    copy = invite.hand.order_by("position").first()
    assert copy is not None
    type(copy.copy).objects.filter(pk=copy.copy_id).update(owner=charlie)
    assert code_of(answer, invite, bob, invited=True) == "challenge_broken"
    invite.refresh_from_db()
    assert invite.state == "broken" and invite.opponent is None


def test_another_match_of_its_maker_withdraws_it(players: Players, charlie: User) -> None:
    alice, bob = players
    world.copies_give(charlie, [f"A{number:03}" for number in range(1, 6)])
    made = [open_make(alice), open_make(alice, way="invite")]
    world.match_make(bob, alice)
    assert {Challenge.objects.get(pk=each.pk).state for each in made} == {"withdrawn"}
    assert code_of(answer, made[0], charlie) == "challenge_over"


def test_only_its_maker_withdraws_it_and_nobody_refuses_it(players: Players) -> None:
    alice, bob = players
    challenge = open_make(alice)
    assert code_of(challenge_withdraw, challenge_id=challenge.pk, user=bob) == "no_challenge"
    assert code_of(challenge_refuse, challenge_id=challenge.pk, user=bob) == "no_challenge"
    assert code_of(challenge_refuse, challenge_id=challenge.pk, user=alice) == "not_for_you"
    assert challenge_withdraw(challenge_id=challenge.pk, user=alice).state == "withdrawn"


def test_a_few_wait_at_once_and_not_more(players: Players, settings: Any) -> None:
    alice, _bob = players
    settings.OPEN_CHALLENGES_AT_ONCE = 2
    first = open_make(alice)
    open_make(alice, way="invite")
    assert code_of(open_make, alice) == "many_waiting"
    challenge_withdraw(challenge_id=first.pk, user=alice)
    assert open_make(alice)


def test_who_makes_many_is_told_how_long_to_wait(players: Players, settings: Any, clock: Clock) -> None:
    alice, bob = players
    settings.LIMITS = {"open": (2, 600)}
    cache.clear()
    for _time in range(2):
        challenge_withdraw(challenge_id=open_make(alice).pk, user=alice)
        clock.advance(10)
    with pytest.raises(GameError) as refused:
        open_make(alice)
    assert (refused.value.code, refused.value.status) == ("too_often", 429)
    assert "580 seconds" in refused.value.message
    assert open_make(bob)
    clock.advance(580)
    assert open_make(alice)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"way": "named"}, "way_unknown"),
        ({"rules": ["combo"]}, "rule_needs"),
        ({"house": "nowhere"}, "house_unknown"),
        ({"trade": "total"}, "newcomer"),
        ({"copies": []}, "hand_size"),
        ({"copies": None}, "no_hand"),
        ({"addition": "xy"}, "bad_addition"),
        ({"move_time": 7}, "bad_move_time"),
        ({"bet": 5}, "bets_closed"),
    ],
)
def test_what_cannot_be_played_cannot_be_posted(players: Players, given: dict[str, Any], code: str) -> None:
    assert code_of(open_make, players[0], **given) == code
    assert not Challenge.objects.exists()


def test_a_bet_is_a_tenth_of_the_own_wallet_and_of_the_poorer_in_the_end(rich: Players) -> None:
    alice, bob = rich
    assert code_of(open_make, alice, bet=201) == "bet_too_high"
    challenge = open_make(alice, bet=200, confirmed=True)
    type(bob.wallet).objects.filter(user=bob).update(points=1990)
    assert code_of(answer, challenge, bob, confirmed=True) == "bet_too_high"
    type(bob.wallet).objects.filter(user=bob).update(points=2000)
    assert answer(challenge, bob, confirmed=True).bet == 200


def test_a_seed_of_another_or_used_one_is_refused(players: Players) -> None:
    alice, bob = players
    seeds = [seed_make(owner=bob).pk, open_make(alice).seed_id, 0]
    for seed_id in seeds:
        assert code_of(_with_seed, alice, seed_id) == "seed_used"
    assert Seed.objects.filter(pk=seeds[0], used_at=None).exists()


def _with_seed(user: User, seed_id: int) -> None:
    from matches.arena.opening import challenge_open

    challenge_open(challenger=user, seed_id=seed_id, rules=world.RULES, trade="none", copies=world.hand_of(user))
