"""Portraits: made of a player by the staff with numbers of its level, one a player, given by a grant."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import User
from accounts.services.guests import guest_make
from cards.audit import findings
from cards.customs.models import CardPicture, Picture
from cards.desk.finality import why_final
from cards.models import Card, Copy
from cards.portraits.models import Portrait
from cards.services.granting import grant_open
from cards.services.portraits import portrait_make
from tests.cards.customs import design, image_bytes
from tests.cards.grants import grant_to, master_make, staff_make
from triad.errors import GameError

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]

ADD = "/admin/cards/portrait/add/"
FORM = {
    "player": "alice", "name": "Alice the Bold", "level": "8", "up": "A", "right": "7", "down": "5", "left": "3",
    "element": "ice", "text": "Never blinks.",
}  # fmt: skip


@pytest.fixture
def curator(db: None) -> User:
    return staff_make("kurt", "curator")


@pytest.fixture
def desk(client: Client, curator: User) -> Client:
    """A browser in which a curator is signed in."""
    client.force_login(curator)
    return client


def portrait(by: User, player: User, **changed: Any) -> Portrait:
    return portrait_make(by=by, player=player, design=design(**{"name": f"{player} in oil"} | changed))


def refused(act: Any) -> str:
    with pytest.raises(GameError) as error, transaction.atomic():
        act()
    return error.value.code


def test_a_portrait_is_a_unique_card_of_which_no_copy_exists_yet(curator: User, alice: User, bob: User) -> None:
    first, second = portrait(curator, alice), portrait(curator, bob)
    assert (first.card_id, second.card_id) == ("P001", "P002")
    card = Card.objects.select_related("series").get(pk="P001")
    assert (card.name, card.level, card.ranks, card.element) == ("alice in oil", 5, (3, 4, 5, 6), "water")
    assert card.series.unique_cards and not card.on_sale and not Copy.objects.exists()
    assert list(findings()) == []


def test_what_is_wrong_with_a_portrait(curator: User, alice: User, bob: User) -> None:
    master = master_make()
    assert refused(lambda: portrait(master, alice)) == "no_curator"
    assert refused(lambda: portrait(curator, guest_make())) == "no_account"
    assert refused(lambda: portrait(curator, alice, name="Ifrit")) == "name_taken"
    assert refused(lambda: portrait(curator, alice, ranks=(9, 9, 9, 9))) == "sum_out_of_range"
    assert refused(lambda: portrait(curator, alice, ranks=(9, 9, 0, 0))) == "no_ranks"
    assert not Portrait.objects.exists() and not Card.objects.filter(series="P").exists()
    portrait(curator, alice)
    assert refused(lambda: portrait(curator, alice, name="Another")) == "portrait_exists"
    with pytest.raises(IntegrityError), transaction.atomic():
        Portrait.objects.create(card=Card.objects.get(pk="A001"), player=alice, made_by=curator)


def test_it_is_fixed_when_it_is_made(curator: User, alice: User) -> None:
    card = portrait(curator, alice).card
    assert "fixed when it is made" in why_final(card, by=User.objects.create_superuser(username="root", password="x"))


def test_its_one_copy_comes_by_a_grant_to_whom_the_game_master_says(curator: User, alice: User, bob: User) -> None:
    portrait(curator, alice)
    grant = grant_to(bob, cards="P001", by=master_make())
    grant_open(player=bob, grant_id=grant.pk)
    copy = Copy.objects.get()
    assert copy.owner == bob and copy.sole
    page = Client().get("/cards/P001/").content.decode()
    assert "Portrait of" in page and '<a href="/players/alice/">alice</a>' in page
    assert "<b>bob</b>" in page.split("Its owners")[1]
    assert list(findings()) == []


def test_it_is_made_on_its_page(desk: Client, curator: User, alice: User) -> None:
    page = desk.get(ADD).content.decode()
    assert "ranks make 26 to 29" in page and len(re.findall(r'value="use \d+ \d+ \d+ \d+"', page)) == 5
    looked = desk.post(ADD, FORM | {"do": "look"}).content.decode()
    assert 'aria-label="Alice the Bold, level 8, ice. Up A, right 7, down 5, left 3."' in looked
    assert "These make 25; at level 8 it is 24 to 26." in looked and not Portrait.objects.exists()
    answer = desk.post(ADD, FORM | {"do": "make"}, follow=True)
    assert "P001 Alice the Bold is made." in answer.content.decode()
    assert answer.redirect_chain[-1][0] == "/admin/cards/portrait/P001/change/"
    assert "Nobody yet." in answer.content.decode()
    assert Portrait.objects.get().made_by == curator and LogEntry.objects.get().change_message == "Portrait of alice"
    assert Card.history.get(id="P001").history_user == curator
    assert desk.get("/admin/cards/portrait/?q=alice").status_code == 200
    assert desk.post("/admin/cards/portrait/P001/delete/", {"post": "yes"}).status_code == 403


def test_without_a_name_it_is_the_players(desk: Client, alice: User) -> None:
    desk.post(ADD, FORM | {"name": "", "do": "make"})
    assert Card.objects.get(pk="P001").name == "alice"


def test_suggested_ranks_are_taken(desk: Client, alice: User) -> None:
    page = desk.post(ADD, FORM | {"do": "use 1 2 3 10"}).content.decode()
    assert "Up 1, right 2, down 3, left A." in page


def test_a_picture_stays_while_something_else_is_mended(desk: Client, alice: User) -> None:
    file = SimpleUploadedFile("alice.png", image_bytes())
    page = desk.post(ADD, FORM | {"up": "1", "picture": file, "do": "make"}).content.decode()
    key = re.search(r'name="picture_key" value="(\w+)"', page)
    assert key is not None and "these make 16" in page and f"/cards/custom/pictures/{key[1]}-ground-large.svg" in page
    desk.post(ADD, FORM | {"picture_key": key[1], "do": "make"})
    assert CardPicture.objects.get().card_id == "P001" and Picture.objects.count() == 1


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"player": ""}, "Say whose Portrait it is."),
        ({"player": "zora"}, "There is no player of that name."),
        ({"name": "ifr\u00edt"}, "There is a card of that name, or one that looks the same"),
        ({"name": "<script>"}, "A name has letters, digits, spaces"),
        ({"up": "1"}, "At level 8 the ranks make 24 to 26 together; these make 16."),
        ({"up": "11"}, "A rank is a number from 1 to 9, or A for ten."),
        ({"level": "11"}, "A level is a number from 1 to 10."),
        ({"element": "love"}, "There is no such element."),
        ({"text": "x" * 501}, "501 characters; 500 are the most"),
        ({"picture": SimpleUploadedFile("a.png", b"no picture")}, "This file is no PNG, JPEG or WebP picture"),
    ],
)
def test_what_is_wrong_is_a_sentence_and_everything_typed_stays(
    desk: Client, alice: User, changed: dict[str, Any], sentence: str
) -> None:
    answer = desk.post(ADD, FORM | changed | {"do": "make"})
    page = answer.content.decode()
    assert answer.status_code == 400 and sentence in page and "No Portrait was made." in page
    assert not Portrait.objects.exists()
    kept = {name: FORM[name] for name in ("player", "name", "right", "down") if name not in changed}
    assert all(f'value="{value}"' in page for value in kept.values())
    assert "&lt;script&gt;" in page or "<script>" not in str(changed)


def test_a_second_one_is_refused_with_the_first(desk: Client, alice: User) -> None:
    desk.post(ADD, FORM | {"do": "make"})
    answer = desk.post(ADD, FORM | {"name": "Other", "do": "make"})
    assert answer.status_code == 400 and "alice has a Portrait already: P001" in answer.content.decode()


def test_no_page_of_portraits_breaks_the_policy(desk: Client, alice: User) -> None:
    answers = [desk.get(ADD), desk.post(ADD, FORM | {"do": "look"}), desk.post(ADD, FORM | {"do": "make"}, follow=True)]
    for answer in [*answers, desk.get("/admin/cards/portrait/")]:
        page = answer.content.decode()
        assert "'unsafe" not in answer["Content-Security-Policy"]
        assert " style=" not in page and "<style" not in page and not re.search(r"<script(?![^>]*src=)", page)
