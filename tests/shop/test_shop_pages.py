"""The pages of the shop: prices for everybody, a purchase by two clicks, receipts."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from cards.models import Card, Copy, Series
from shop.models import Purchase
from tests.shop.conftest import bought, cards_give, named, pack, points_give

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stocked")]


@pytest.fixture
def browser(client: Client, rich: User) -> Client:
    """Alice's browser; she has 1,000 points."""
    client.force_login(rich)
    return client


def hidden(page: str) -> dict[str, str]:
    """The hidden fields of the form that buys."""
    form = page.split("data-once", 1)[1]
    return dict(re.findall(r'name="(key|kind|series|level|card)" value="([^"]*)"', form))


def asked(client: Client, query: str) -> tuple[str, dict[str, str]]:
    """The question before a purchase, and the form in it."""
    answer = client.get(f"/shop/buy/?{query}")
    assert answer.status_code == 200
    page = answer.content.decode()
    return page, hidden(page)


def shown(page: str) -> list[str]:
    """The IDs of the cards on a page, in order."""
    return re.findall(r'data-card="(\w+)"', page)


def test_a_visitor_sees_prices_and_is_led_to_sign_up(client: Client) -> None:
    page = client.get("/shop/").content.decode()
    for part in ("Beasts", "Heroes", "Lights", "114 points", ">1200<", "Sign up to buy", "Odds"):
        assert part in page
    assert "Promos" in page.split("not sold:")[1] and "Mythic" in page.split("not sold:")[1]
    page = client.get("/shop/buy/?kind=random&series=A&level=7").content.decode()
    assert "70 points" in page and "/account/signup/?next=%2Fshop%2Fbuy%2F" in page
    assert 'method="post" action="/shop/buy/"' not in page


def test_a_visitor_and_a_guest_cannot_post(client: Client) -> None:
    answer = client.post("/shop/buy/", {"kind": "named", "card": "A001", "key": "0" * 32})
    assert answer.status_code == 403
    assert "Sign in first." in answer.content.decode()


def test_the_counter_says_what_one_owns_can_afford_and_may_hold(client: Client, alice: User) -> None:
    points_give(alice, 100)
    cards_give(alice, "A007", 2)
    cards_give(alice, "A008", 2)
    client.force_login(alice)
    page = client.get("/shop/").content.decode()
    series = page.split('id="series-A"')[1].split("</section>")[0]
    assert "2 of 9 owned" in series
    assert "all held" in series
    assert "more than you have" in series.split("shopseries__pack")[1].split("</div></div>")[0]
    assert re.search(r'class="pricetag is-dear"[^>]*aria-label="Draw a card of level 10 for 100', series) is None
    assert re.search(r'class="pricetag is-dear"[^>]*aria-label="Choose a card of level 5, 125', series)


def test_two_clicks_buy_a_random_card(browser: Client, rich: User) -> None:
    page, form = asked(browser, "kind=random&series=A&level=7")
    assert "One of the 2 cards of this level" in page
    assert re.search(r"Left after it</dt><dd[^>]*>930", page)
    answer = browser.post("/shop/buy/", form)
    purchase = Purchase.objects.get()
    assert answer.headers["Location"] == f"/shop/receipts/{purchase.pk}/"
    opened = browser.get(answer.headers["Location"]).content.decode()
    assert shown(opened) == list(Copy.objects.values_list("card_id", flat=True))
    assert "is-opening" in opened
    assert "Paid: 70 points; left then: 930." in opened
    again = browser.get(answer.headers["Location"]).content.decode()
    assert shown(again) == shown(opened)
    assert "is-opening" not in again


def test_two_clicks_buy_a_pack(browser: Client) -> None:
    page, form = asked(browser, "kind=pack&series=A")
    assert page.count("card--back") == 5
    assert "Level 10</dt><dd>1.8 %" in page
    opened = browser.get(browser.post("/shop/buy/", form).headers["Location"]).content.decode()
    assert sorted(shown(opened)) == sorted(Copy.objects.values_list("card_id", flat=True))
    assert len(shown(opened)) == 5


