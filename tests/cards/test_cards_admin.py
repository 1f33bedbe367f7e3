"""The admin of cards: pictures, and what must not change."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from cards.models import Card, Copy, Deck, Pack, Series, Transfer
from cards.services.starter import starter_open

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]


@pytest.fixture
def warden(client: Client) -> Client:
    """A browser in which a superuser is signed in."""
    client.force_login(User.objects.create_superuser(username="warden", password="eight-squares"))
    return client


@pytest.fixture
def pack(alice: User) -> Pack:
    """Alice's starter, so that every kind of row is there."""
    return starter_open(user=alice)


@pytest.mark.parametrize("model", ["series", "card", "copy", "transfer", "deck", "pack"])
@pytest.mark.parametrize("query", ["", "?q=alice", "?q=A001"])
def test_every_list_opens_and_can_be_searched(warden: Client, pack: Pack, model: str, query: str) -> None:
    assert warden.get(f"/admin/cards/{model}/{query}").status_code == 200


def test_every_row_opens(warden: Client, pack: Pack) -> None:
    for row in (Series.objects.get(pk="A"), Copy.objects.first(), Transfer.objects.first(), Deck.objects.get(), pack):
        assert row is not None
        name = row._meta.model_name
        assert warden.get(f"/admin/cards/{name}/{row.pk}/change/").status_code == 200


def test_a_card_is_seen_with_its_picture(warden: Client) -> None:
    assert "/cards/art/A001-ground.svg" in warden.get("/admin/cards/card/?series__code__exact=A").content.decode()
    page = warden.get("/admin/cards/card/A085/change/").content.decode()
    assert 'src="data:image/svg+xml;base64,' in page and 'data-card="A085"' in page
    assert ' style="' not in page.split('id="content"')[1].split('class="submit-row"')[0]


def test_a_card_is_added_with_its_id(warden: Client) -> None:
    form = {"series": "C", "number": "1", "name": "Ultros", "level": "5", "element": "water", "type": "", "text": ""}
    form |= {"up": "3", "right": "4", "down": "5", "left": "6"}
    answer = warden.post("/admin/cards/card/add/", form)
    assert answer.status_code == 302
    assert Card.objects.get(pk="C001").ranks == (3, 4, 5, 6)


@pytest.mark.parametrize("model", ["copy", "transfer", "deck", "pack"])
def test_history_is_read_only(warden: Client, pack: Pack, model: str) -> None:
    row = {"copy": Copy, "transfer": Transfer, "deck": Deck, "pack": Pack}[model].objects.first()  # type: ignore[attr-defined]
    assert warden.get(f"/admin/cards/{model}/add/").status_code == 403
    assert warden.post(f"/admin/cards/{model}/{row.pk}/change/", {}).status_code == 403
    assert warden.post(f"/admin/cards/{model}/{row.pk}/delete/", {"post": "yes"}).status_code == 403
    action = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    warden.post(f"/admin/cards/{model}/", action)
    assert type(row).objects.filter(pk=row.pk).exists()


def test_a_card_with_copies_is_not_deleted(warden: Client, pack: Pack) -> None:
    held = Copy.objects.values_list("card_id", flat=True)[0]
    assert warden.post(f"/admin/cards/card/{held}/delete/", {"post": "yes"}).status_code == 403
    action = {"action": "delete_selected", "_selected_action": [held, "A085"], "post": "yes"}
    warden.post("/admin/cards/card/", action)
    assert Card.objects.filter(pk__in=[held, "A085"]).count() == 2
    assert warden.post("/admin/cards/card/A085/delete/", {"post": "yes"}).status_code == 302
    assert not Card.objects.filter(pk="A085").exists()


def test_no_page_tells_when_a_deck_was_used(warden: Client, pack: Pack) -> None:
    """Else the deck used when a match began would be its hidden hand, without the logged look (RULES 3)."""
    deck = Deck.objects.get()
    for address in ("/admin/cards/deck/", f"/admin/cards/deck/{deck.pk}/change/"):
        page = warden.get(address).content.decode()
        assert "used" not in page.lower().replace("focused", "")
