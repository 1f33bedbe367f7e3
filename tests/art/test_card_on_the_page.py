"""The card as a page shows it: what it says to eyes, to screen readers and to scripts."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.template import Context, Template
from django.test import RequestFactory

from cards.art import authors
from cards.faces import CardFace
from cards.guide import components
from cards.models import Card, Series
from matches.live.guide import guide_parts

IFRIT = {
    "key": "b2",
    "id": "A085",
    "name": "Ifrit",
    "level": 8,
    "ranks": [9, 6, 2, 10],
    "element": "fire",
    "type": None,
}


def shown(source: str, **values: object) -> str:
    return Template("{% load card_face %}" + source).render(Context(values))


def test_a_card_says_itself_in_words() -> None:
    face = CardFace.from_record(IFRIT, owner="blue")
    assert face.label == "Ifrit, level 8, fire. Up 9, right 6, down 2, left A. Owned by blue."


def test_changed_ranks_are_marked_and_the_printed_ones_are_told() -> None:
    face = CardFace.from_record(IFRIT, effective=(10, 6, 1, 10), hits={"right"})
    assert face.marks == [("A", "is-a is-up"), ("6", "is-hit"), ("1", "is-down"), ("A", "is-a")]
    assert face.label.endswith("Printed 9 6 2 A.")


def test_a_face_of_a_row_and_one_of_a_record_are_alike() -> None:
    card = Card(
        id="A085", series=Series(code="A"), name="Ifrit", level=8, up=9, right=6, down=2, left=10, element="fire"
    )
    assert CardFace.of(card, key="b2") == CardFace.from_record(IFRIT)


@pytest.mark.parametrize(
    ("tag", "opening"),
    [("div", '<div class="card"'), ("button", '<button class="card"'), ("span", '<span class="card"')],
)
def test_a_card_is_drawn_as_the_element_asked_for(tag: str, opening: str) -> None:
    html = shown("{% card face tag=tag data_index=3 %}", face=CardFace.from_record(IFRIT), tag=tag)
    assert html.startswith(opening)
    assert 'data-index="3"' in html and 'data-key="b2"' in html and 'data-card="A085"' in html
    assert "-ground.svg?v=" in html and "card__seal" not in html


def test_a_card_in_play_lets_its_owner_show_through() -> None:
    html = shown('{% card face owner="red" %}', face=CardFace.from_record(IFRIT, owner="blue"))
    assert 'data-owner="red"' in html and "-owned.svg?v=" in html and "card__seal" in html


def test_a_card_with_an_address_is_a_link() -> None:
    html = shown("{% card face %}", face=CardFace.from_record(IFRIT, href="/cards/A085/", count=3))
    assert html.startswith("<a ") and 'href="/cards/A085/"' in html and "×3" in html


def test_a_hidden_card_tells_nothing_but_its_owner() -> None:
    html = shown('{% card_back owner="red" %}')
    assert 'data-owner="red"' in html and "back.svg" in html
    assert "data-card" not in html and "data-level" not in html


def test_a_hostile_name_is_escaped() -> None:
    face = CardFace.from_record({**IFRIT, "name": '"><script>x</script>'})
    html = shown("{% card face data_note=note %}", face=face, note='"><i>')
    assert "<script" not in html and "<i>" not in html
    assert 'data-note="&quot;&gt;' in html


def test_icons_speak_only_with_a_label() -> None:
    assert 'aria-hidden="true"' in shown('{% icon "info" %}')
    assert 'aria-label="fire"' in shown('{% kind_icon "fire" label=True %}')
    assert shown('{% kind_icon "" %}') == ""


def test_a_player_keeps_the_same_lozenge() -> None:
    assert shown('{% avatar "Alice" %}') == shown('{% avatar "alice" %}') != shown('{% avatar "bob" %}')


@pytest.mark.django_db
def test_a_cards_picture_is_kept_for_an_hour_and_that_of_no_card_for_ever(client) -> None:
    series = Series.objects.get_or_create(code="A", defaults={"name": "First"})[0]
    Card.objects.get_or_create(
        id="A085",
        defaults={
            "series": series,
            "number": 85,
            "name": "Ifrit",
            "level": 8,
            "up": 9,
            "right": 6,
            "down": 2,
            "left": 8,
        },
    )
    address = shown('{% card_art "A085" "blue" %}')
    answer = client.get(address)
    assert answer.status_code == 200 and answer["Content-Type"] == "image/svg+xml"
    assert "max-age=3600" in answer["Cache-Control"] and "immutable" not in answer["Cache-Control"]
    plain = shown('{% card_art "01007" "blue" %}')
    assert "immutable" in client.get(plain)["Cache-Control"]
    assert "immutable" not in client.get(plain.split("?")[0])["Cache-Control"]
    assert client.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert client.post(address).status_code == 405
    assert client.get(shown("{% back_art %}")).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["A999-owned", "A085-naked", "ZZZZ-ground", "a-b"])
def test_there_is_no_picture_of_what_there_is_not(client, name: str) -> None:
    assert client.get(f"/cards/art/{name}.svg").status_code == 404


@pytest.mark.django_db
def test_credits_name_every_author_of_a_shape(client) -> None:
    page = client.get("/credits/").content.decode()
    for author in authors():
        assert f">{author}</li>" in page
    assert "CC BY 3.0" in page and "OFL-Grenze" in page


def test_the_page_one_is_on_is_marked() -> None:
    request = RequestFactory().get("/")
    request.resolver_match = type("Match", (), {"view_name": "start"})()
    html = Template("{% load card_face %}{% current 'start' %}|{% current 'cards:list' %}").render(
        Context({"request": request})
    )
    assert html == ' aria-current="page"|'


@pytest.mark.django_db
def test_the_style_guide_shows_every_part(rf) -> None:
    request = rf.get("/components/")
    request.user = AnonymousUser()
    request.session = SessionStore()
    page = components(request, guide_parts).content.decode()
    assert page.count('class="card') > 30 and "style=" not in page
