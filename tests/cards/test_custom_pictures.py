"""Pictures that players send: what is taken, what becomes of it, and who sees it."""

from __future__ import annotations

import zlib
from base64 import b64decode
from collections.abc import Callable
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from accounts.models import User
from cards.art import art_version
from cards.customs.models import Picture
from cards.customs.pictures import LARGE, SMALL, draw_anew
from cards.services.curating import submission_accept
from cards.services.pictures import picture_take
from tests.cards.customs import chunk, curator_make, image_bytes, png_that_claims, submit
from triad.errors import GameError


def png_with_text_bomb() -> bytes:
    whole = image_bytes()
    bomb = chunk(b"zTXt", b"Comment\0\0" + zlib.compress(b"a" * 200_000_000, 9))
    return whole[:33] + bomb + whole[33:]


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><script>alert(1)</script></svg>'
HTML = b"<!doctype html><script>alert(1)</script>"

HOSTILE: list[tuple[str, Callable[[], bytes], str]] = [
    ("nothing", lambda: b"", "picture_empty"),
    ("an SVG called PNG", lambda: SVG, "no_picture"),
    ("HTML called PNG", lambda: HTML, "no_picture"),
    ("a GIF", lambda: image_bytes("GIF", mode="P"), "no_picture"),
    ("a BMP", lambda: image_bytes("BMP"), "no_picture"),
    ("a TIFF", lambda: image_bytes("TIFF"), "no_picture"),
    ("a PNG's beginning", lambda: image_bytes()[:400], "no_picture"),
    ("a JPEG's beginning", lambda: image_bytes("JPEG")[:2000], "no_picture"),
    ("a PNG with a spoiled middle", lambda: image_bytes()[:300] + b"\xff" * 200 + image_bytes()[500:], "no_picture"),
    ("a PNG that unpacks without end", png_with_text_bomb, "no_picture"),
    ("50,000 pixels wide", lambda: png_that_claims(50_000, 100), "picture_too_wide"),
    ("50,000 pixels high", lambda: png_that_claims(100, 50_000), "picture_too_wide"),
    ("a bomb of 4,000,000,000 pixels", lambda: png_that_claims(65_000, 65_000), "picture_too_wide"),
    ("8,000 by 8,000", lambda: png_that_claims(8_000, 8_000), "picture_too_wide"),
    ("30 MB", lambda: image_bytes() + b"\0" * 30_000_000, "picture_too_heavy"),
    ("one pixel", lambda: image_bytes(size=(1, 1)), "picture_too_small"),
]


@pytest.mark.parametrize(("make", "code"), [case[1:] for case in HOSTILE], ids=[case[0] for case in HOSTILE])
def test_what_is_no_picture_for_a_card(make: Callable[[], bytes], code: str) -> None:
    with pytest.raises(GameError) as refused:
        draw_anew(make())
    assert refused.value.code == code and refused.value.message


@pytest.mark.parametrize(
    ("format", "mode"),
    [(f, m) for f in ("PNG", "JPEG", "WEBP") for m in ("RGB", "L")]
    + [("PNG", "RGBA"), ("PNG", "P"), ("PNG", "LA"), ("PNG", "1"), ("JPEG", "CMYK"), ("WEBP", "RGBA")],
)
def test_pictures_of_every_kind_become_two_webps(format: str, mode: str) -> None:
    drawn = draw_anew(image_bytes(format, mode=mode))
    for data, size in ((drawn.large, LARGE), (drawn.small, SMALL)):
        with Image.open(BytesIO(data)) as shown:
            assert (shown.format, shown.size, shown.mode) == ("WEBP", size, "RGB")
            assert len(shown.getcolors(1_000_000) or [0] * 100) > 50  # there is something on it
    assert len(drawn.key) == 32


def test_nothing_of_the_file_is_kept_but_what_it_shows() -> None:
    info = PngInfo()
    info.add_text("Comment", "taken at 48.2082, 16.3738 by Alice")
    exif = Image.Exif()
    exif[0x010E] = "taken at 48.2082, 16.3738 by Alice"
    for data in (
        image_bytes("PNG", pnginfo=info),
        image_bytes("JPEG", exif=exif, comment=b"by Alice"),
        image_bytes("WEBP", exif=exif),
        image_bytes("PNG") + b"<script>by Alice</script>",
    ):
        assert b"Alice" in data
        drawn = draw_anew(data)
        for kept in (drawn.large, drawn.small):
            assert b"Alice" not in kept and b"EXIF" not in kept and b"script" not in kept


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("times", [1, 12])
def test_a_picture_stands_as_the_camera_was_held(format: str, times: int) -> None:
    picture = Image.new("RGB", (400 * times, 320 * times), (200, 30, 30))
    picture.paste((30, 30, 200), (0, 0, 400 * times, 160 * times))
    exif = Image.Exif()
    exif[0x0112] = 6  # turned a quarter
    written = BytesIO()
    picture.save(written, format, exif=exif)
    with Image.open(BytesIO(draw_anew(written.getvalue()).small)) as shown:
        left, right = shown.convert("RGB").getpixel((20, 200)), shown.convert("RGB").getpixel((300, 200))
    assert left[0] > 150 > left[2] and right[2] > 150 > right[0]  # type: ignore[index, operator]