@pytest.mark.parametrize("text", ["Edea", "ÉDEA", "a007", "A-7", " édea "])
def test_a_card_is_named_in_any_spelling(browser: Client, text: str) -> None:
    page = browser.get("/shop/buy/", {"kind": "named", "card": text}).content.decode()
    assert hidden(page)["card"] == "A007"
    assert "Buy for 175 points" in page


def test_a_name_of_several_cards_lists_them(browser: Client) -> None:
    answer = browser.get("/shop/buy/", {"kind": "named", "card": "geezard"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "A001, H001, M001, X001, Z001" in page
    assert shown(page) == ["A001", "H001", "M001", "X001", "Z001"]
    assert 'value="geezard"' in page


def test_a_form_sent_ten_times_buys_once(browser: Client) -> None:
    form = asked(browser, "kind=random&series=A&level=1")[1]
    assert {browser.post("/shop/buy/", form).headers["Location"] for _ in range(10)} == {
        f"/shop/receipts/{Purchase.objects.get().pk}/"
    }
    assert Copy.objects.count() == 1


def test_every_question_has_a_number_of_its_own(browser: Client) -> None:
    first, second = (asked(browser, "kind=named&card=A001")[1]["key"] for _ in range(2))
    assert first != second


@pytest.mark.parametrize(
    ("sent", "status", "sentence"),
    [
        ({"kind": "named", "card": "Sephiroth"}, 404, "There is no card “Sephiroth”."),
        ({"kind": "named", "card": "x" * 5000}, 404, "There is no card"),
        ({"kind": "named", "card": " "}, 400, "Name a card"),
        ({"kind": "named", "card": "<script>alert(1)</script>"}, 404, "&lt;script&gt;"),
        ({"kind": "named", "card": "H001"}, 409, "200 are missing"),
        ({"kind": "named", "card": "Z001"}, 409, "Cards of the series Promos cannot be bought."),
        ({"kind": "named", "card": "M001"}, 409, "Cards of the series Mythic cannot be bought."),
        ({"kind": "random", "series": "A", "level": "11"}, 400, "A level is a number from 1 to 10."),
        ({"kind": "random", "series": "A", "level": "-1"}, 400, "A level is a number from 1 to 10."),
        ({"kind": "random", "series": "A", "level": "²"}, 400, "A level is a number from 1 to 10."),
        ({"kind": "random", "series": "A", "level": ""}, 400, "A level is a number from 1 to 10."),
        ({"kind": "random", "series": "X", "level": "3"}, 400, "There are no cards of level 3 in the series Lights."),
        ({"kind": "random", "series": "Q", "level": "3"}, 404, "There is no such series."),
        ({"kind": "random", "series": "A" * 900, "level": "3"}, 404, "There is no such series."),
        ({"kind": "random", "series": "H", "level": "10"}, 409, "sold by their name only"),
        ({"kind": "pack", "series": "Z"}, 409, "cannot be bought"),
        ({"kind": "gift", "series": "A"}, 400, "Choose a card drawn at random"),
        ({}, 400, "Choose a card drawn at random"),
    ],
)
def test_what_cannot_be_sold_is_said_and_nothing_is_charged(
    browser: Client, rich: User, sent: dict[str, str], status: int, sentence: str
) -> None:
    for answer in (
        browser.get("/shop/buy/", sent),
        browser.post("/shop/buy/", {**sent, "key": "12345678123456781234567812345678"}),
    ):
        page = answer.content.decode()
        assert answer.status_code == status
        assert sentence in page and "Nothing was charged." in page
        assert "<script>alert" not in page
    assert not Purchase.objects.exists()
    rich.wallet.refresh_from_db()
    assert rich.wallet.points == 1000


def test_who_is_full_of_a_card_is_told_the_limit_and_charged_nothing(browser: Client, rich: User) -> None:
    cards_give(rich, "A008", 2)
    answer = browser.post("/shop/buy/", {"kind": "named", "card": "A008", "key": "12345678123456781234567812345678"})
    page = answer.content.decode()
    assert (
        answer.status_code == 409 and "as many copies of" in page and "(2)" in page and "Nothing was charged." in page
    )
    assert 'value="A008"' in page and not Purchase.objects.exists()
    rich.wallet.refresh_from_db()
    assert rich.wallet.points == 1000


def test_the_form_keeps_what_was_asked(browser: Client) -> None:
    page = browser.get("/shop/buy/", {"kind": "named", "card": "Sephiroth"}).content.decode()
    assert 'name="card" value="Sephiroth"' in page


@pytest.mark.parametrize("key", ["", "x", "1" * 31, "\N{SUPERSCRIPT TWO}" * 32])
def test_a_form_without_its_number_buys_nothing(browser: Client, key: str) -> None:
    answer = browser.post("/shop/buy/", {"kind": "named", "card": "A001", "key": key})
    assert answer.status_code == 400
    assert not Purchase.objects.exists()


def test_a_card_taken_from_the_shop_between_the_clicks_is_not_sold(browser: Client) -> None:
    form = asked(browser, "kind=named&card=A001")[1]
    Card.objects.filter(pk="A001").update(on_sale=False)
    answer = browser.post("/shop/buy/", form)
    assert answer.status_code == 409
    assert "A001 Geezard is no longer in the shop." in answer.content.decode()
    assert not Purchase.objects.exists()


def test_a_series_taken_from_the_shop_is_listed_as_not_sold(browser: Client) -> None:
    Series.objects.filter(pk="X").update(on_sale=False)
    page = browser.get("/shop/").content.decode()
    assert 'id="series-X"' not in page
    assert "Lights" in page.split("not sold:")[1]


def test_the_last_points_are_spent_once(client: Client, alice: User) -> None:
    points_give(alice, 10)
    client.force_login(alice)
    forms = [asked(client, "kind=random&series=A&level=1")[1] for _ in range(3)]
    assert [client.post("/shop/buy/", form).status_code for form in forms] == [302, 409, 409]
    assert Copy.objects.count() == 1


def test_receipts_say_what_when_price_and_what_was_left(browser: Client, rich: User) -> None:
    bought(rich, named("A007"))
    drawn = bought(rich, pack())
    page = browser.get("/shop/receipts/").content.decode()
    assert page.index("Pack of five, Beasts") < page.index("A007 Édea")
    assert re.search(r'<td class="n">114</td><td class="n">711</td>', page)
    for content in drawn.pack.contents.all():
        assert f"/cards/{content.copy.card_id}/" in page


def test_receipts_are_the_buyers_alone(client: Client, rich: User, bob: User) -> None:
    purchase = bought(rich, named("A001"))
    assert client.get("/shop/receipts/").status_code == 302
    assert client.get(f"/shop/receipts/{purchase.pk}/").status_code == 302
    client.force_login(bob)
    assert client.get(f"/shop/receipts/{purchase.pk}/").status_code == 404
    assert client.get(f"/cards/packs/{purchase.pack_id}/").status_code == 404
    assert "Geezard" not in client.get("/shop/receipts/").content.decode()


@pytest.mark.parametrize("address", ["/shop/", "/shop/receipts/", "/shop/receipts/1/"])
def test_what_only_shows_is_not_posted_to(browser: Client, address: str) -> None:
    assert browser.post(address).status_code == 405
    assert browser.delete("/shop/buy/").status_code == 405


def test_the_shop_takes_few_queries(
    browser: Client, rich: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(3):
        bought(rich, pack())
    browser.get("/shop/")
    for address in ("/shop/", "/shop/receipts/", "/shop/buy/?kind=pack&series=A"):
        with django_assert_max_num_queries(16):
            assert browser.get(address).status_code == 200


def test_a_pack_from_the_shop_is_shown_among_packs_too(browser: Client, rich: User) -> None:
    purchase = bought(rich, pack())
    page = browser.get(f"/cards/packs/{purchase.pack_id}/").content.decode()
    assert "From the shop" in page and "They are marked" not in page


def test_the_ledger_names_what_was_bought(browser: Client, rich: User) -> None:
    bought(rich, named("A007"))
    assert "A007 Édea" in browser.get("/settings/ledger/").content.decode()


def test_links_lead_to_the_shop(browser: Client) -> None:
    page = browser.get("/cards/A007/").content.decode()
    assert 'href="/shop/buy/?kind=named&amp;card=A007"' in page
    assert page.count('href="/shop/"') >= 2
