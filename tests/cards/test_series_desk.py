"""A series is made, priced and filled in the admin, and is on the card pages and in the shop without code."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

from accounts.models import User
from cards.models import Card, Series
from cards.prices import offers_at
from tests.cards.desk import curator_browser, load_few, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]


@pytest.fixture
def loaded(db: None, tmp_path: Path) -> None:
    """A few of the shipped cards."""
    load_few(tmp_path)


def series_form(code: str, **changed: str) -> dict[str, str]:
    form = {"code": code, "name": "Queens", "hold_limit": "", "note": "", "on_sale": "on"}
    form |= {"prices-TOTAL_FORMS": "1", "prices-INITIAL_FORMS": "0", "prices-0-random": "7", "prices-0-specific": "30"}
    return form | changed


def test_a_series_and_its_cards_are_made_without_code(alice: User) -> None:
    curator, visitor, player = curator_browser(), Client(), signed_in(alice)
    assert curator.post("/admin/cards/series/add/", series_form("q")).status_code == 302
    series = Series.objects.get(pk="Q")
    offer = offers_at()["Q"]
    assert (offer.random, offer.specific, offer.listed.set_by.username) == (7, 30, "kurt")  # type: ignore[union-attr]
    page = curator.get("/admin/cards/series/Q/change/").content.decode()
    assert "/admin/cards/card/add/?series=Q&amp;number=1" in page
    add = curator.get("/admin/cards/card/add/?series=Q&number=1").content.decode()
    assert '<option value="Q" selected>' in add and 'name="number" value="1"' in add
    for number in range(1, 7):
        form = {
            "series": "Q",
            "number": str(number),
            "name": f"Queen {number}",
            "level": str(number),
            "element": "holy",
        }
        form |= {"type": "", "text": "", "up": "3", "right": "4", "down": "5", "left": "6", "on_sale": "on"}
        assert curator.post("/admin/cards/card/add/", form).status_code == 302
    assert "1–6" in curator.get("/admin/cards/series/").content.decode()
    assert "Queens" in visitor.get("/cards/").content.decode()
    assert "Queen 3" in visitor.get("/cards/?series=Q").content.decode()
    assert "Queen 2" in visitor.get("/cards/Q002/").content.decode()
    assert visitor.get("/cards/art/Q002-ground.svg").status_code == 200
    assert "Queens" in player.get("/shop/").content.decode()
    curator.post("/admin/cards/series/Q/change/", series_form("Q", **{"prices-TOTAL_FORMS": "0", "on_sale": ""}))
    series.refresh_from_db()
    assert not series.on_sale and not offers_at()["Q"].is_sold


def test_codes_and_prices_are_looked_at(alice: User) -> None:
    curator = curator_browser()
    for code, changed, sentence in (
        ("A", {}, "There is a series A already"),
        ("ABC", {}, "at most 2 characters"),
        ("A1", {}, "One or two capital letters, or one digit"),
        ("Ä", {}, "one or two capital letters, or one digit"),
        ("", {}, "This field is required"),
        ("Q", {"name": "\u202equeens"}, "nobody can read"),
        ("Q", {"hold_limit": "0"}, "At least 1"),
        ("Q", {"unique_cards": "on"}, "are not sold"),
        ("Q", {"prices-0-random": "0"}, "A price is 1 to 100,000"),
    ):
        answer = curator.post("/admin/cards/series/add/", series_form(code, **changed))
        assert answer.status_code == 200 and sentence.lower() in answer.content.decode().lower(), (code, changed)
    assert not Series.objects.filter(pk="Q").exists()
    unpriced = {"unique_cards": "on", "prices-0-random": "", "prices-0-specific": ""}
    assert curator.post("/admin/cards/series/add/", series_form("Q", **unpriced)).status_code == 302


def test_a_number_is_given_once(alice: User) -> None:
    form = {"series": "A", "number": "1", "name": "Other", "level": "1", "element": "", "type": "", "text": ""}
    form |= {"up": "3", "right": "4", "down": "1", "left": "2"}
    curator = curator_browser()
    assert "already exists" in curator.post("/admin/cards/card/add/", form).content.decode()
    assert "already exists" not in curator.post("/admin/cards/card/add/", form | {"number": "0"}).content.decode()
    assert Card.objects.filter(series="A").count() == 4
