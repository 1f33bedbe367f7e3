"""Decks by page: the list, the bench, and every change as a plain form and as a fragment."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from cards.models import Deck
from cards.services.decks import deck_add, deck_create
from tests.cards.conftest import Give

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]

HTMX = {"HX-Request": "true", "HX-Target": "deck"}


@pytest.fixture
def deck(client: Client, alice: User, give: Give) -> Deck:
    """Alice's deck Stone with three cards she has; Alice is signed in."""
    give(alice, "A001", "A002", "A003", "A004", "A005", "A085")
    made = deck_create(owner=alice, name="Stone")
    deck_add(owner=alice, deck_id=made.pk, text="A001,A002,A003")
    client.force_login(alice)
    return made


def ids(deck: Deck) -> list[str]:
    """What lies in the deck now."""
    return list(deck.places.order_by("position").values_list("card_id", flat=True))


def post(client: Client, deck: Deck, action: str, *, htmx: bool = False, **data: object) -> HttpResponse:
    """Posts a change of the deck."""
    return client.post(f"/cards/decks/{deck.pk}/{action}/", data, headers=HTMX if htmx else {})  # type: ignore[return-value]


def test_a_deck_is_made_and_leads_to_its_bench(client: Client, alice: User) -> None:
    client.force_login(alice)
    answer = client.post("/cards/decks/", {"name": " Stone "})
    made = Deck.objects.get(owner=alice, name="Stone")
    assert answer.headers["Location"] == f"/cards/decks/{made.pk}/"
    page = client.get(answer.headers["Location"]).content.decode()
    assert "The deck has 0 cards; it needs five." in page


@pytest.mark.parametrize(("name", "status"), [("two words", 400), ("", 400), ("x" * 10_000, 400), ("stone", 409)])
def test_a_name_that_cannot_be_is_said_at_the_field(
    client: Client, alice: User, deck: Deck, name: str, status: int
) -> None:
    answer = client.post("/cards/decks/", {"name": name})
    assert answer.status_code == status
    page = answer.content.decode()
    assert 'id="deck-name-error"' in page
    assert f'value="{name[:60]}"' in page
    assert len(page) < 100_000
    assert Deck.objects.count() == 1


def test_the_list_says_what_is_wrong_with_each_deck(client: Client, deck: Deck) -> None:
    page = client.get("/cards/decks/").content.decode()
    assert "Stone" in page
    assert "not ready" in page
    assert "The deck has 3 cards; it needs five." in page


