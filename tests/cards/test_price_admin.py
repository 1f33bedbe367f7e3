"""How a curator prices series and takes cards from the shop, without code."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import User
from cards.models import Card, Price, Series
from cards.prices import offers_at, prices_at
from cards.services.roles import CURATORS, roles_load
from tests.conftest import Clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]


@pytest.fixture
def curator(client: Client) -> Client:
    """A browser in which a superuser is signed in."""
    client.force_login(User.objects.create_superuser(username="curator", password="eight-squares"))
    return client


def form(code: str, **fields: str) -> dict[str, str]:
    """The form of a series with one row for a new price."""
    series = Series.objects.get(pk=code)
    price = {"valid_from_0": "", "valid_from_1": "", "random": "", "specific": ""} | fields
    return {
        "name": series.name,
        "hold_limit": str(series.hold_limit or ""),
        "note": series.note,
        "on_sale": "on",
        "prices-TOTAL_FORMS": "1",
        "prices-INITIAL_FORMS": "0",
        "prices-MIN_NUM_FORMS": "0",
        "prices-MAX_NUM_FORMS": "1000",
        "prices-0-id": "",
        "prices-0-series": code,
        **{f"prices-0-{name}": value for name, value in price.items()},
    }


def send(curator: Client, code: str, status: int = 302, **fields: str) -> str:
    """Sends the form of a series; gives the page."""
    answer = curator.post(f"/admin/cards/series/{code}/change/", form(code, **fields))
    assert answer.status_code == status
    return answer.content.decode()


def test_a_new_price_holds_at_once_and_the_old_one_stays(curator: Client) -> None:
    send(curator, "A", random="12", specific="30")
    assert str(prices_at()["A"]) == "A 12/30"
    assert Price.objects.filter(series="A").count() == 2
    assert prices_at()["A"].set_by == User.objects.get(username="curator")
    page = curator.get("/admin/cards/series/").content.decode()
    assert "12/30" in page and "15/40" in page and "--/--" in page


def test_a_price_may_wait_for_its_date(curator: Client, clock: Clock) -> None:
    send(curator, "A", valid_from_0="2026-06-01", valid_from_1="00:00:00", random="20", specific="")
    assert str(prices_at()["A"]) == "A 10/25"
    assert str(prices_at(clock.now + timedelta(days=28))["A"]) == "A 20/--"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"valid_from_0": "2026-05-04", "valid_from_1": "11:59:59", "random": "20"}, "This moment is past"),
        ({"random": "0"}, "A price is 1 to 100,000"),
        ({"specific": "100001"}, "A price is 1 to 100,000"),
        ({"random": "-1"}, "greater than or equal to 0"),
        ({"random": "many"}, "Enter a whole number"),
    ],
)
def test_a_wrong_price_is_said_at_its_field(
    curator: Client, clock: Clock, fields: dict[str, str], sentence: str
) -> None:
    assert sentence in send(curator, "A", 200, **fields)
    assert Price.objects.filter(series="A").count() == 1


def test_a_unique_series_gets_no_price(curator: Client) -> None:
    assert "are not sold" in send(curator, "M", 200, random="10")
    assert not offers_at()["M"].is_sold


def test_what_was_asked_before_is_not_changed(curator: Client) -> None:
    first = Price.objects.get(series="A")
    page = curator.get("/admin/cards/series/A/change/").content.decode()
    assert 'name="prices-1-random"' in page and 'name="prices-0-random"' not in page
    fields = form("A", random="99") | {"prices-INITIAL_FORMS": "1", "prices-0-id": str(first.pk)}
    curator.post("/admin/cards/series/A/change/", fields)
    first.refresh_from_db()
    assert (first.random, first.specific) == (10, 25)


def test_a_series_and_a_card_are_taken_from_the_shop_in_their_lists(curator: Client) -> None:
    fields = {"form-TOTAL_FORMS": "8", "form-INITIAL_FORMS": "8", "_save": "Save"}
    for place, series in enumerate(Series.objects.order_by("code")):
        fields[f"form-{place}-code"] = series.pk
        if series.pk != "X":
            fields[f"form-{place}-on_sale"] = "on"
    assert curator.post("/admin/cards/series/", fields).status_code == 302
    assert [code for code, offer in offers_at().items() if offer.is_sold] == ["A", "C", "H", "W"]
    fields = {"form-TOTAL_FORMS": "1", "form-INITIAL_FORMS": "1", "form-0-id": "A085", "_save": "Save"}
    assert curator.post("/admin/cards/card/?q=A085", fields).status_code == 302
    assert not Card.objects.get(pk="A085").on_sale


def test_a_price_by_date_is_shown_to_nobody_before(curator: Client, clock: Clock) -> None:
    send(curator, "A", valid_from_0="2026-06-01", valid_from_1="00:00:00", random="20", specific="7777")
    assert "7777" not in curator.get("/cards/?series=A&view=table").content.decode().split("<tbody")[1]


def test_the_group_of_curators_suffices(client: Client, alice: User) -> None:
    roles_load()
    alice.is_staff = True
    alice.save()
    client.force_login(alice)
    assert client.post("/admin/cards/series/A/change/", form("A", random="12")).status_code == 403
    alice.groups.add(Group.objects.get(name=CURATORS))
    send(client, "A", random="12", specific="30")
    assert str(prices_at()["A"]) == "A 12/30"


def test_who_is_no_curator_sets_no_price(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.post("/admin/cards/series/A/change/", form("A", random="1")).status_code == 302
    assert str(prices_at()["A"]) == "A 10/25"
