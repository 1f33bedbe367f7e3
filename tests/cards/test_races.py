"""Many at once: copies, the starter and decks, with real threads."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import close_old_connections, connection
from django.test import Client

from accounts.models import User
from cards.audit import findings
from cards.models import Card, Copy, Deck, Pack, Transfer
from cards.services.copies import give_copy, move_copy
from cards.services.decks import deck_add, deck_create
from cards.services.loading import load_cards
from cards.services.starter import starter_open, welcome_pack_give
from triad.errors import Conflict, GameError

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _loaded(transactional_db: None) -> None:
    load_cards()


def at_once(count: int, act: Callable[[int], object]) -> list[object]:
    """Runs `act(0)` to `act(count - 1)` in threads that start together; gives what each gave or refused."""
    barrier = threading.Barrier(count)

    def run(number: int) -> object:
        close_old_connections()
        barrier.wait(timeout=60)
        try:
            return act(number)
        except GameError as error:
            return error.code
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


@pytest.mark.parametrize(("card_id", "limit"), [("A001", 9), ("A045", 5), ("A067", 2), ("A100", 1)])
def test_twenty_gives_at_once_give_as_many_as_may_be_held(alice: User, card_id: str, limit: int) -> None:
    card = Card.objects.get(pk=card_id)
    results = at_once(20, lambda n: give_copy(card=card, taker=alice, reason="grant", cause=f"t:{n}").slot)
    assert Counter(results) == {"holding_limit": 20 - limit, **dict.fromkeys(range(1, limit + 1), 1)}
    assert Copy.objects.count() == Transfer.objects.count() == limit
    assert list(findings()) == []


def test_a_unique_card_is_given_to_one_of_two(alice: User, bob: User) -> None:
    card = Card.objects.get(pk="M001")
    results = at_once(
        10, lambda n: give_copy(card=card, taker=(alice, bob)[n % 2], reason="grant", cause=f"t:{n}").slot
    )
    assert Counter(results) == {1: 1, "sole_copy_exists": 9}
    assert Copy.objects.count() == 1


def test_a_copy_that_two_want_goes_to_one(alice: User, bob: User, charlie: User) -> None:
    copy = give_copy(card=Card.objects.get(pk="A001"), taker=alice, reason="grant", cause="t:0")

    def take(number: int) -> object:
        taker = (bob, charlie)[number % 2]
        return move_copy(copy=copy, taker=taker, reason="spoils", cause=f"match:{number % 2}").taker_id

    results = at_once(10, take)
    copy.refresh_from_db()
    assert Counter(results) == {copy.owner_id: 5, "copy_moved": 5}
    assert copy.transfers.count() == 2
    assert list(findings()) == []


def test_two_who_win_from_each_other_at_once_do_not_wait_for_ever(alice: User, bob: User) -> None:
    card = Card.objects.get(pk="A001")
    copies = [give_copy(card=card, taker=(alice, bob)[n % 2], reason="grant", cause=f"t:{n}") for n in range(8)]
    results = at_once(
        8,
        lambda n: move_copy(copy=copies[n], taker=(bob, alice)[n % 2], reason="spoils", cause=f"match:{n}").pk,
    )
    assert all(isinstance(result, int) for result in results)
    assert Counter(Copy.objects.values_list("owner", flat=True)) == {alice.pk: 4, bob.pk: 4}
    assert list(findings()) == []


def test_ten_clicks_on_the_starter_open_one_pack(alice: User) -> None:
    def click(number: int) -> object:
        client = Client()
        client.force_login(alice)
        answer = client.post("/cards/starter/")
        return answer.status_code, answer.headers.get("Location")

    results = at_once(10, click)
    pack = Pack.objects.get()
    assert set(results) == {(302, f"/cards/packs/{pack.pk}/")}
    assert Copy.objects.count() == Transfer.objects.count() == 20
    assert Deck.objects.get().name == "Start"
    call_command("audit", stdout=StringIO())


def test_the_starter_and_the_welcome_pack_at_once_are_both_right(alice: User) -> None:
    at_once(
        6,
        lambda n: starter_open(user=alice).pk if n % 2 else welcome_pack_give(user=alice, cause="match:1"),
    )
    assert Copy.objects.count() == 25
    assert list(findings()) == []


def test_twenty_decks_are_the_most_whatever_the_haste(alice: User) -> None:
    for number in range(18):
        deck_create(owner=alice, name=f"d{number}")
    results = at_once(8, lambda n: deck_create(owner=alice, name=f"e{n}").name)
    assert Counter(results)["too_many_decks"] == 6
    assert Deck.objects.count() == 20


def test_one_form_sent_ten_times_adds_one_card(alice: User) -> None:
    deck = deck_create(owner=alice, name="Stone")
    results = at_once(10, lambda n: len(deck_add(owner=alice, deck_id=deck.pk, text="A001", seen=[])))
    assert Counter(results) == {1: 1, "deck_changed": 9}
    assert deck.places.count() == 1


def test_a_card_is_not_corrected_while_its_first_copy_comes(alice: User) -> None:
    Card.objects.filter(pk="A001").update(up=7)

    def act(number: int) -> object:
        if number % 2:
            try:
                return load_cards().cards_changed
            except Conflict as refusal:
                return refusal.code
        return give_copy(card=Card.objects.get(pk="A001"), taker=alice, reason="grant", cause=f"t:{number}").slot

    results = at_once(2, act)
    assert results[0] == 1
    assert results[1] in (1, "card_is_final")
