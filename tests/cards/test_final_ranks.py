"""Ranks, level and element are final once a copy exists: in the form, by services, in a version (RULES 8)."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.admin.models import LogEntry

from accounts.models import User
from cards.models import Card
from cards.services.editing import card_save
from tests.cards.conftest import Give
from tests.cards.customs import curator_make
from tests.cards.desk import curator_browser, load_few, send, warden_browser
from triad.errors import GameError

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]


@pytest.fixture
def loaded(db: None, tmp_path: Path) -> None:
    """A few of the shipped cards."""
    load_few(tmp_path)


def page(client: object, card_id: str) -> str:
    return client.get(f"/admin/cards/card/{card_id}/change/").content.decode()  # type: ignore[attr-defined]


def test_a_curator_changes_the_numbers_of_a_card_without_copies(alice: User) -> None:
    assert send(curator_browser(), "A085", up="8", element="ice") == ""
    card = Card.objects.get(pk="A085")
    assert (card.up, card.element) == (8, "ice")


def test_a_curator_is_shown_why_they_are_final_and_changes_the_rest(alice: User, give: Give) -> None:
    give(alice, "A085")
    curator = curator_browser()
    shown = page(curator, "A085")
    assert 'name="up"' not in shown and 'name="level"' not in shown and 'name="element"' not in shown
    assert "A superuser may correct them" in shown
    assert send(curator, "A085", name="Ifreet", up="1", level="1", element="ice") == ""
    card = Card.objects.get(pk="A085")
    assert (card.name, card.name_key, card.up, card.level, card.element) == ("Ifreet", "ifreet", 9, 8, "fire")


def test_a_superuser_corrects_them_with_a_reason_only(alice: User, give: Give) -> None:
    give(alice, "A085")
    warden = warden_browser()
    assert 'name="reason"' in page(warden, "A085") and 'name="up"' in page(warden, "A085")
    assert "Give the reason" in send(warden, "A085", up="8")
    assert "Give the reason" in send(warden, "A085", up="8", reason="   ")
    assert Card.objects.get(pk="A085").up == 9
    assert send(warden, "A085", up="8", reason="A slip in the table") == ""
    assert Card.objects.get(pk="A085").up == 8
    version = Card.history.filter(id="A085").first()
    assert (version.history_user.username, version.history_change_reason) == ("warden", "A slip in the table")
    assert Card.history.filter(id="A085").last().up == 9
    assert LogEntry.objects.filter(object_id="A085").exists()


@pytest.mark.parametrize("code", ["C", "M", "P"])
def test_in_custom_and_unique_series_nobody_corrects(alice: User, give: Give, code: str) -> None:
    card = Card.objects.create(
        series_id=code, number=990, name="Solid", level=5, up=5, right=5, down=5, left=5, element="fire"
    )
    give(alice, card.pk)
    warden = warden_browser()
    shown = page(warden, card.pk)
    assert 'name="up"' not in shown and "nobody corrects them" in shown
    assert send(warden, card.pk, up="6", reason="Please") == ""
    card.refresh_from_db()
    assert card.up == 5
    card.up = 6
    with pytest.raises(GameError, match="nobody corrects"):
        card_save(card=card, by=User.objects.get(username="warden"), reason="Please")


def test_the_service_refuses_whoever_calls_it(alice: User, give: Give) -> None:
    give(alice, "A085")
    card = Card.objects.get(pk="A085")
    card.up = 8
    with pytest.raises(GameError, match="A superuser may"):
        card_save(card=card, by=curator_make(), reason="I am sure")
    warden = User.objects.create_superuser(username="warden", password="eight-squares")
    with pytest.raises(GameError, match="Give the reason"):
        card_save(card=card, by=warden)
    assert Card.objects.get(pk="A085").up == 9


def test_a_copy_that_came_while_the_form_was_open_is_seen(alice: User, give: Give) -> None:
    curator = curator_browser()
    page(curator, "A085")
    give(alice, "A085")
    assert send(curator, "A085", up="1") == ""
    assert Card.objects.get(pk="A085").up == 9


def test_a_custom_card_keeps_its_name_for_itself_and_its_sum_in_range(alice: User) -> None:
    curator = curator_browser()
    form = {"series": "C", "number": "7", "name": "lfrit", "level": "5", "element": "", "type": "", "text": ""}
    form |= {"up": "1", "right": "1", "down": "1", "left": "1"}
    said = curator.post("/admin/cards/card/add/", form).content.decode()
    assert "A085 has that name" in said and "18 to 21 together; these make 4" in said
    assert not Card.objects.filter(pk="C007").exists()
    form |= {"name": "Hydaelyn’s Cat", "up": "5", "right": "5", "down": "5", "left": "4", "on_sale": "on"}
    assert curator.post("/admin/cards/card/add/", form).status_code == 302
    assert Card.history.get(id="C007").history_user.username == "kurt"
