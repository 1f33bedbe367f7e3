"""Pages of grants: what waits, opening it by one click, and what came, shown again after a reload."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from cards.models import Copy
from tests.cards.conftest import Give
from tests.cards.grants import grant_to

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]

LIST = "/cards/grants/"


@pytest.fixture
def alices(alice: User) -> Client:
    """Alice's browser."""
    client = Client()
    client.force_login(alice)
    return client


def test_a_grant_is_opened_once_before_the_eyes_and_shown_ever_after(alices: Client, alice: User) -> None:
    grant = grant_to(alice, points=300, cards="A085", packs="A", reason="Won <the> cup")
    page = f"{LIST}{grant.pk}/"
    closed = alices.get(page).content.decode()
    assert "Won &lt;the&gt; cup" in closed and "Open it" in closed
    assert "Ifrit" not in closed and "300 points" not in closed and ">300<" not in closed
    answer = alices.post(f"{page}open/")
    assert (answer.status_code, answer["Location"]) == (302, page)
    first, again = alices.get(page).content.decode(), alices.get(page).content.decode()
    assert "is-opening" in first and "is-opening" not in again
    for shown in (first, again):
        assert "6 cards for your stash. 300 points for your wallet." in shown
        assert len(re.findall(r'data-card="A\d{3}"', shown)) == 6 and 'data-card="A085"' in shown
        assert "Open it" not in shown and 'class="num">300<' in shown
    assert alices.post(f"{page}open/").status_code == 302 and Copy.objects.count() == 6
    assert "is-opening" not in alices.get(page).content.decode()


def test_what_waits_is_said_where_a_player_comes_by(alices: Client, alice: User) -> None:
    places = ("/", "/cards/stash/", "/shop/")
    assert all("waits for you" not in alices.get(place).content.decode() for place in places)
    grant_to(alice, points=1)
    assert all("1 grant waits for you." in alices.get(place).content.decode() for place in places)
    grant_to(alice, points=1)
    assert all("2 grants wait for you." in alices.get(place).content.decode() for place in places)
    assert "wait for you" not in Client().get("/shop/").content.decode()


def test_the_list_has_what_waits_and_what_was_opened(alices: Client, alice: User, bob: User) -> None:
    assert "Nothing has been granted to you yet." in alices.get(LIST).content.decode()
    first = grant_to(alice, points=7, cards="A085", reason="First")
    grant_to(alice, points=1, reason="Second")
    grant_to(bob, points=1, reason="Bobs own")
    alices.post(f"{LIST}{first.pk}/open/")
    page = alices.get(LIST).content.decode()
    waiting, opened = page.split("Opened</h2>")
    assert "Second" in waiting and "First" in opened and "Ifrit" in opened and "+7" in opened
    assert "Bobs own" not in page


def test_over_a_limit_the_page_says_which_card_and_goes_on_waiting(alices: Client, alice: User, give: Give) -> None:
    give(alice, "A105")
    grant = grant_to(alice, points=300, cards="A105")
    answer = alices.post(f"{LIST}{grant.pk}/open/")
    page = answer.content.decode()
    assert answer.status_code == 409 and 'role="alert"' in page and "A105" in page and "Nothing of it is lost." in page
    assert "Open it" in page and alice.wallet.points == 0
    assert "1 grant waits" in alices.get("/cards/stash/").content.decode()


def test_a_grant_is_its_players_own(alices: Client, alice: User, bob: User) -> None:
    grant = grant_to(bob, points=1)
    page = f"{LIST}{grant.pk}/"
    assert alices.get(page).status_code == 404 and alices.post(f"{page}open/").status_code == 404
    outside = Client()
    assert outside.get(page).status_code == 302 and outside.get(LIST).status_code == 302
    assert outside.post(f"{page}open/").status_code == 403
    assert alices.get(f"{page}open/").status_code == 405 and alices.post(page).status_code == 405


def test_a_grants_pack_looks_right_as_a_pack_too(alices: Client, alice: User) -> None:
    grant = grant_to(alice, cards="A001")
    alices.post(f"{LIST}{grant.pk}/open/")
    pack = alice.packs.get()
    page = alices.get(f"/cards/packs/{pack.pk}/").content.decode()
    assert "Granted to you" in page and "They are marked" not in page
