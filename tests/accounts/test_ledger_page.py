from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from accounts.services.wallet import pay

URL = "/settings/ledger/"


def test_it_shows_ones_own_movements_newest_first(alices: Client, alice: User, bob: User) -> None:
    pay(user=alice, points=10, experience=50, reason="match", cause="match:1", note="won against <b>bob</b>")
    pay(user=alice, points=-4, reason="purchase", cause="buy:1", note="a card")
    pay(user=bob, points=999, reason="match", cause="match:1", note="of bob alone")
    page = alices.get(URL).content.decode()
    assert "+10" in page and "-4" in page
    assert "won against &lt;b&gt;bob&lt;/b&gt;" in page
    assert page.index("a card") < page.index("won against")
    assert "of bob alone" not in page and "+999" not in page


def test_it_comes_in_pages(alices: Client, alice: User) -> None:
    for number in range(51):
        pay(user=alice, points=1, reason="match", cause=f"match:{number}", note=f"number {number}.")
    assert "number 0." not in alices.get(URL).content.decode()
    assert "number 0." in alices.get(URL + "?page=2").content.decode()


@pytest.mark.parametrize("page", ["0", "-1", "99999999999999999999", "x", "%00"])
def test_a_page_that_there_is_not_is_the_nearest(alices: Client, page: str) -> None:
    assert alices.get(f"{URL}?page={page}").status_code == 200


def test_it_is_empty_with_a_sentence(alices: Client) -> None:
    assert b"Nothing yet" in alices.get(URL).content


def test_it_is_for_who_is_signed_in(client: Client, db: None) -> None:
    assert client.get(URL).status_code == 302
    assert client.post(URL).status_code == 405
