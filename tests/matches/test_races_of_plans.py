"""Plans that cross each other: leaving, rematches, other challenges, decks, spoils, signing up (FAULTS 3, 4, 5, 10)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial

import pytest

from accounts.audit import findings as wallet_findings
from accounts.guests import adopt
from accounts.models import User
from accounts.services.guests import guest_make
from accounts.services.players import player_deactivate
from cards.audit import findings as card_findings
from cards.models import Copy, Transfer
from cards.services.decks import deck_add, deck_create, deck_delete, deck_remove_at
from matches.audit import findings
from matches.models import BroughtCopy, Challenge, Match, Move, Seat
from matches.queries.records import seats, standing
from matches.services.challenges import challenge_accept, challenge_withdraw
from matches.services.leaving import match_leave
from matches.services.moves import move_play
from matches.services.overdue import settle_due, settle_match
from matches.services.rematch import rematch_offer
from matches.services.robots import robot_match_start, robots_load
from matches.services.spoils import spoils_choose
from tests.conftest import Clock
from tests.matches import world
from tests.matches.conftest import OWNED
from tests.matches.races import failures, race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

#: How often each race is run; TRIAD_RACES says otherwise.
TIMES = int(os.environ.get("TRIAD_RACES", "4"))


@pytest.fixture(autouse=True)
def clean(players: tuple[User, User]) -> Iterator[None]:
    """After every race the books are right, and nothing stays held that nobody plays with."""
    yield
    assert [*findings(), *wallet_findings(), *card_findings()] == []
    assert Copy.objects.count() == Transfer.objects.filter(giver=None).count()
    assert not BroughtCopy.objects.filter(frozen=True, match__state=Match.State.OVER).exists()
    assert not Seat.objects.filter(match__state=Match.State.OVER).exclude(busy="").exists()


@pytest.fixture
def three(players: tuple[User, User], charlie: User) -> tuple[User, User, User]:
    """Alice, Bob and Charlie, here, with twelve cards each."""
    world.copies_give(charlie, OWNED)
    world.seen_now(*players, charlie)
    return (*players, charlie)


def _end_all() -> None:
    for match in Match.objects.exclude(state=Match.State.OVER):
        if match.state == Match.State.PLAYING:
            match_leave(match_id=match.pk, user=match.seats.exclude(user__kind="robot").first().user)
        else:
            spoils_choose(match_id=match.pk, user=seats(match)[match.winner].user, keys=[])
    Challenge.objects.filter(state=Challenge.State.WAITING).update(state=Challenge.State.WITHDRAWN)


def _any_move(match: Match) -> partial[Match]:
    at, user = standing(match), world.turn_user(match)
    assert at.round is not None
    card = at.round.hands[match.turn][0].key
    square = next(square for square in range(1, 10) if square not in at.round.board)
    return partial(move_play, match_id=match.pk, user=user, card=card, square=square, version=match.version)


def test_leaving_against_a_placement_against_the_clock(players: tuple[User, User], clock: Clock) -> None:
    for number in range(TIMES):
        match = world.match_make(*players, trade="none")
        if number % 2:
            clock.advance(60)
            world.seen_now(*players)
        leaves = [partial(match_leave, match_id=match.pk, user=user) for user in players]
        results = race([_any_move(match), *leaves, settle_due, partial(settle_match, match_id=match.pk)])
        assert not failures(results), results
        match.refresh_from_db()
        assert match.state == Match.State.OVER and match.ended == "did_not_finish"
        assert Move.objects.filter(match=match).count() <= 1
        assert Seat.objects.filter(match=match, did_not_finish=True).count() == 1


def test_a_rematch_against_the_acceptance_of_another_challenge(three: tuple[User, User, User]) -> None:
    alice, bob, charlie = three
    for _time in range(TIMES):
        last = world.match_play(world.match_make(alice, bob, trade="none"))
        challenge, hand = world.challenge_make(charlie, alice, trade="none"), world.hand_of(alice)
        results = race(
            [
                partial(rematch_offer, match_id=last.pk, user=bob),
                partial(rematch_offer, match_id=last.pk, user=alice),
                partial(challenge_accept, challenge_id=challenge.pk, user=alice, copies=hand),
            ]
        )
        assert not failures(results), results
        assert Match.objects.filter(state=Match.State.PLAYING).count() == 1
        assert Seat.objects.filter(user=alice).exclude(busy="").count() == 1
        _end_all()


def test_accepting_with_copies_that_the_spoils_take(three: tuple[User, User, User]) -> None:
    alice, bob, charlie = three
    for _time in range(TIMES):
        match = world.match_play(world.match_make(alice, bob))
        winner = seats(match)[match.winner].user
        loser = bob if winner == alice else alice
        taken = BroughtCopy.objects.get(match=match, key=match.claim["of"][0]).copy_id
        brought = BroughtCopy.objects.filter(match=match, copy__owner=loser)
        hand = list(brought.order_by("key").values_list("copy", flat=True))
        challenge = world.challenge_make(charlie, loser, trade="none")
        results = race(
            [
                partial(spoils_choose, match_id=match.pk, user=winner, keys=[match.claim["of"][0]]),
                partial(challenge_accept, challenge_id=challenge.pk, user=loser, copies=hand),
            ]
        )
        assert isinstance(results[0], Match) and results[1] in ("in_a_match", "no_copy"), results
        assert Copy.objects.get(pk=taken).owner == winner
        Copy.objects.filter(pk=taken).exists()
        world.copies_give(loser, [Copy.objects.get(pk=taken).card_id])
        _end_all()
        if Copy.objects.filter(owner=winner, card_id=Copy.objects.get(pk=taken).card_id).count() > 7:
            break


def test_a_deck_changed_while_it_is_chosen(three: tuple[User, User, User]) -> None:
    alice, bob, _charlie = three
    for number in range(TIMES):
        deck = deck_create(owner=bob, name=f"deck-{number}")
        deck_add(owner=bob, deck_id=deck.pk, text=", ".join(OWNED[:5]))
        challenge = world.challenge_make(alice, bob, trade="none")
        change = [partial(deck_delete, owner=bob, deck_id=deck.pk)]
        if number % 2:
            change = [partial(deck_remove_at, owner=bob, deck_id=deck.pk, position=1)]
        results = race([partial(challenge_accept, challenge_id=challenge.pk, user=bob, deck=deck), *change])
        assert not failures(results), results
        assert isinstance(results[0], Match) or results[0] in ("hand_size", "no_deck"), results
        assert BroughtCopy.objects.filter(frozen=True).count() == 10 * isinstance(results[0], Match)
        _end_all()


def test_one_accepted_by_two_while_a_third_is_withdrawn_and_one_account_closes(
    three: tuple[User, User, User], django_user_model: type[User]
) -> None:
    alice, bob, charlie = three
    for number in range(TIMES):
        to_bob, to_charlie = (world.challenge_make(alice, each, trade="none") for each in (bob, charlie))
        hands = {each.pk: world.hand_of(each) for each in (bob, charlie)}
        calls = [
            partial(challenge_accept, challenge_id=to_bob.pk, user=bob, copies=hands[bob.pk]),
            partial(challenge_accept, challenge_id=to_charlie.pk, user=charlie, copies=hands[charlie.pk]),
            partial(challenge_withdraw, challenge_id=to_charlie.pk, user=alice),
        ]
        if number == TIMES - 1:
            calls.append(partial(player_deactivate, user=charlie))
        results = race(calls)
        assert not failures(results), results
        assert Match.objects.filter(state=Match.State.PLAYING).count() <= 1
        assert not Challenge.objects.filter(state=Challenge.State.WAITING, challenger=alice, opponent=bob).exists()
        _end_all()


def test_a_guest_signs_up_twice_while_the_robots_match_goes_on(three: tuple[User, User, User], clock: Clock) -> None:
    robots_load()
    alice, bob, _charlie = three
    for _time in range(TIMES):
        guest = guest_make()
        match = robot_match_start(user=guest, robot="easy", rules=["same"])
        clock.advance(2)
        calls = [
            partial(adopt, guest=guest, user=alice),
            partial(adopt, guest=guest, user=bob),
            settle_due,
            partial(match_leave, match_id=match.pk, user=guest),
        ]
        if match.turn == "blue":
            calls.append(_any_move(match))
        results = race(calls)
        assert not failures(results), results
        owners = set(Seat.objects.filter(match=match).exclude(user__kind="robot").values_list("user", flat=True))
        assert len(owners) == 1 and owners < {alice.pk, bob.pk, guest.pk}
        assert not User.objects.get(pk=guest.pk).is_active
        _end_all()
