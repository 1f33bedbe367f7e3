"""Deck codes by page: everybody sees the cards, one's stash says what is missing, and a deck is made of them."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from cards.deck_codes import deck_code
from cards.models import Deck
from cards.queries import deck_cards, deck_get
from cards.services.decks import deck_create, deck_make
from cards.wishes.models import Wish
from tests.cards.conftest import Give

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]

#: Out of order and one twice, so that a sorted or counted answer is noticed.
CARDS = ["A085", "A001", "A003", "A001", "M001"]


@pytest.fixture
def code() -> str:
    """The code of the five cards."""
    return deck_code(CARDS)


def address(code: str) -> str:
    return f"/cards/decks/code/{code}/"


def test_a_visitor_sees_the_cards_and_is_asked_to_sign_in_for_more(client: Client, code: str) -> None:
    answer = client.get(address(code))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert re.findall(r'data-card="(\w+)"', page) == CARDS
    assert f"?next={address(code)}" in page
    assert "Can you build it?" not in page and 'name="name"' not in page
    assert client.post(address(code), {"name": "Mine"}).status_code == 403
    assert not Deck.objects.exists()


def test_the_page_says_which_houses_limits_it_keeps(client: Client, code: str) -> None:
    page = re.sub(r"\s+", " ", client.get(address(code)).content.decode())
    total = re.search(r"levels (\d+)", page)
    assert total is not None and int(total[1]) > 20
    assert f"The levels add up to {total[1]}; without Limitless the limit is 20." in page


def test_what_is_missing_is_told_with_its_price(client: Client, alice: User, give: Give, code: str) -> None:
    give(alice, "A001", "A003")
    client.force_login(alice)
    page = client.get(address(code)).content.decode()
    rows = re.findall(r'<th scope="row"><a href="/cards/(\w+)/">.*?((?:<td class="n">[^<]*</td>)+)', page)
    told = {card: re.findall(r">([^<]*)</td>", cells) for card, cells in rows}
    assert told == {"A085": ["1", "0", "200"], "A001": ["1", "1", "25"], "M001": ["1", "0", "--"]}
    assert "costs 225 points." in page and "1 card is not sold by its name." in page


def test_who_has_all_is_told_so(client: Client, alice: User, give: Give, code: str) -> None:
    give(alice, *CARDS)
    client.force_login(alice)
    page = client.get(address(code)).content.decode()
    assert "Yes: all five cards are in your stash." in page
    assert "You lack" not in page


def test_it_is_made_a_deck_in_its_order_owned_or_not(client: Client, alice: User, code: str) -> None:
    client.force_login(alice)
    assert 'value="Shared"' in client.get(address(code)).content.decode()
    answer = client.post(address(code), {"name": " Theirs "})
    made = Deck.objects.get(owner=alice)
    assert made.name == "Theirs"
    assert answer.headers["Location"] == f"/cards/decks/{made.pk}/"
    assert [card.pk for card in deck_cards(deck_get(owner=alice, deck_id=made.pk))] == CARDS


def test_a_name_that_cannot_be_is_a_sentence_and_keeps_the_page(client: Client, alice: User, code: str) -> None:
    client.force_login(alice)
    answer = client.post(address(code), {"name": "two words"})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert 'value="two words"' in page and 'id="deck-name-error"' in page
    for number in range(20):
        deck_create(owner=alice, name=f"d{number}")
    answer = client.post(address(code), {"name": "More"})
    assert (answer.status_code, Deck.objects.count()) == (409, 20)
    assert "You have twenty decks" in answer.content.decode()


def test_a_typed_code_leads_to_the_address_that_it_has(client: Client, code: str) -> None:
    assert client.get("/cards/decks/code/").status_code == 200
    typed = f"{code[:11].lower()} - {code[11:]}"
    assert client.get("/cards/decks/code/", {"code": typed}).headers["Location"] == address(code)
    assert client.get(address(code.lower())).headers["Location"] == address(code)


@pytest.mark.parametrize(
    ("typed", "status", "sentence"),
    [
        ("", 400, "Type or paste a deck code."),
        ("A001", 400, "it has 4 signs; a code has 22."),
        ("<script>", 400, "signs that no code has"),
        ("x" * 10_000, 400, "it has 80 signs"),
    ],
)
def test_a_wrong_code_is_a_sentence_at_the_field(client: Client, typed: str, status: int, sentence: str) -> None:
    answer = client.get("/cards/decks/code/", {"code": typed})
    page = answer.content.decode()
    assert answer.status_code == status
    assert sentence in page and 'id="code-error"' in page
    assert "<script>alert" not in page and len(page) < 50_000


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_wrong_code_in_an_address_keeps_what_was_typed(client: Client, code: str, method: str) -> None:
    wrong = ("0" if code[0] != "0" else "1") + code[1:]
    answer = getattr(client, method)(address(wrong))
    assert answer.status_code == 400
    assert f'value="{wrong}"' in answer.content.decode()


def test_a_code_of_a_card_that_is_not_here_names_it(client: Client) -> None:
    answer = client.get(address(deck_code([*CARDS[:4], "Q999"])))
    assert answer.status_code == 404
    assert "This code names a card that is not here: Q999." in answer.content.decode()


def test_a_full_deck_shows_its_code_on_the_bench(client: Client, alice: User, code: str) -> None:
    client.force_login(alice)
    full = deck_make(owner=alice, name="Full", card_ids=CARDS)
    part = deck_make(owner=alice, name="Part", card_ids=CARDS[:4])
    page = client.get(f"/cards/decks/{full.pk}/").content.decode()
    assert f'id="deck-code" class="deckcode__text" value="{code}" readonly' in page
    assert f'href="{address(code)}"' in page
    assert 'id="deck-code"' not in client.get(f"/cards/decks/{part.pk}/").content.decode()


def test_the_missing_cards_are_wished_for_at_once(client: Client, alice: User, give: Give, code: str) -> None:
    give(alice, "A003")
    client.force_login(alice)
    page = client.get(address(code)).content.decode()
    wanted = re.findall(r'name="card" value="(\w+)"', page)
    answer = client.post("/cards/wishes/add/", {"card": wanted, "next": address(code)})
    assert answer.headers["Location"] == address(code)
    assert set(Wish.objects.values_list("card_id", flat=True)) == {"A085", "A001", "M001"}
    page = client.get(address(code)).content.decode()
    assert page.count("wished for") == 3 and 'name="card"' not in page


def test_it_takes_few_queries(
    client: Client, alice: User, code: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(alice)
    client.get(address(code))
    with django_assert_max_num_queries(14):
        client.get(address(code))
