"""The card database: open to everybody, searched and filtered by its address."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from tests.cards.conftest import Give

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]


def ids(client: Client, query: str = "", *, status: int = 200) -> list[str]:
    """The IDs of the cards on the page, in order."""
    answer = client.get(f"/cards/{query}")
    assert answer.status_code == status
    return re.findall(r'data-card="(\w+)"', answer.content.decode())


def test_it_shows_all_cards_by_pages_without_logging_in(client: Client) -> None:
    first, second = ids(client), ids(client, "?page=2")
    assert (first[0], first[59], second[0]) == ("A001", "A060", "A061")
    assert len(ids(client, "?page=11")) == 17
    assert ids(client, "?page=99") == ids(client, "?page=11")
    assert ids(client, "?page=x") == first


def test_it_lists_the_series_with_both_prices(client: Client) -> None:
    page = client.get("/cards/").content.decode()
    for name in ("Final Fantasy", "Heroes of VIII", "Promos", "Portraits"):
        assert name in page
    assert '<td class="n">--</td><td class="n">120</td>' in page


def test_it_counts_what_one_owns(client: Client, alice: User, give: Give) -> None:
    give(alice, "A001", "A001")
    client.force_login(alice)
    page = client.get("/cards/").content.decode()
    assert '<td class="n">110</td><td class="n">1</td>' in page
    assert "×2" in page


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?q=ifrit", ["A085", "X040", "X320"]),
        ("?q=BITE-bug", ["A003"]),
        ("?q=a085", ["A085"]),
        ("?q=h00", [f"H00{n}" for n in range(1, 10)]),
        ("?q=ifrit&series=X", ["X040", "X320"]),
        ("?series=A&level=8&element=fire", ["A085"]),
        ("?series=M", ["M001", "M002", "M003", "M004", "M005"]),
        ("?q=zzzz", []),
        ("?q=!!!", []),
    ],
)
def test_it_finds_cards_by_name_id_and_filters(client: Client, query: str, found: list[str]) -> None:
    assert ids(client, query) == found


def test_a_wrong_filter_is_said_and_left_out(client: Client) -> None:
    answer = client.get("/cards/?level=11&series=A&element=lava")
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "There is no “11” to choose here." in page
    assert "There is no “lava” to choose here." in page
    assert "110 cards" in page


def test_a_search_of_ten_thousand_characters_is_refused(client: Client) -> None:
    assert len(ids(client, "?q=" + "x" * 10_000, status=400)) == 60


def test_hostile_words_stay_words(client: Client) -> None:
    page = client.get("/cards/?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&level=%3Cb%3E").content.decode()
    assert "<script>alert" not in page
    assert "“<b>”" not in page


def test_a_fragment_is_the_list_alone(client: Client) -> None:
    page = client.get("/cards/?q=ifrit", headers={"HX-Request": "true", "HX-Target": "found"}).content.decode()
    assert page.lstrip().startswith('<section id="found"')
    assert "<html" not in page


def test_the_list_takes_few_queries(
    client: Client, alice: User, give: Give, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    give(alice, *[f"A{number:03}" for number in range(1, 60)])
    client.force_login(alice)
    client.get("/cards/")
    with django_assert_max_num_queries(14):
        client.get("/cards/")


def test_a_card_has_its_page(client: Client, alice: User, give: Give) -> None:
    give(alice, "A085")
    page = client.get("/cards/A085/").content.decode()
    for part in ("Ifrit", "up 9, right 6, down 2, left 8", "80 points", "200 points", "fire", "(4 stars)"):
        assert part in page
    assert "In your stash" not in page
    client.force_login(alice)
    assert "1 of 2 at most" in client.get("/cards/A085/").content.decode()


def test_a_card_that_cannot_be_bought_says_so(client: Client) -> None:
    page = client.get("/cards/M001/").content.decode()
    assert page.count("<dd>--</dd>") == 2
    assert "one of a kind" in page


def test_an_id_in_small_letters_leads_to_the_card(client: Client) -> None:
    assert client.get("/cards/a085/").headers["Location"] == "/cards/A085/"


@pytest.mark.parametrize("address", ["/cards/A999/", "/cards/Q001/", "/cards/abc/", "/cards/A0001/"])
def test_there_is_no_page_of_a_card_that_is_not(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("address", ["/cards/", "/cards/A085/"])
def test_it_only_reads(client: Client, address: str) -> None:
    assert client.post(address).status_code == 405
