"""The drawing board, the list of one's cards and the talk with the curators, as pages and as fragments."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from cards.customs.models import Picture, State, Submission
from cards.services.curating import submission_accept, submission_ask
from cards.services.submissions import draft_save
from tests.cards.customs import FORM, PRICE, curator_make, design, grant, image_bytes, png_that_claims, submit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]

HTMX = {"HX-Request": "true"}


@pytest.fixture
def maker(client: Client, alice: User) -> Client:
    """A browser in which Alice is signed in, with 500 points."""
    grant(alice, 500)
    client.force_login(alice)
    return client


def sent(**changed: Any) -> dict[str, Any]:
    """What the form of a new card sends."""
    return {"key": str(uuid4()), "do": "submit", **FORM, **changed}


def points_of(user: User) -> int:
    user.wallet.refresh_from_db()
    return user.wallet.points


def shown_ranks(page: str) -> str:
    return "".join(re.findall(r'id="id_(?:up|right|down|left)" name="\w+" value="(\w*)"', page))


@pytest.mark.parametrize("address", ["/cards/custom/", "/cards/custom/new/", "/cards/custom/1/"])
def test_visitors_are_led_to_sign_in(client: Client, address: str) -> None:
    assert client.get(address)["Location"].startswith("/account/login/")
    assert client.post("/cards/custom/new/", sent()).status_code == 403


@pytest.mark.parametrize("address", ["withdraw/", "say/"])
def test_what_changes_something_is_posted(maker: Client, alice: User, address: str) -> None:
    made = submit(alice)
    assert maker.get(f"/cards/custom/{made.pk}/{address}").status_code == 405


def test_the_list_tells_states_and_prices(maker: Client, alice: User) -> None:
    assert "You have designed no card yet" in maker.get("/cards/custom/").content.decode()
    draft_save(maker=alice, key=uuid4(), design=design(name="", ranks=(0, 0, 0, 0)))
    submit(alice)
    page = maker.get("/cards/custom/").content.decode()
    assert 'data-state="draft"' in page and 'data-state="submitted"' in page and "200 points held" in page
    assert "1 of 3 with the curators" in page and "26 to 29" in page and ">400<" in page


def test_a_new_board_has_suggestions_that_are_new_each_time(maker: Client) -> None:
    pages = [maker.get("/cards/custom/new/").content.decode() for _time in range(4)]
    suggested = [tuple(re.findall(r'data-ranks="([\d ]+)"', page)) for page in pages]
    assert all(len(each) == 5 for each in suggested) and len(set(suggested)) > 1


def test_a_card_is_submitted(maker: Client, alice: User) -> None:
    answer = maker.post("/cards/custom/new/", sent(up="a", right="1", down="10", left="1", level="6"))
    made = Submission.objects.get()
    assert answer["Location"] == f"/cards/custom/{made.pk}/"
    assert (made.state, made.ranks, points_of(alice)) == (State.SUBMITTED, (10, 1, 10, 1), 500 - 240)
    page = maker.get(answer["Location"]).content.decode()
    assert "up A, right 1, down A, left 1" in page and "Octopus menace." in page


def test_a_form_sent_ten_times_charges_once(maker: Client, alice: User) -> None:
    form = sent()
    answers = {maker.post("/cards/custom/new/", form)["Location"] for _time in range(10)}
    assert len(answers) == 1 and points_of(alice) == 500 - PRICE


BAD: list[tuple[dict[str, str], str]] = [
    ({"name": ""}, "The card has no name yet."),
    ({"name": "<script>alert(1)</script>"}, "A name has letters, digits, spaces and these signs"),
    ({"name": "Ifrit"}, "There is a card of that name, or one that looks the same: A0"),
    ({"name": "Іfrіt"}, "There is a card of that name, or one that looks the same: A0"),
    ({"name": "A085"}, "A name may not look like the ID of a card."),
    ({"name": "U\u202eltros"}, "A name has letters"),
    ({"level": "11"}, "A level is a number from 1 to 10."),
    ({"level": "five"}, "A level is a number from 1 to 10."),
    ({"level": ""}, "A level is a number from 1 to 10."),
    ({"up": "11"}, "A rank is a number from 1 to 9, or A for ten."),
    ({"up": "0"}, "A rank is a number from 1 to 9, or A for ten."),
    ({"up": ""}, "The card needs all four ranks"),
    ({"up": "9"}, "At level 5 the ranks make 18 to 21 together; these make 24."),
    ({"up": "1", "left": "1"}, "At level 5 the ranks make 18 to 21 together; these make 11."),
    ({"element": "chocobo"}, "There is no such element."),
    ({"text": "x" * 501}, "The text has 501 characters; 500 are the most."),
    ({"text": "a\u202eb"}, "There are characters in the text that nobody can read."),
]


@pytest.mark.parametrize(("changed", "sentence"), BAD)
def test_bad_input_gets_a_sentence_and_loses_nothing(
    maker: Client, alice: User, changed: dict[str, str], sentence: str
) -> None:
    answer = maker.post("/cards/custom/new/", sent(**changed))
    page = answer.content.decode()
    assert answer.status_code == 400 and sentence in page.replace("&#x27;", "'")
    assert points_of(alice) == 500 and not Submission.objects.exists()
    assert "<script>alert" not in page and "Nothing was charged" in page
    for field, value in (FORM | changed).items():
        if field in ("name", "text", "up", "right") and value.isalnum():
            assert value in page


def test_too_few_points_are_told_above_the_form(maker: Client, alice: User) -> None:
    answer = maker.post("/cards/custom/new/", sent(level="10", up="7", right="7", down="7", left="7"))
    assert answer.status_code == 302
    answer = maker.post("/cards/custom/new/", sent(name="Vargas", level="10", up="7", right="7", down="7", left="7"))
    assert answer.status_code == 409 and "That takes 400 points, and there are 100." in answer.content.decode()
    assert 'value="Vargas"' in answer.content.decode() and points_of(alice) == 100


@pytest.mark.parametrize("key", ["", "7", "<b>"])
def test_a_form_without_its_number_is_none(maker: Client, key: str) -> None:
    assert maker.post("/cards/custom/new/", sent(key=key)).status_code == 400
    assert not Submission.objects.exists()


HOSTILE_FILES = [
    ("octopus.png", b'<svg xmlns="http://www.w3.org/2000/svg"/>', "no PNG, JPEG or WebP"),
    ("octopus.png", b"<!doctype html><script>alert(1)</script>", "no PNG, JPEG or WebP"),
    ("octopus.gif", image_bytes("GIF", mode="P"), "no PNG, JPEG or WebP"),
    ("octopus.png", b"\x89PNG" + b"\0" * 30_000_000, "The picture has 28.6 MB; 5 MB are the most."),
    ("octopus.png", b"", "The file of the picture is empty."),
    ("octopus.png", png_that_claims(50_000, 100), "50000 by 100"),
]


@pytest.mark.parametrize(
    ("name", "data", "sentence"), HOSTILE_FILES, ids=["svg", "html", "gif", "30 MB", "empty", "50,000 wide"]
)
def test_a_file_that_is_no_picture_charges_nothing(
    maker: Client, alice: User, name: str, data: bytes, sentence: str
) -> None:
    answer = maker.post("/cards/custom/new/", sent(picture=SimpleUploadedFile(name, data, "image/png")))
    page = answer.content.decode()
    assert answer.status_code == 400 and sentence in page
    assert 'value="Ultros"' in page and "Octopus menace." in page and shown_ranks(page) == "3456"
    assert points_of(alice) == 500 and not Submission.objects.exists() and not Picture.objects.exists()


def test_a_picture_stays_while_something_else_is_wrong(maker: Client, alice: User) -> None:
    form = sent(name="", picture=SimpleUploadedFile("octopus.png", image_bytes(), "image/png"))
    page = maker.post("/cards/custom/new/", form).content.decode()
    picture = Picture.objects.get()
    assert f'name="picture_key" form="custom-form" value="{picture.key}"' in page
    maker.post("/cards/custom/new/", sent(key=form["key"], picture_key=picture.key))
    assert Submission.objects.get().picture == picture


def test_pictures_are_not_sent_without_end(maker: Client, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"picture": "2/m/user"}
    for number in range(3):
        file = SimpleUploadedFile("octopus.png", image_bytes(), "image/png")
        answer = maker.post("/cards/custom/new/", sent(do="preview", picture=file))
        assert ("one picture after another" in answer.content.decode()) == (number == 2)
    assert Picture.objects.count() == 2


def test_a_picture_of_somebody_else_is_not_to_be_had(maker: Client, bob: User) -> None:
    theirs = Picture.objects.create(owner=bob, key="k" * 32, large=b"1", small=b"1")
    maker.post("/cards/custom/new/", sent(picture_key=theirs.key))
    assert Submission.objects.get().picture is None


def test_without_a_script_every_button_works(maker: Client) -> None:
    page = maker.post("/cards/custom/new/", sent(do="preview", name="Vargas")).content.decode()
    assert 'aria-label="Vargas, level 5, water. Up 3, right 4, down 5, left 6."' in page
    page = maker.post("/cards/custom/new/", sent(do="use 7 7 4 2")).content.decode()
    assert shown_ranks(page) == "7742" and "The ranks make 20; at level 5 they make 18 to 21." in page
    page = maker.post("/cards/custom/new/", sent(do="suggest", level="9")).content.decode()
    for ranks in re.findall(r'data-ranks="([\d ]+)"', page):
        assert 24 <= sum(map(int, ranks.split())) <= 27
    with_picture = sent(do="picture", picture=SimpleUploadedFile("o.png", image_bytes(), "image/png"))
    page = maker.post("/cards/custom/new/", with_picture).content.decode()
    key = Picture.objects.get().key
    assert f"/cards/custom/pictures/{key}-ground-large.svg" in page
    page = maker.post("/cards/custom/new/", sent(do="no_picture", picture_key=key)).content.decode()
    assert key not in page and not Submission.objects.exists()


def test_the_preview_is_a_fragment_with_sum_and_price(maker: Client) -> None:
    answer = maker.post("/cards/custom/new/", sent(do="preview", level="6", up="x"), headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 200 and "<html" not in page
    assert 'id="custom-sum"' in page and "at level 6 they make 20 to 23" in page and "240 points" in page
    assert 'class="card' in page and "Ultros" in page
    page = maker.post("/cards/custom/new/", sent(do="suggest"), headers=HTMX).content.decode()
    assert page.lstrip().startswith('<ul class="suggestions"')
    bad = sent(do="picture", picture=SimpleUploadedFile("o.png", b"<svg/>", "image/png"))
    page = maker.post("/cards/custom/new/", bad, headers=HTMX).content.decode()
    assert 'id="custom-picture"' in page and "no PNG, JPEG or WebP" in page


def test_a_draft_is_saved_changed_and_thrown_away(maker: Client, alice: User) -> None:
    answer = maker.post("/cards/custom/new/", sent(do="save", name="", up=""))
    made = Submission.objects.get()
    assert answer["Location"] == f"/cards/custom/{made.pk}/design/" and points_of(alice) == 500
    page = maker.get(answer["Location"]).content.decode()
    assert shown_ranks(page) == "456" and "Throw this draft away" in page
    maker.post(answer["Location"], {**FORM, "do": "submit"})
    made.refresh_from_db()
    assert (made.state, points_of(alice)) == (State.SUBMITTED, 300)
    draft = draft_save(maker=alice, key=uuid4(), design=design(name="Vargas"))
    maker.post(f"/cards/custom/{draft.pk}/withdraw/")
    assert not Submission.objects.filter(pk=draft.pk).exists()


def test_what_a_curator_asks_is_on_the_board(maker: Client, alice: User) -> None:
    made = submit(alice)
    submission_ask(curator=curator_make(), submission_id=made.pk, text="Less <water>, please.")
    page = maker.get(f"/cards/custom/{made.pk}/design/").content.decode()
    assert "kurt asks:" in page and "Less &lt;water&gt;, please." in page and "Save as a draft" not in page
    answer = maker.post(f"/cards/custom/{made.pk}/design/", {**FORM, "level": "6", "down": "8", "do": "submit"})
    assert answer.status_code == 400 and "The level stays 5" in answer.content.decode()
    maker.post(f"/cards/custom/{made.pk}/design/", {**FORM, "element": "", "do": "submit"})
    made.refresh_from_db()
    assert (made.state, made.element) == (State.SUBMITTED, "")


def test_a_card_that_is_with_the_curators_is_only_looked_at(maker: Client, alice: User) -> None:
    made = submit(alice)
    assert maker.get(f"/cards/custom/{made.pk}/design/")["Location"] == f"/cards/custom/{made.pk}/"
    answer = maker.post(f"/cards/custom/{made.pk}/design/", {**FORM, "do": "save"})
    assert answer.status_code == 409 and "no draft any more" in answer.content.decode()


def test_withdrawing_and_beginning_anew(maker: Client, alice: User) -> None:
    made = submit(alice)
    maker.post(f"/cards/custom/{made.pk}/withdraw/")
    assert points_of(alice) == 900
    page = maker.get(f"/cards/custom/{made.pk}/").content.decode()
    assert f"/cards/custom/new/?from={made.pk}" in page and "Given back" in page
    page = maker.get(f"/cards/custom/new/?from={made.pk}").content.decode()
    assert 'value="Ultros"' in page and shown_ranks(page) == "3456" and str(made.key) not in page


def test_a_message_that_cannot_be_sent_stays_in_its_field(maker: Client, alice: User) -> None:
    made = submit(alice)
    answer = maker.post(f"/cards/custom/{made.pk}/say/", {"text": "x" * 1001})
    assert answer.status_code == 400 and "x" * 1001 in answer.content.decode()
    assert maker.post(f"/cards/custom/{made.pk}/say/", {"text": "<b>Please</b>"}).status_code == 302
    page = maker.get(f"/cards/custom/{made.pk}/").content.decode()
    assert "&lt;b&gt;Please&lt;/b&gt;" in page and "<b>Please" not in page


def test_nobody_sees_anothers_designs(maker: Client, bob: User) -> None:
    made = submit(bob)
    for address in ("", "design/"):
        assert maker.get(f"/cards/custom/{made.pk}/{address}").status_code == 404
    for address in ("design/", "withdraw/", "say/"):
        assert maker.post(f"/cards/custom/{made.pk}/{address}", sent(text="x")).status_code == 404
    assert maker.get(f"/cards/custom/new/?from={made.pk}").status_code == 404
    assert "Ultros" not in maker.get("/cards/custom/").content.decode()


def test_an_accepted_card_leads_to_its_page(maker: Client, alice: User) -> None:
    made = submit(alice)
    submission_accept(curator=curator_make(), submission_id=made.pk)
    page = maker.get(f"/cards/custom/{made.pk}/").content.decode()
    assert 'href="/cards/C001/"' in page and "A message to the curators" not in page
    page = maker.get("/cards/C001/").content.decode()
    assert "Made by" in page and "Octopus" not in page and "Ultros" in page


def test_no_page_has_a_script_or_a_style_in_it(maker: Client, alice: User) -> None:
    made = submit(alice)
    for address in ("", "new/", f"{made.pk}/"):
        page = maker.get(f"/cards/custom/{address}").content.decode()
        assert " style=" not in page and "<style" not in page and not re.search(r"<script(?![^>]*src=)", page)


def test_the_list_takes_few_queries(maker: Client, alice: User, django_assert_max_num_queries: Any) -> None:
    for _number in range(10):
        draft_save(maker=alice, key=uuid4(), design=design())
    maker.get("/cards/custom/")  # the first visit after a while is noted
    with django_assert_max_num_queries(18):
        maker.get("/cards/custom/")
