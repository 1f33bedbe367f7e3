"""Opening the starter: one click, one pack, shown once as it opens."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from cards.models import Copy, Pack

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]


def shown(page: str) -> list[str]:
    """The IDs of the cards on a page, in order."""
    return re.findall(r'data-card="(\w+)"', page)


def test_one_click_opens_it(client: Client, alice: User) -> None:
    client.force_login(alice)
    answer = client.post("/cards/starter/")
    pack = Pack.objects.get(owner=alice)
    assert answer.headers["Location"] == f"/cards/packs/{pack.pk}/"
    page = client.get(answer.headers["Location"]).content.decode()
    assert len(shown(page)) == 20
    assert sorted(shown(page)) == sorted(Copy.objects.values_list("card_id", flat=True))
    assert "is-opening" in page
    assert "20 cards for your stash." in page


def test_a_reload_shows_the_same_cards_laid_out(client: Client, alice: User) -> None:
    client.force_login(alice)
    address = client.post("/cards/starter/").headers["Location"]
    first, again = (client.get(address).content.decode() for _ in range(2))
    assert shown(first) == shown(again)
    assert "is-opening" not in again
    assert "is-opening" in client.get(f"{address}?open").content.decode()


def test_ten_clicks_lead_to_one_pack(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert len({client.post("/cards/starter/").headers["Location"] for _ in range(10)}) == 1
    assert Copy.objects.count() == 20


def test_looking_opens_nothing(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get("/cards/starter/").status_code == 405
    assert not Pack.objects.exists()


def test_a_visitor_is_told_to_sign_in(client: Client) -> None:
    answer = client.post("/cards/starter/")
    assert answer.status_code == 403
    assert "Sign in first." in answer.content.decode()
    assert not Pack.objects.exists()


def test_anothers_pack_is_not_there(client: Client, alice: User, bob: User) -> None:
    client.force_login(alice)
    address = client.post("/cards/starter/").headers["Location"]
    client.force_login(bob)
    assert client.get(address).status_code == 404
    assert client.get("/cards/packs/999999999999999999999/").status_code == 404
    client.logout()
    assert client.get(address).status_code == 302
