"""Wishes: one a player and card, a list with prices, and a filter among all cards."""

from __future__ import annotations

import re

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import User
from cards.models import Card
from cards.prices import offers_at
from cards.services.wishes import MOST_WISHES, wish_add, wish_drop
from cards.wishes.models import Wish
from cards.wishes.queries import wish_list
from tests.cards.conftest import Give
from triad.errors import Conflict, GameError, NotFound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]


def wished(player: User) -> list[str]:
    """The IDs of the cards wished for."""
    return sorted(Wish.objects.filter(player=player).values_list("card_id", flat=True))


def test_a_card_is_wished_for_once(alice: User, bob: User) -> None:
    wish_add(player=alice, card_ids=["A085", "A085", "A001"])
    wish_add(player=alice, card_ids=["A085"])
    wish_add(player=bob, card_ids=["A085"])
    assert (wished(alice), wished(bob)) == (["A001", "A085"], ["A085"])
    with pytest.raises(IntegrityError), transaction.atomic():
        Wish.objects.create(player=alice, card_id="A085")


def test_a_wish_is_taken_back_and_only_ones_own(alice: User, bob: User) -> None:
    wish_add(player=alice, card_ids=["A085"])
    wish_drop(player=bob, card_id="A085")
    assert wished(alice) == ["A085"]
    wish_drop(player=alice, card_id="A085")
    wish_drop(player=alice, card_id="A085")
    assert wished(alice) == []


@pytest.mark.parametrize(("ids", "error", "code"), [([], GameError, "nothing_named"), (["A1"], NotFound, "no_card")])
def test_what_is_no_card_is_not_wished_for(alice: User, ids: list[str], error: type[GameError], code: str) -> None:
    with pytest.raises(error) as refusal:
        wish_add(player=alice, card_ids=["A001", *ids] if ids else [])
    assert refusal.value.code == code
    assert wished(alice) == []


def test_a_list_has_a_hundred_cards_at_most(alice: User) -> None:
    many = list(Card.objects.values_list("pk", flat=True)[: MOST_WISHES + 1])
    with pytest.raises(Conflict) as refusal:
        wish_add(player=alice, card_ids=many)
    assert refusal.value.code == "too_many_wishes"
    wish_add(player=alice, card_ids=many[:-1])
    wish_add(player=alice, card_ids=many[:1])
    with pytest.raises(Conflict):
        wish_add(player=alice, card_ids=many[-1:])
    assert len(wished(alice)) == MOST_WISHES


def test_the_list_has_copies_and_prices(alice: User, give: Give) -> None:
    give(alice, "A001", "A001")
    wish_add(player=alice, card_ids=["A085", "A001", "M001"])
    found = wish_list(player=alice, offers=offers_at())
    assert [(laid.card.pk, laid.held, laid.price) for laid in found.cards] == [
        ("A001", 2, 25),
        ("A085", 0, 200),
        ("M001", 0, None),
    ]
    assert (found.price, found.unsold) == (225, 1)


def test_a_card_is_wished_for_on_its_page(client: Client, alice: User) -> None:
    assert "Wish for this card" not in client.get("/cards/A085/").content.decode()
    client.force_login(alice)
    assert "Wish for this card" in client.get("/cards/A085/").content.decode()
    answer = client.post("/cards/wishes/add/", {"card": "A085", "next": "/cards/A085/"})
    assert answer.headers["Location"] == "/cards/A085/"
    page = client.get("/cards/A085/").content.decode()
    assert "Take it off your wish list" in page and "On your wish list: Ifrit." in page
    answer = client.post("/cards/wishes/drop/", {"card": "A085", "next": "/cards/A085/"})
    assert answer.headers["Location"] == "/cards/A085/"
    assert wished(alice) == []


def test_the_page_shows_ones_own_list_only(client: Client, alice: User, bob: User) -> None:
    wish_add(player=alice, card_ids=["A085", "M001"])
    client.force_login(alice)
    assert 'href="/cards/wishes/"' in client.get("/cards/stash/").content.decode()
    page = client.get("/cards/wishes/").content.decode()
    assert "2 of 100" in page and "costs 200 points." in page
    assert re.findall(r'name="card" value="(\w+)"', page) == ["A085", "M001"]
    client.force_login(bob)
    page = client.get("/cards/wishes/").content.decode()
    assert "0 of 100" in page and "You wish for no card yet." in page and "Ifrit" not in page
    client.logout()
    assert client.get("/cards/wishes/").headers["Location"] == "/account/login/?next=/cards/wishes/"


def test_the_card_list_is_filtered_by_wishes(client: Client, alice: User) -> None:
    wish_add(player=alice, card_ids=["A085", "X040"])
    client.force_login(alice)
    page = client.get("/cards/?own=wished").content.decode()
    assert sorted(re.findall(r'data-card="(\w+)"', page)) == ["A085", "X040"]


@pytest.mark.parametrize(
    ("data", "status", "sentence"),
    [
        ({}, 400, "Say which card you wish for."),
        ({"card": "nothing"}, 404, "There is no card with this ID."),
        ({"card": "x" * 10_000}, 404, "There is no card with this ID."),
    ],
)
def test_a_wrong_wish_is_a_sentence(
    client: Client, alice: User, data: dict[str, str], status: int, sentence: str
) -> None:
    client.force_login(alice)
    answer = client.post("/cards/wishes/add/", data)
    assert answer.status_code == status
    assert sentence in answer.content.decode()
    assert client.post("/cards/wishes/drop/", {"card": "nothing"}).status_code == 404


@pytest.mark.parametrize("back", ["", "https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"])
def test_one_is_led_back_within_the_site_only(client: Client, alice: User, back: str) -> None:
    client.force_login(alice)
    answer = client.post("/cards/wishes/add/", {"card": "A001", "next": back})
    assert answer.headers["Location"] == "/cards/wishes/"


def test_wishes_are_posts_of_persons(client: Client, alice: User) -> None:
    for path in ("/cards/wishes/add/", "/cards/wishes/drop/"):
        assert client.post(path, {"card": "A001"}).status_code == 403
    client.force_login(alice)
    assert client.get("/cards/wishes/add/").status_code == 405
    assert client.post("/cards/wishes/").status_code == 405
    assert client.get("/cards/wishes/drop/").status_code == 405


def test_a_card_that_is_missing_is_wished_for_in_the_table(alice: User, client: Client, give: Give) -> None:
    give(alice, "A001")
    client.force_login(alice)
    page = client.get("/cards/?view=table&series=A").content.decode()
    assert 'id="wish-A001"' not in page
    assert re.search(r'id="wish-A002"[^>]*aria-pressed="false"[^>]*hx-post="/cards/wishes/add/"', page)
    row = client.post("/cards/wishes/add/", {"card": "A002", "next": "/cards/"}, headers={"HX-Request": "true"})
    assert wished(alice) == ["A002"]
    pressed = re.search(r'<tr class="is-missing">.*id="wish-A002"[^>]*aria-pressed="true".*</tr>', row.content.decode())
    assert pressed and pressed[0] in client.get("/cards/?view=table&series=A").content.decode()
    row = client.post("/cards/wishes/drop/", {"card": "A002"}, headers={"HX-Request": "true"})
    assert wished(alice) == [] and 'aria-pressed="false"' in row.content.decode()


def test_who_is_not_signed_in_sees_no_wishes_in_the_table(client: Client) -> None:
    page = client.get("/cards/?view=table").content.decode()
    assert "wish" not in page and "A001" in page
