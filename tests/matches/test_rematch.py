"""The rematch: both want it, the colours change, one match comes of it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from cards.models import Copy, Deck
from cards.services.decks import deck_add, deck_create
from matches.audit import findings
from matches.engine import deal
from matches.models import Match
from matches.services.rematch import REMATCH_TIME, rematch_decline, rematch_offer
from matches.services.robots import robot_match_start, robots_load
from matches.services.seeds import draws_of
from tests.conftest import Clock
from tests.matches import world
from triad.errors import GameError

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(players: tuple[User, User]) -> Match:
    """A match that is over, nothing at stake."""
    return world.match_play(world.match_make(*players, trade="none", option="broadcast", move_time=30))


def code_of(call: Any) -> tuple[str, int]:
    with pytest.raises(GameError) as error:
        call()
    return error.value.code, error.value.status


def _lose_every(match: Match, key: str, taker: User) -> None:
    """All copies of a card that was brought go to another; a welcome pack may have brought one more."""
    copy = match.brought.get(key=key).copy
    Copy.objects.filter(owner=copy.owner_id, card=copy.card_id).update(owner=taker)


def test_the_next_seed_exists_before_anybody_clicks(over: Match) -> None:
    assert over.next_seed is not None and over.next_seed.used_at is None


def test_both_click_and_the_colours_change(over: Match, players: tuple[User, User]) -> None:
    alice, bob = players
    assert rematch_offer(match_id=over.pk, user=bob, addition="01" * 16) is None
    match = rematch_offer(match_id=over.pk, user=alice, addition="02" * 16)
    assert match is not None and match.rematch_of == over and match.seed == over.next_seed
    assert {seat.colour: seat.user for seat in match.seats.all()} == {"blue": bob, "red": alice}
    assert match.additions == {"blue": "01" * 16, "red": "02" * 16}
    assert match.setup["first"] == deal.first(draws_of(match))
    for field in ("rules", "trade", "draw", "options"):
        assert match.setup[field] == over.setup[field]
    assert (match.move_time, match.option) == (30, "broadcast")
    ids = {colour: [card["id"] for card in hand] for colour, hand in over.setup["hands"].items()}
    now = {colour: [card["id"] for card in hand] for colour, hand in match.setup["hands"].items()}
    assert now == {"blue": ids["red"], "red": ids["blue"]}
    assert match.brought.filter(frozen=True).count() == 10
    assert list(findings()) == []


def test_clicking_again_gives_the_same_match(over: Match, players: tuple[User, User]) -> None:
    alice, bob = players
    rematch_offer(match_id=over.pk, user=bob)
    rematch_offer(match_id=over.pk, user=bob)
    match = rematch_offer(match_id=over.pk, user=alice)
    assert rematch_offer(match_id=over.pk, user=alice) == match == rematch_offer(match_id=over.pk, user=bob)
    assert Match.objects.count() == 2


def test_a_wish_can_be_turned_down(over: Match, players: tuple[User, User]) -> None:
    alice, bob = players
    rematch_offer(match_id=over.pk, user=bob)
    rematch_decline(match_id=over.pk, user=alice)
    assert rematch_offer(match_id=over.pk, user=alice) is None


def test_who_lost_a_card_is_told_and_may_bring_another_deck(
    over: Match, players: tuple[User, User], charlie: User
) -> None:
    alice, bob = players
    _lose_every(over, "b1", charlie)
    assert code_of(lambda: rematch_offer(match_id=over.pk, user=alice)) == ("rematch_cards", 409)
    other = world.hand_of(alice)
    assert rematch_offer(match_id=over.pk, user=alice, copies=other) is None
    match = rematch_offer(match_id=over.pk, user=bob)
    assert match is not None
    assert [row.copy_id for row in match.brought.filter(key__startswith="r")] == other


def test_a_card_that_goes_between_the_clicks_is_told_to_the_other(
    over: Match, players: tuple[User, User], charlie: User
) -> None:
    alice, bob = players
    rematch_offer(match_id=over.pk, user=alice)
    _lose_every(over, "b1", charlie)
    assert code_of(lambda: rematch_offer(match_id=over.pk, user=bob)) == ("opponent_rematch_cards", 409)
    assert Match.objects.count() == 1 and not over.next_seed.used_at


def test_not_before_the_end_and_not_ten_minutes_after(match: Match, players: tuple[User, User], clock: Clock) -> None:
    alice, _bob = players
    assert code_of(lambda: rematch_offer(match_id=match.pk, user=alice)) == ("rematch_too_early", 409)
    match = world.match_play(match)
    assert code_of(lambda: rematch_offer(match_id=match.pk, user=alice)) == ("rematch_too_early", 409)
    clock.advance(60)
    clock.advance(541)
    assert code_of(lambda: rematch_offer(match_id=match.pk, user=alice)) == ("rematch_too_late", 409)


def test_strangers_want_no_rematch(over: Match, charlie: User) -> None:
    assert code_of(lambda: rematch_offer(match_id=over.pk, user=charlie)) == ("not_a_player", 403)
    assert code_of(lambda: rematch_decline(match_id=over.pk, user=charlie)) == ("not_a_player", 403)


def test_the_seed_kept_for_a_rematch_serves_no_challenge(
    over: Match, players: tuple[User, User], charlie: User
) -> None:
    from matches.services.challenges import challenge_send

    assert code_of(
        lambda: challenge_send(
            challenger=players[0], opponent=charlie, seed_id=over.next_seed_id, rules=["same"],
            copies=world.hand_of(players[0]),
        )
    ) == ("seed_used", 409)  # fmt: skip


def test_a_wish_ends_when_the_player_begins_another_match(
    over: Match, players: tuple[User, User], charlie: User
) -> None:
    """RULES 5: starting one withdraws the other plans, so that nobody is called away by an old wish afterwards."""
    alice, bob = players
    rematch_offer(match_id=over.pk, user=alice, addition="01" * 16)
    before = Match.objects.get(pk=over.pk).version
    world.copies_give(charlie, [f"A{number:03}" for number in range(1, 13)])
    other = world.match_make(charlie, alice, trade="none")
    seat = over.seats.get(user=alice)
    assert (seat.wants_rematch, seat.rematch_addition) == (False, "")
    assert Match.objects.get(pk=over.pk).version > before
    world.match_play(other)
    assert rematch_offer(match_id=over.pk, user=bob) is None and not over.rematches.exists()


def test_no_robot_is_played_again_during_a_match_with_people(players: tuple[User, User], clock: Clock) -> None:
    alice, bob = players
    robots_load()
    dropped = robot_match_start(user=alice, robot="easy", rules=["same"], copies=world.hand_of(alice))
    world.match_make(alice, bob, trade="none")
    assert Match.objects.get(pk=dropped.pk).ended == "did_not_finish"
    assert code_of(lambda: rematch_offer(match_id=dropped.pk, user=alice)) == ("in_a_match", 409)
    assert Match.objects.filter(state="playing").count() == 1


def test_spectators_are_told_who_offers_it_and_are_led_to_it(
    over: Match, players: tuple[User, User], client: Client
) -> None:
    alice, bob = players

    def page() -> str:
        return client.get(f"/matches/{over.pk}/").content.decode()

    assert "rematch" not in page().split('id="match-outcome"')[1].split("</details>")[0]
    rematch_offer(match_id=over.pk, user=alice)
    assert "alice offers a rematch." in page() and 'form="match-rematch"' not in page()
    rematch_decline(match_id=over.pk, user=bob)
    assert "offers a rematch" not in page()
    rematch_offer(match_id=over.pk, user=alice)
    again = rematch_offer(match_id=over.pk, user=bob)
    assert again is not None and f'href="/matches/{again.pk}/" data-go>To the rematch' in page()


def page_of(user: User, match: Match) -> str:
    client = Client()
    client.force_login(user)
    return client.get(f"/matches/{match.pk}/").content.decode()


def deck_make(user: User, card_ids: list[str]) -> Deck:
    deck = deck_create(owner=user, name="Other")
    deck_add(owner=user, deck_id=deck.pk, text=", ".join(card_ids))
    return deck


def test_who_no_longer_has_the_cards_chooses_another_deck_on_the_page(
    over: Match, players: tuple[User, User], charlie: User
) -> None:
    bob = players[1]
    deck = deck_make(bob, ["A004", "A005", "A006", "A007", "A008"])
    world.copies_give(bob, ["A004", "A005", "A006", "A007", "A008"])
    page = page_of(bob, over)
    assert '<option value="">the same cards</option>' in page and f'<option value="{deck.pk}">Other</option>' in page

    _lose_every(over, "r1", charlie)
    page = page_of(bob, over)
    assert "You no longer have these five cards" in page
    assert '<option value="" disabled>the same cards</option>' in page
    assert rematch_offer(match_id=over.pk, user=bob, deck=deck) is None


def test_who_has_no_cards_for_a_rematch_is_led_to_the_decks_and_offered_no_button(
    over: Match, players: tuple[User, User], charlie: User
) -> None:
    bob = players[1]
    _lose_every(over, "r1", charlie)
    page = page_of(bob, over)
    assert "You no longer have these five cards" in page and 'form="match-rematch">Rematch' not in page


def test_a_page_offers_no_rematch_when_it_is_too_late_for_one(
    over: Match, players: tuple[User, User], clock: Clock
) -> None:
    assert "Rematch</button>" in page_of(players[0], over)
    clock.advance(REMATCH_TIME.total_seconds() + 1)
    assert "Rematch</button>" not in page_of(players[0], over)