def send(owner: User, data: bytes | None = None, name: str = "octopus.png") -> Picture:
    return picture_take(owner=owner, file=SimpleUploadedFile(name, data or image_bytes()))


def test_the_same_picture_twice_is_one_row(alice: User, bob: User) -> None:
    data = image_bytes()
    first, again, other = send(alice, data), send(alice, data), send(bob, data)
    assert first.pk == again.pk != other.pk and first.key == other.key


def test_pictures_that_nothing_names_go(alice: User, loaded: None) -> None:
    kept = send(alice)
    submit(alice, picture=kept)
    loose = [send(alice) for _number in range(8)]
    assert list(Picture.objects.filter(owner=alice).order_by("pk")) == [kept, *loose[-5:]]


@pytest.fixture
def drawn_card(alice: User, loaded: None) -> Picture:
    """Alice's submission with a picture; its row."""
    picture = send(alice)
    submit(alice, picture=picture)
    return picture


def addresses(picture: Picture, size: str = "small") -> tuple[str, str]:
    """Where a picture is before and after it is on a card."""
    query = f"?level=5&element=water&v={art_version()}"
    return (
        f"/cards/custom/pictures/{picture.key}-ground-{size}.svg{query}",
        f"/cards/art/pictures/{picture.key}-ground-{size}.svg{query}",
    )


def seen_by(user: User | None, address: str) -> int:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client.get(address).status_code


def test_a_picture_is_hidden_until_it_is_on_a_card(alice: User, bob: User, drawn_card: Picture) -> None:
    own, public = addresses(drawn_card)
    curator = curator_make()
    assert [seen_by(user, own) for user in (alice, curator, bob, None)] == [200, 200, 404, 302]
    assert [seen_by(user, public) for user in (alice, curator, bob, None)] == [404] * 4
    submission_accept(curator=curator, submission_id=alice.submissions.get().pk)
    assert [seen_by(user, public) for user in (alice, curator, bob, None)] == [200] * 4


def test_a_loose_picture_is_only_its_senders(alice: User, bob: User) -> None:
    own, _public = addresses(send(alice))
    assert [seen_by(user, own) for user in (alice, curator_make(), bob)] == [200, 404, 404]


def test_a_picture_is_sent_to_be_kept_and_never_to_be_run(client: Client, alice: User, drawn_card: Picture) -> None:
    own, public = addresses(drawn_card, "large")
    client.force_login(alice)
    answer = client.get(own)
    assert answer["Content-Type"] == "image/svg+xml" and answer["X-Content-Type-Options"] == "nosniff"
    assert "private" in answer["Cache-Control"] and "immutable" in answer["Cache-Control"]
    svg = answer.content.decode()
    assert "<script" not in svg and svg.count("data:image/webp;base64,") == 1
    assert b64decode(svg.split("base64,")[1].split('"')[0]) == bytes(Picture.objects.get().large)
    submission_accept(curator=curator_make(), submission_id=alice.submissions.get().pk)
    answer = Client().get(public)
    assert "public" in answer["Cache-Control"] and "max-age=31536000" in answer["Cache-Control"]
    assert "default-src 'self'" in answer["Content-Security-Policy"] and "Vary" not in answer
    assert "immutable" not in Client().get(public.split("&v=")[0])["Cache-Control"]


def test_the_art_of_an_accepted_card_is_its_picture(alice: User, drawn_card: Picture) -> None:
    submission_accept(curator=curator_make(), submission_id=alice.submissions.get().pk)
    visitor = Client()
    for variant, size in (("ground", "small"), ("owned", "large")):
        answer = visitor.get(f"/cards/art/C001-{variant}.svg?v={art_version()}&size={size}")
        assert answer.status_code == 302 and "max-age=3600" in answer["Cache-Control"]
        assert f"{drawn_card.key}-{variant}-{size}.svg" in answer["Location"]
        assert "data:image/webp" in visitor.get(answer["Location"]).content.decode()
    assert "/cards/art/C001-ground.svg" in visitor.get("/cards/C001/").content.decode()


def test_without_a_picture_the_emblem_is_the_one_that_was_previewed(alice: User, loaded: None, client: Client) -> None:
    submit(alice)
    preview = client.get("/cards/art/emblem-ground.svg?name=Ultros&level=5&element=water")
    submission_accept(curator=curator_make(), submission_id=alice.submissions.get().pk)
    assert client.get("/cards/art/C001-ground.svg").content == preview.content
    assert client.get("/cards/art/emblem-ground.svg?name=Vargas&level=5&element=water").content != preview.content


@pytest.mark.parametrize(
    "query", ["level=0", "level=11", "level=x", "level=", "level=5&element=<b>", "level=5&element=primal"]
)
@pytest.mark.django_db
def test_emblems_of_what_is_no_card_are_not_there(client: Client, query: str) -> None:
    assert client.get(f"/cards/art/emblem-ground.svg?name=Ultros&{query}").status_code == 404
    assert client.get("/cards/art/emblem-red.svg?name=Ultros&level=5").status_code == 404


@pytest.mark.django_db
def test_a_name_cannot_write_into_the_emblem(client: Client) -> None:
    answer = client.get("/cards/art/emblem-ground.svg", {"name": "</svg><script>alert(1)</script>", "level": "5"})
    assert answer.status_code == 200 and b"script" not in answer.content
