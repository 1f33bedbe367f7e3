"""What the card database can be asked for: ranks, what one has, what one could buy, order and view."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.services.wallet import pay
from cards.models import Card, Copy, Price, Series, Transfer
from cards.services.copies import move_copy
from cards.services.figures import figures_add
from tests.cards.conftest import Give
from triad.clock import now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]


def ids(client: Client, query: str) -> list[str]:
    """The IDs of the cards found, in order."""
    answer = client.get(f"/cards/{query}")
    assert answer.status_code == 200
    return re.findall(r'data-card="(\w+)"', answer.content.decode())


def total(client: Client, query: str) -> int:
    """How many cards the page says there are."""
    found = re.search(r'role="status">(\d+) card', client.get(f"/cards/{query}").content.decode())
    assert found
    return int(found[1])


@pytest.fixture
def browser(client: Client, alice: User, give: Give) -> Client:
    """Alice's browser; she has 200 points, two copies of A001 and A085 each, which is the limit of the latter."""
    give(alice, "A001", "A001", "A085", "A085", "X040")
    pay(user=alice, points=200, reason="grant", cause=f"test:{uuid4()}")
    client.force_login(alice)
    return client


@pytest.mark.parametrize("side", ["up", "right", "down", "left"])
@pytest.mark.parametrize("least", [2, 7, 10])
def test_each_rank_is_asked_for_by_its_side(client: Client, side: str, least: int) -> None:
    assert total(client, f"?{side}={least}") == Card.objects.filter(**{f"{side}__gte": least}).count() > 0


def test_several_ranks_must_all_be_there(client: Client) -> None:
    found = ids(client, "?series=A&up=8&left=8")
    assert found and found == [
        card.pk for card in Card.objects.filter(series="A", up__gte=8, left__gte=8).order_by("level", "number")
    ]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?own=owned", ["A001", "A085", "X040"]),
        ("?own=doubled", ["A001", "A085"]),
        ("?own=owned&series=X", ["X040"]),
        ("?own=missing&q=ifrit", ["X320"]),
    ],
)
def test_one_finds_what_one_has_and_lacks(browser: Client, query: str, found: list[str]) -> None:
    assert ids(browser, query) == found


def test_one_finds_what_one_can_buy_now(browser: Client) -> None:
    found = ids(browser, "?own=affordable&series=A&level=8")
    assert len(found) == 10 and "A085" not in found  # 200 points each, and of Ifrit no more may be held
    assert ids(browser, "?own=affordable&series=A&level=9") == []
    assert ids(browser, "?own=affordable&series=H") == ids(browser, "?own=affordable&series=M") == []
    Card.objects.filter(pk=found[0]).update(on_sale=False)
    assert ids(browser, "?own=affordable&series=A&level=8") == found[1:]
    Series.objects.filter(pk="A").update(on_sale=False)
    assert ids(browser, "?own=affordable&series=A") == []


def test_who_has_no_stash_is_not_asked_what_is_in_it(client: Client) -> None:
    answer = client.get("/cards/?own=owned")
    assert answer.status_code == 400
    assert 'value="owned"' not in answer.content.decode()


def test_the_order_is_by_series_and_level_or_by_id(client: Client) -> None:
    by_level = ids(client, "?series=W")
    by_id = ids(client, "?series=W&order=id")
    assert by_id == sorted(by_id)
    assert by_level == [card.pk for card in Card.objects.filter(series="W").order_by("level", "number")]
    page = client.get("/cards/?series=W").content.decode()
    assert "W · Level 10" in page
    assert "levelhead" not in client.get("/cards/?series=W&order=id").content.decode()


def test_a_table_has_ranks_kind_owned_and_price(browser: Client) -> None:
    page = browser.get("/cards/?view=table&q=ifrit").content.decode()
    row = page.split("<tbody")[1].split("</tr>")[0]
    assert ">A085<" in row and '<a href="/cards/A085/">Ifrit</a>' in row
    assert re.findall(r"<b>(\w)</b>", row) == ["9", "6", "2", "8"]
    assert re.findall(r'class="n">([^<]*)<', row) == ["8", "2", "200"]
    assert 'name="view" value="table"' in page


