"""Cards and series as files: what an import would change is shown, then done; an export comes back the same."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from cards.models import Card, Price, Series
from cards.prices import prices_at
from cards.services.loading import DATA, load_cards
from tests.cards.conftest import Give
from tests.cards.desk import curator_browser, load_few, send, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]


@pytest.fixture
def loaded(db: None, tmp_path: Path) -> None:
    """A few of the shipped cards."""
    load_few(tmp_path)


FORMATS = {"csv": "0", "json": "1"}


@pytest.fixture
def curator() -> Client:
    """A browser of a curator."""
    return curator_browser()


def look(client: Client, data: bytes, *, model: str = "card", kind: str = "csv") -> Any:
    """Chooses a file and looks what it would change."""
    file = SimpleUploadedFile(f"cards.{kind}", data)
    return client.post(f"/admin/cards/{model}/import/", {"import_file": file, "format": FORMATS[kind], "resource": ""})


def confirm(client: Client, looked: Any) -> str:
    """Confirms what was shown; gives the page that follows."""
    form = looked.context["confirm_form"]
    answer = client.post(looked.wsgi_request.path.replace("/import/", "/process_import/"), form.initial, follow=True)
    return str(answer.content.decode())


def bring(client: Client, data: bytes, **how: str) -> str:
    """Looks and confirms."""
    looked = look(client, data, **how)
    assert looked.status_code == 200, looked.content.decode()
    return confirm(client, looked)


def export(client: Client, *, model: str = "card", kind: str = "csv", query: str = "") -> bytes:
    """The list as a file."""
    answer = client.post(f"/admin/cards/{model}/export/{query}", {"format": FORMATS[kind], "resource": ""})
    assert answer.status_code == 200 and "attachment" in answer["Content-Disposition"]
    return bytes(answer.content)


def shipped(change: Callable[[list[dict[str, str]]], None] | None = None, *, rows: int = 3) -> bytes:
    """The first rows of the shipped cards, changed."""
    with (DATA / "series_cards.csv").open(encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))[:rows]
    if change is not None:
        change(found)
    written = io.StringIO()
    writer = csv.DictWriter(written, found[0])
    writer.writeheader()
    writer.writerows(found)
    return written.getvalue().encode()


def world() -> list[tuple[Any, ...]]:
    """Everything of cards and series that a file has."""
    cards = Card.objects.order_by("pk").values_list()
    series = Series.objects.order_by("pk").values_list()
    prices = Price.objects.order_by("pk").values_list("series_id", "random", "specific")
    return [*cards, *series, *prices]


def test_the_shipped_files_change_nothing(curator: Client) -> None:
    load_cards()
    before = world()
    for name, model in (("series_cards.csv", "card"), ("series.csv", "series")):
        looked = look(curator, (DATA / name).read_bytes(), model=model)
        assert "This file changes nothing" in looked.content.decode()
        assert "0 rows are new, 0 have changed" in confirm(curator, looked)
    assert world() == before and not Card.history.exists() and not Series.history.exists()


def test_a_file_into_an_empty_database_and_again(curator: Client) -> None:
    load_cards()
    before = world()
    data = (DATA / "series_cards.csv").read_bytes()
    Card.objects.filter(series="A").delete()
    assert "110 rows are new, 0 have changed, 507 are as they were" in bring(curator, data)
    assert world() == before
    assert "0 rows are new, 0 have changed, 617 are" in bring(curator, data)
    assert Card.history.filter(series_id="A", history_user__username="kurt").count() == 110


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_an_export_comes_back_as_it_was(curator: Client, alice: User, kind: str) -> None:
    send(curator, "A003", text='Wings, "scales"\nand ünïcode – 十', on_sale="")
    Card.objects.create(
        series_id="C", number=12, name="Alice’s cat", level=5, up=5, right=5, down=5, left=4, maker=alice
    )
    before = world()
    data = export(curator, kind=kind)
    assert "0 rows are new, 0 have changed, 7 are" in bring(curator, data, kind=kind)
    Card.objects.filter(series__in=["C", "H"]).delete()
    Card.objects.filter(pk="A003").update(text="", on_sale=True)
    assert "2 rows are new, 1 has changed" in bring(curator, data, kind=kind)
    assert world() == before
    assert export(curator, kind=kind) == data


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_series_come_back_with_their_prices(curator: Client, kind: str) -> None:
    before = world()
    data = export(curator, model="series", kind=kind)
    assert "0 rows are new, 0 have changed, 8 are" in bring(curator, data, model="series", kind=kind)
    assert world() == before and export(curator, model="series", kind=kind) == data
    cheaper = data.replace(b"A,Final Fantasy,10,25", b"A,Final Fantasy,8,25").replace(
        b'"random_price": 10', b'"random_price": 8'
    )
    assert "1 has changed" in bring(curator, cheaper, model="series", kind=kind)
    assert (str(prices_at()["A"]), Price.objects.filter(series="A").count()) == ("A 8/25", 2)
    assert prices_at()["A"].set_by == User.objects.get(username="kurt")


def test_numbers_stay_numbers_in_json_and_ranks_are_found_by_their_names(curator: Client) -> None:
    rows = json.loads(export(curator, kind="json", query="?q=A085"))
    assert [(row["series"], row["number"], row["up"], row["left"]) for row in rows] == [("A", 85, 9, 8)]
    turned = [dict(reversed(list(row.items()))) for row in rows]
    assert "0 have changed, 1 is as it was" in bring(curator, json.dumps(turned).encode(), kind="json")


def test_what_would_change_is_shown_before_it_is_done(curator: Client) -> None:
    def change(rows: list[dict[str, str]]) -> None:
        rows[0] |= {"name": "Gizzard", "up": "A"}
        rows.append(rows[1] | {"series": "Z", "number": "7", "name": "<b>New</b>"})

    looked = look(curator, shipped(change))
    page = looked.content.decode()
    assert "<del>Geezard</del> <ins>Gizzard</ins>" in page and "<del>1</del> <ins>10</ins>" in page
    assert (
        "&lt;b&gt;New&lt;/b&gt;" in page and "New rows: 1. Rows that change: 1. Rows that are as they are: 2." in page
    )
    assert "style=" not in page.split('id="content"')[1]
    assert Card.objects.get(pk="A001").name == "Geezard" and not Card.objects.filter(pk="Z007").exists()
    assert "1 row is new, 1 has changed, 2 are as they were" in confirm(curator, looked)
    assert (Card.objects.get(pk="A001").name, Card.objects.get(pk="A001").up) == ("Gizzard", 10)
    version = Card.history.filter(id="A001").first()
    assert (version.history_user.username, version.history_change_reason) == ("kurt", "Imported from cards.csv")


BAD_ROWS: list[tuple[dict[str, str], str]] = [
    ({"up": "11"}, "A rank is a number from 1 to 9"),
    ({"left": "0"}, "A rank is a number from 1 to 9"),
    ({"right": ""}, "A rank is a number from 1 to 9"),
    ({"level": "12"}, "A whole number from 1 to 10"),
    ({"number": "1000"}, "A whole number from 1 to 999"),
    ({"element": "plasma"}, "One of: fire, ice"),
    ({"type": "hero"}, "One of: primal"),
    ({"name": " "}, "The card has no name"),
    ({"name": "x" * 41}, "41 characters; 40 are the most"),
    ({"series": "QQ"}, "There is no such series"),
    ({"series": "q!"}, "A code is one or two capital letters"),
    ({"series": "C", "name": "Ifr1t"}, "A085 has that name"),
    ({"series": "C", "name": "Fresh"}, "10 to 13 together; these make 40"),
    ({"number": "2"}, "A002 stands in row 2 already"),
]


def test_a_bad_row_gets_a_sentence_and_nothing_changes(curator: Client) -> None:
    before = world()
    for fields, sentence in BAD_ROWS:

        def change(rows: list[dict[str, str]], fields: dict[str, str] = fields) -> None:
            rows[0]["name"] = "Changed too"
            rows[2] |= {"up": "10", "right": "10", "down": "10", "left": "10"} | fields

        looked = look(curator, shipped(change))
        page = looked.content.decode()
        assert looked.status_code == 400 and sentence in page and "Nothing was changed" in page, fields
        assert "confirm_form" not in looked.context
    assert world() == before


BAD_FILES = [
    (b"series,number,name\nA,1,Geezard\n", "csv", "lacks these columns: level, up, right"),
    (shipped().replace(b"text", b"text,power", 1), "csv", "columns that are none: power"),
    (shipped().replace(b"series,number", b"up,number", 1), "csv", "lacks these columns: series"),
    (b"", "csv", "empty"),
    (b"\xff\xfe\x00\x80", "csv", "not of this format"),
    (b"A,1\n" * 3, "csv", "lacks these columns"),
    (b"{", "json", "not of this format"),
    (b'{"series": "A"}', "json", "A JSON file is a list of objects"),
    (b"[1, 2]", "json", "A JSON file is a list of objects"),
    (b'[{"series": {"a": 1}}]', "json", "lacks these columns"),
    (b"[" * 50_000, "json", "not of this format"),
    (b"x" * (30 * 1024 * 1024), "csv", "30.0 MB; 2 MB are the most"),
]


def test_a_file_that_is_none_gets_a_sentence(curator: Client) -> None:
    for data, kind, sentence in BAD_FILES:
        looked = look(curator, data, kind=kind)
        assert looked.status_code == 400 and sentence in looked.content.decode(), sentence


def test_no_file_changes_final_numbers_a_superusers_neither(alice: User, give: Give) -> None:
    give(alice, "A001")
    warden = signed_in(User.objects.create_superuser(username="warden", password="eight-squares"))
    before = world()
    looked = look(warden, shipped(lambda rows: rows[0].update(up="9", name="Gizzard")))
    assert looked.status_code == 400 and "no file changes them" in looked.content.decode()
    assert world() == before
    bring(warden, shipped(lambda rows: rows[0].update(name="Gizzard")))
    assert Card.objects.get(pk="A001").name == "Gizzard"


def test_a_copy_that_came_after_the_look_stops_the_import(curator: Client, alice: User, give: Give) -> None:
    looked = look(curator, shipped(lambda rows: [row.update(up="9") for row in rows] and None))
    give(alice, "A002")
    assert "nothing was imported" in confirm(curator, looked)
    assert Card.objects.get(pk="A001").up == 1


def test_a_file_is_imported_once_and_a_made_up_name_names_none(curator: Client) -> None:
    looked = look(curator, shipped(lambda rows: rows[0].update(name="Gizzard")))
    confirm(curator, looked)
    assert "The file is no longer there" in confirm(curator, looked)
    form = looked.context["confirm_form"].initial | {"import_file_name": "../../etc/passwd"}
    assert "no longer there" in curator.post("/admin/cards/card/process_import/", form, follow=True).content.decode()
    assert curator.get("/admin/cards/card/process_import/").status_code == 405


@pytest.mark.parametrize("model", ["card", "series"])
def test_who_has_no_rights_neither_brings_nor_takes_files(alice: User, model: str) -> None:
    alice.is_staff = True
    alice.save()
    client = signed_in(alice)
    for page in ("import", "export"):
        assert client.get(f"/admin/cards/{model}/{page}/").status_code == 403
    assert client.post(f"/admin/cards/{model}/process_import/", {}).status_code == 403
    assert look(client, shipped(), model=model).status_code == 403


def test_a_players_formula_is_no_formula_in_a_table_program_and_comes_back_as_it_was(curator: Client) -> None:
    texts = ("=HYPERLINK(1)", "+1", "-2 less", "@SUM(A1)", "'=1", "''+", "'t is so", "plain = no formula")
    for number, text in enumerate(texts, start=1):
        Card.objects.create(
            series_id="H", number=900 + number, name=text[:40], level=5, up=5, right=5, down=5, left=5, text=text
        )
    before = world()
    data = export(curator, query="?q=H90")
    cells = [cell for row in csv.reader(io.StringIO(data.decode())) for cell in row]
    assert not [cell for cell in cells if cell[:1] in tuple("=+-@")] and cells.count("''=1") == 2
    assert "0 rows are new, 0 have changed, 8 are" in bring(curator, data)
    Card.objects.filter(number__gt=900).delete()
    assert "8 rows are new" in bring(curator, data)
    assert world() == before


def test_a_file_of_thousands_of_columns_is_refused_before_it_is_laid_out(curator: Client) -> None:
    data = json.dumps([{f"c{number}": 1} for number in range(20_000)]).encode()
    looked = look(curator, data, kind="json")
    assert looked.status_code == 400 and "at most 50 columns" in looked.content.decode()
