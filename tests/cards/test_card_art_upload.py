"""Curators put pictures on shipped cards and take them off again."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from accounts.models import User
from cards.customs.models import CardPicture, Picture
from cards.desk.versions import versions_of
from cards.models import Card
from tests.cards.customs import image_bytes
from tests.cards.desk import card_form, curator_browser, load_few, send, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]

ART = "/cards/art/A085-ground.svg"


@pytest.fixture
def loaded(db: None, tmp_path: Path) -> None:
    """A few of the shipped cards."""
    load_few(tmp_path)


def picture(data: bytes | None = None, name: str = "ifrit.png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, image_bytes() if data is None else data)


def test_a_picture_takes_the_place_of_the_shipped_art_and_goes_again(
    alice: User, django_assert_num_queries: Any
) -> None:
    curator, visitor = curator_browser(), Client()
    shipped = visitor.get(ART).content
    assert b"data:image/webp" not in shipped
    assert send(curator, "A085", new_art=picture()) == ""
    with django_assert_num_queries(1):
        answer = visitor.get(ART)
    assert answer.status_code == 302 and "max-age=3600" in answer["Cache-Control"]
    drawn = visitor.get(answer["Location"])
    assert drawn.status_code == 200 and b"data:image/webp" in drawn.content and drawn.content != shipped
    page = curator.get("/admin/cards/card/A085/change/").content.decode()
    assert 'name="drop_art"' in page
    assert CardPicture.objects.get().picture.key in curator.get("/admin/cards/card/?q=A085").content.decode()
    assert send(curator, "A085", drop_art="on") == ""
    assert visitor.get(ART).content == shipped and not CardPicture.objects.exists()
    assert [version.reason for version in versions_of(Card, key="A085")] == [
        "The picture was taken off",
        "A new picture",
        "As it was loaded",
    ]


def test_a_card_of_a_type_keeps_its_coin_on_a_picture(alice: User) -> None:
    send(curator_browser(), "X040", new_art=picture())
    address = Client().get("/cards/art/X040-ground.svg")["Location"]
    assert f"type={Card.objects.get(pk='X040').type}" in address
    with_coin = Client().get(address).content
    assert with_coin != Client().get(address.replace("type=primal", "type=")).content
    assert Client().get(address.replace("type=primal", "type=hero")).status_code == 404


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_pictures_are_encoded_again_without_what_else_was_in_them(alice: User, kind: str) -> None:
    exif = Image.Exif()
    exif[0x010E] = "taken at my house"
    assert send(curator_browser(), "A085", new_art=picture(image_bytes(kind, exif=exif))) == ""
    kept = Picture.objects.get()
    for webp, size in ((kept.large, (640, 800)), (kept.small, (320, 400))):
        with Image.open(BytesIO(webp)) as opened:
            assert (opened.format, opened.size, dict(opened.getexif())) == ("WEBP", size, {})
        assert b"my house" not in bytes(webp)


def test_what_is_no_picture_gets_a_sentence_and_changes_nothing(alice: User) -> None:
    curator = curator_browser()
    for data, sentence in (
        (b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', "no PNG, JPEG or WebP"),
        (image_bytes("GIF"), "no PNG, JPEG or WebP"),
        (image_bytes()[:200], "no PNG, JPEG or WebP"),
        (b"x" * (5 * 1024 * 1024 + 1), "5 MB are the most"),
        (image_bytes(size=(20, 20)), "it needs 64 each way"),
        (image_bytes(size=(9000, 70)), "at most 8000 each way"),
    ):
        said = send(curator, "A085", new_art=picture(data), name="Changed too")
        assert sentence in said, sentence
        assert sentence in preview(curator, new_art=picture(data))
    assert Card.objects.get(pk="A085").name == "Ifrit" and not Picture.objects.exists()


def preview(client: Client, **changed: object) -> str:
    form = card_form(Card.objects.get(pk="A085"), card="A085", **changed)
    return client.post("/admin/cards/card/preview/", form).content.decode()


def test_the_card_is_seen_as_it_will_look_before_it_is_stored(alice: User) -> None:
    curator = curator_browser()
    as_it_is = preview(curator)
    assert 'data-card="A085"' in as_it_is and "Ifrit" in as_it_is
    changed = preview(curator, name="<i>Cat</i>", up="10", new_art=picture())
    assert "&lt;i&gt;Cat&lt;/i&gt;" in changed and ">A</b>" in changed
    assert changed.split("base64,")[1][:2000] != as_it_is.split("base64,")[1][:2000]
    assert preview(curator, up="99", level="x") == as_it_is
    assert not Picture.objects.exists() and not Card.history.exists()
    send(curator, "A085", new_art=picture())
    assert preview(curator, drop_art="on") == as_it_is != preview(curator)
    assert "No name yet" in curator.post("/admin/cards/card/preview/", {}).content.decode()


def test_only_who_edits_cards_has_them_drawn(alice: User) -> None:
    assert curator_browser().get("/admin/cards/card/preview/").status_code == 405
    alice.is_staff = True
    alice.save()
    assert signed_in(alice).post("/admin/cards/card/preview/", {}).status_code == 403
    assert Client().post("/admin/cards/card/preview/", {}).status_code == 302
