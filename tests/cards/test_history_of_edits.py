"""Who edited a card or a series, what it changed, and the way back."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

from accounts.models import User
from cards.desk.versions import versions_of
from cards.models import Card, Series
from cards.services.loading import load_cards
from tests.cards.conftest import Give
from tests.cards.desk import card_form, curator_browser, load_few, send, signed_in, warden_browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]


@pytest.fixture
def loaded(db: None, tmp_path: Path) -> None:
    """A few of the shipped cards."""
    load_few(tmp_path)


def back(client: Client, card_id: str, number: int, reason: str = "") -> str:
    """Goes back to a version; gives what the page then says."""
    address = f"/admin/cards/card/{card_id}/history/{number}/"
    assert client.get(address).status_code == 200
    return client.post(address, {"reason": reason}, follow=True).content.decode()


def test_loading_the_cards_leaves_no_versions() -> None:
    assert not Card.history.exists() and not Series.history.exists()


def test_an_edit_is_kept_with_how_it_was_before(alice: User) -> None:
    curator = curator_browser()
    assert "Nobody has edited this yet" in curator.get("/admin/cards/card/A001/history/").content.decode()
    send(curator, "A001", name="Gizzard", text="Bird & beast")
    newest, first = versions_of(Card, key="A001")
    assert (first.by, first.changes, newest.by) == ("", [], "kurt")
    assert {(change.label, change.old, change.new) for change in newest.changes} == {
        ("name", "Geezard", "Gizzard"),
        ("text", "–", "Bird & beast"),
    }
    page = curator.get("/admin/cards/card/A001/history/").content.decode()
    assert "<del>Geezard</del> <ins>Gizzard</ins>" in page and "Bird &amp; beast" in page and "style=" not in page


def test_what_was_not_changed_makes_no_version(alice: User) -> None:
    send(curator_browser(), "A001")
    assert not Card.history.exists()


def test_a_card_goes_back_to_a_version(alice: User) -> None:
    curator = curator_browser()
    send(curator, "A001", name="Gizzard", up="7")
    first = versions_of(Card, key="A001")[-1]
    assert "A001 Geezard is as in version" in back(curator, "A001", first.number)
    assert (Card.objects.get(pk="A001").name, Card.objects.get(pk="A001").up) == ("Geezard", 1)
    assert versions_of(Card, key="A001")[0].reason == f"Taken back to version {first.number}"
    assert "can be taken back" in back(curator, "A001", first.number)


def test_final_numbers_stay_where_a_curator_goes_back(alice: User, give: Give) -> None:
    curator = curator_browser()
    send(curator, "A001", name="Gizzard", up="7")
    first = versions_of(Card, key="A001")[-1]
    give(alice, "A001")
    page = curator.get(f"/admin/cards/card/A001/history/{first.number}/").content.decode()
    assert "These stay: up 7." in page
    assert "stayed as they are" in back(curator, "A001", first.number)
    card = Card.objects.get(pk="A001")
    assert (card.name, card.up) == ("Geezard", 7)


def test_a_superuser_goes_back_over_final_numbers_with_a_reason(alice: User, give: Give) -> None:
    warden = warden_browser()
    send(warden, "A001", up="7")
    first = versions_of(Card, key="A001")[-1]
    give(alice, "A001")
    assert "Give the reason" in back(warden, "A001", first.number)
    assert Card.objects.get(pk="A001").up == 7
    assert "is as in version" in back(warden, "A001", first.number, "It was right before")
    assert Card.objects.get(pk="A001").up == 1
    assert versions_of(Card, key="A001")[0].reason == "It was right before"


def test_a_deleted_card_comes_back(alice: User) -> None:
    warden = warden_browser()
    send(warden, "A001", text="Soon gone")
    assert warden.post("/admin/cards/card/A001/delete/", {"post": "yes"}).status_code == 302
    gone = versions_of(Card, key="A001")[0]
    assert (gone.kind, gone.by) == ("-", "warden")
    assert "deleted" in warden.get("/admin/cards/card/A001/history/").content.decode()
    assert "is as in version" in back(warden, "A001", gone.number)
    assert Card.objects.get(pk="A001").text == "Soon gone"


def test_a_series_has_its_history_too(alice: User) -> None:
    curator = curator_browser()
    form = {"name": "First", "hold_limit": "3", "note": "", "on_sale": "on"}
    form |= {"prices-TOTAL_FORMS": "0", "prices-INITIAL_FORMS": "0"}
    assert curator.post("/admin/cards/series/A/change/", form).status_code == 302
    newest, first = versions_of(Series, key="A")
    assert [change.label for change in newest.changes] == ["name", "hold limit", "note"]
    assert curator.post(f"/admin/cards/series/A/history/{first.number}/", {"reason": ""}).status_code == 302
    assert Series.objects.get(pk="A").name == "Final Fantasy"


def test_what_is_ticked_in_the_list_is_kept_too(alice: User) -> None:
    curator = curator_browser()
    fields = {"form-TOTAL_FORMS": "1", "form-INITIAL_FORMS": "1", "form-0-id": "A085", "_save": "Save"}
    assert curator.post("/admin/cards/card/?q=A085", fields).status_code == 302
    assert [(one.by, one.changes[0].label) for one in versions_of(Card, key="A085")[:1]] == [("kurt", "in the shop")]


def test_loading_again_leaves_alone_what_was_edited(alice: User, give: Give, tmp_path: Path) -> None:
    give(alice, "A001")
    send(warden_browser(), "A001", up="7", reason="A slip")
    assert not load_cards(folder=tmp_path).changed
    assert Card.objects.get(pk="A001").up == 7


def test_who_may_not_change_cards_goes_back_to_nothing(alice: User, bob: User) -> None:
    send(curator_browser(), "A001", name="Gizzard")
    number = versions_of(Card, key="A001")[-1].number
    alice.is_staff = True
    alice.save()
    for user, status in ((alice, 403), (bob, 302)):
        client = signed_in(user)
        assert client.get("/admin/cards/card/A001/history/").status_code == status
        assert client.post(f"/admin/cards/card/A001/history/{number}/", {"reason": ""}).status_code == status
    assert Card.objects.get(pk="A001").name == "Gizzard"
    assert curator_browser_get("/admin/cards/card/A001/history/99999/") == 404
    assert curator_browser_get("/admin/cards/card/Q001/history/") == 404


def curator_browser_get(address: str) -> int:
    return signed_in(User.objects.get(username="kurt")).get(address).status_code


def test_a_name_that_is_a_script_stays_a_name(alice: User) -> None:
    curator = curator_browser()
    form = card_form(Card.objects.get(pk="A001"), text="<script>alert(1)</script>")
    assert curator.post("/admin/cards/card/A001/change/", form).status_code == 302
    for address in ("history/", "change/"):
        assert "<script>alert" not in curator.get(f"/admin/cards/card/A001/{address}").content.decode()


def test_a_custom_card_gets_no_name_back_that_another_has_by_now(alice: User) -> None:
    curator = curator_browser()
    ranks = {"level": 5, "up": 5, "right": 5, "down": 5, "left": 4}
    Card.objects.create(series_id="C", number=1, name="Chupon", maker=alice, **ranks)
    assert send(curator, "C001", name="Typhon") == ""
    first = versions_of(Card, key="C001")[-1]
    Card.objects.create(series_id="C", number=2, name="Chup0n", maker=alice, **ranks)
    assert "C002 has that name" in back(curator, "C001", first.number)
    assert Card.objects.get(pk="C001").name == "Typhon"
    Card.objects.filter(pk="C002").delete()
    assert "C001 Chupon is as in version" in back(curator, "C001", first.number)