def test_the_list_of_twenty_decks_takes_few_queries(
    client: Client, alice: User, deck: Deck, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(19):
        made = deck_create(owner=alice, name=f"d{number}")
        deck_add(owner=alice, deck_id=made.pk, text="A001,A002,A003,A004,A005")
    client.get("/cards/decks/")
    with django_assert_max_num_queries(14):
        page = client.get("/cards/decks/").content.decode()
    assert page.count("deckcard__cards") == 20


def test_the_bench_takes_few_queries(
    client: Client, deck: Deck, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client.get("/cards/decks/")
    with django_assert_max_num_queries(14):
        client.get(f"/cards/decks/{deck.pk}/")


@pytest.mark.parametrize(
    ("action", "data", "after"),
    [
        ("add", {"text": "A004, A005"}, ["A001", "A002", "A003", "A004", "A005"]),
        ("remove", {"text": "Geezard"}, ["A002", "A003"]),
        ("remove", {"position": "2"}, ["A001", "A003"]),
        ("move", {"move": "1 2"}, ["A002", "A001", "A003"]),
        ("reorder", {"order": "3 1 2"}, ["A003", "A001", "A002"]),
    ],
)
def test_every_change_works_as_form_and_as_fragment(
    client: Client, deck: Deck, action: str, data: dict[str, str], after: list[str]
) -> None:
    before = " ".join(ids(deck))
    answer = post(client, deck, action, **data, seen=before)
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/cards/decks/{deck.pk}/")
    assert ids(deck) == after
    deck_add_back(deck, before.split())
    answer = post(client, deck, action, htmx=True, **data, seen=before)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert page.lstrip().startswith('<aside class="deck panel" id="deck"')
    assert f'data-cards="{" ".join(after)}"' in page
    assert 'id="announcer"' in page
    assert "<html" not in page


def deck_add_back(deck: Deck, card_ids: list[str]) -> None:
    """Lays the deck as it was."""
    from cards.services.decks import write_places

    write_places(deck=deck, card_ids=card_ids)


@pytest.mark.parametrize(
    ("action", "data", "status", "sentence"),
    [
        ("add", {"text": "Nobody"}, 404, "There is no card “Nobody”."),
        ("add", {"text": "Phoenix"}, 409, "is more than one card: say which of"),
        ("add", {"text": "A4 A5"}, 404, "There is no card"),
        ("add", {"text": "A4,A4,A4"}, 409, "these 3 are too many"),
        ("add", {"text": ""}, 400, "Name the cards"),
        ("add", {}, 400, "Name the cards"),
        ("add", {"text": "x" * 10_000}, 400, "This is too long"),
        ("remove", {"text": "A005"}, 409, "A005 Flan is not in the deck."),
        ("remove", {"position": "9"}, 409, "no card at this place"),
        ("remove", {"position": "-1"}, 409, "no card at this place"),
        ("move", {"move": "x"}, 409, "no card at this place"),
        ("move", {}, 409, "no card at this place"),
        ("move", {"move": "1 4"}, 409, "no card at this place"),
        ("reorder", {"order": "1 1 2"}, 409, "every place of the deck once"),
        ("reorder", {"order": "٣"}, 409, "every place of the deck once"),
        ("add", {"text": "A004", "seen": "A001"}, 409, "has changed meanwhile"),
    ],
)
@pytest.mark.parametrize("htmx", [False, True])
def test_what_cannot_be_is_a_sentence_and_changes_nothing(
    client: Client, deck: Deck, action: str, data: dict[str, str], status: int, sentence: str, htmx: bool
) -> None:
    answer = post(client, deck, action, htmx=htmx, **data)
    page = answer.content.decode()
    assert answer.status_code == status
    assert sentence in page
    assert ('role="alert"' in page) and ('id="deck"' in page)
    assert ids(deck) == ["A001", "A002", "A003"]


def test_what_was_typed_is_not_lost(client: Client, deck: Deck) -> None:
    page = post(client, deck, "add", htmx=True, text='A004, "Nobody"').content.decode()
    assert 'value="A004, &quot;Nobody&quot;"' in page
    assert re.search(r'<details class="deck__words" open', page)


def test_a_deck_may_name_what_one_has_not_and_says_so(client: Client, deck: Deck) -> None:
    page = post(client, deck, "add", htmx=True, text="A100").content.decode()
    assert "A100 Omega is not in your stash." in page
    assert "is-unowned" in page


def test_the_bench_offers_the_stash_to_pick_from(client: Client, deck: Deck) -> None:
    page = client.get(f"/cards/decks/{deck.pk}/?q=ifrit").content.decode()
    assert re.findall(r'data-pick="(\w+)"', page) == ["A085"]
    part = client.get(f"/cards/decks/{deck.pk}/?q=ifrit", headers={"HX-Request": "true", "HX-Target": "found"})
    assert part.content.decode().lstrip().startswith('<section id="found"')


def test_deleting_asks_first(client: Client, deck: Deck) -> None:
    page = client.get(f"/cards/decks/{deck.pk}/delete/").content.decode()
    assert "Delete the deck Stone?" in page
    assert Deck.objects.exists()
    answer = client.post(f"/cards/decks/{deck.pk}/delete/")
    assert answer.headers["Location"] == "/cards/decks/"
    assert not Deck.objects.exists()
    assert client.post(f"/cards/decks/{deck.pk}/delete/").status_code == 404


ACTIONS = ["add", "remove", "move", "reorder", "delete"]


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("htmx", [False, True])
def test_anothers_deck_is_not_there(client: Client, deck: Deck, bob: User, action: str, htmx: bool) -> None:
    client.force_login(bob)
    data = {"text": "A001", "move": "1 2", "order": "2 1 3"}
    assert post(client, deck, action, htmx=htmx, **data).status_code == 404
    assert client.get(f"/cards/decks/{deck.pk}/").status_code == 404
    assert ids(deck) == ["A001", "A002", "A003"]


@pytest.mark.parametrize("action", ACTIONS)
def test_a_visitor_changes_nothing(client: Client, deck: Deck, action: str) -> None:
    client.logout()
    assert post(client, deck, action, text="A004", move="1 2", order="3 2 1").status_code == 403
    assert client.get("/cards/decks/").status_code == 302
    assert ids(deck) == ["A001", "A002", "A003"]


@pytest.mark.parametrize("action", ["add", "remove", "move", "reorder"])
def test_changes_are_posts(client: Client, deck: Deck, action: str) -> None:
    assert client.get(f"/cards/decks/{deck.pk}/{action}/").status_code == 405