def test_a_table_shows_no_price_of_what_is_not_sold(client: Client) -> None:
    Card.objects.filter(pk="A085").update(on_sale=False)
    page = client.get("/cards/?view=table&q=a085").content.decode()
    assert '<td class="n">--</td>' in page


def test_prices_in_the_list_are_those_that_hold_now(client: Client) -> None:
    Price.objects.create(series_id="A", valid_from=now(), random=11, specific=None)
    page = client.get("/cards/").content.decode()
    assert '<td class="n">11</td><td class="n">--</td>' in page
    assert "88 points" in client.get("/cards/A085/").content.decode()


def test_a_wrong_rank_is_said(client: Client) -> None:
    answer = client.get("/cards/?up=11&left=x&order=name")
    assert answer.status_code == 400
    assert "Up at least: There is no “11” to choose here." in answer.content.decode()


def test_a_card_tells_how_it_is_spread_and_how_it_fares(client: Client, alice: User, bob: User, give: Give) -> None:
    give(alice, "A085", "A085")
    page = client.get("/cards/A085/").content.decode()
    assert "<dt>Copies</dt><dd>2</dd>" in page
    assert re.search(r"<dt>Players who own it</dt><dd>1 <small[^>]*>50.0 %", page)
    assert "No finished public match between people has seen it yet." in page
    figures_add(counts={"A085": {"played": 3, "flips": 4, "brought": 2, "won": 1}, "A001": {"flipped": 1}})
    figures_add(counts={"A085": {"played": 1, "flipped": 2}})
    page = client.get("/cards/A085/").content.decode()
    assert "<dt>Times placed</dt><dd>4</dd>" in page and "<dt>Times turned</dt><dd>2</dd>" in page
    assert re.search(r"<dd>1 <small[^>]*>of 2", page)


def test_a_unique_card_tells_its_owners(client: Client, alice: User, bob: User, give: Give) -> None:
    assert "Nobody has had it yet." in client.get("/cards/M001/").content.decode()
    (copy,) = give(alice, "M001")
    move_copy(copy=copy, taker=bob, reason=Transfer.Reason.SPOILS, cause="match:1")
    page = client.get("/cards/M001/").content.decode().split("Its owners")[1]
    assert page.index("bob") < page.index("from alice") < page.index("grant")
    give(alice, "A085")
    assert "Its owners" not in client.get("/cards/A085/").content.decode()


def test_the_maker_of_a_card_is_named(client: Client, alice: User) -> None:
    Card(series_id="C", number=1, name="Ultros", level=5, up=3, right=4, down=5, left=6, maker=alice).save()
    page = client.get("/cards/C001/").content.decode()
    assert "Made by" in page and 'href="/players/alice/"' in page


def test_three_thousand_cards_and_two_thousand_copies_take_few_queries(
    client: Client, alice: User, bob: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    Card.objects.bulk_create(
        Card(
            id=f"{code}{number:03}", series_id=code, number=number, name=f"Made {number}", name_key=f"made{number}",
            level=number % 10 + 1, up=number % 10 + 1, right=2, down=3, left=4,
        )
        for code in "CPM"
        for number in range(100, 900)
    )  # fmt: skip
    assert Card.objects.count() > 3000
    cards = list(Card.objects.filter(series="X", level__lte=6).select_related("series"))[:300]
    slots = [(card, slot) for card in cards for slot in range(1, card.hold_limit + 1)]
    Copy.objects.bulk_create(
        Copy(card=card, owner=owner, slot=slot, slot_limit=card.hold_limit)
        for owner in (alice, bob)
        for card, slot in slots
    )
    assert Copy.objects.filter(owner=alice).count() > 1800
    client.force_login(alice)
    client.get("/cards/")
    for query in ("", "?page=7", "?q=a&own=missing", "?own=affordable&order=id", "?own=doubled&view=table", "?up=7"):
        with django_assert_max_num_queries(14):
            assert client.get(f"/cards/{query}").status_code == 200
    for address in ("/cards/stash/", "/cards/stash/?view=list", "/cards/X040/"):
        with django_assert_max_num_queries(14):
            assert client.get(address).status_code == 200
