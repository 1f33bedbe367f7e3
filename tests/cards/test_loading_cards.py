"""manage.py load_cards: all series and cards, once, and never over what players hold."""

from __future__ import annotations

import shutil
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from cards.models import Card, Price, Series
from cards.prices import prices_at
from cards.services.loading import DATA, load_cards
from tests.cards.conftest import Give
from triad.errors import Conflict

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The shipped data in a folder that the test may change."""
    shutil.copytree(DATA, tmp_path / "data")
    return tmp_path / "data"


def change(folder: Path, before: str, after: str, *, file: str = "series_cards.csv") -> None:
    """Rewrites one line of a data file."""
    path = folder / file
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))


def test_it_loads_every_series_and_card() -> None:
    loaded = load_cards()
    assert (loaded.series_added, loaded.cards_added) == (8, 617)
    assert (Series.objects.count(), Card.objects.count()) == (8, 617)
    assert set(Series.objects.filter(unique_cards=True).values_list("code", flat=True)) == {"M", "P"}
    assert [Series.objects.get(pk=code).hold_limit for code in "AHXWCZMP"] == [None, 1, None, 1, 1, 1, 1, 1]
    assert {code: str(price) for code, price in prices_at().items()} == {
        "A": "A 10/25", "H": "H --/120", "X": "X 15/40", "W": "W --/60",
        "C": "C --/80", "Z": "Z --/--", "M": "M --/--", "P": "P --/--",
    }  # fmt: skip


def test_a_second_run_changes_nothing_and_says_so(loaded: None) -> None:
    before = list(Card.objects.values()) + list(Series.objects.values())
    out = StringIO()
    call_command("load_cards", stdout=out)
    assert out.getvalue() == "8 series and 617 cards: nothing to change.\n"
    assert list(Card.objects.values()) + list(Series.objects.values()) == before


def test_left_and_right_are_not_swapped(loaded: None) -> None:
    ifrit = Card.objects.get(pk="A085")
    assert (ifrit.name, ifrit.level, ifrit.element) == ("Ifrit", 8, "fire")
    assert (ifrit.up, ifrit.right, ifrit.down, ifrit.left) == ifrit.ranks == (9, 6, 2, 8)
    assert ifrit.power == 13


def test_names_are_folded(loaded: None) -> None:
    assert Card.objects.get(pk="A003").name_key == "bitebug"


def test_a_card_without_copies_may_be_corrected(loaded: None, folder: Path) -> None:
    change(folder, "A,1,Geezard,1,1,4,1,5,", "A,1,Geezard,1,1,4,2,5,")
    result = load_cards(folder=folder)
    assert (result.cards_added, result.cards_changed) == (0, 1)
    assert Card.objects.get(pk="A001").ranks == (1, 4, 2, 5)


def test_ranks_of_a_card_that_somebody_holds_stop_the_load(alice: User, give: Give, folder: Path) -> None:
    give(alice, "A001")
    change(folder, "A,1,Geezard,1,1,4,1,5,", "A,1,Geezard,1,1,4,2,5,")
    change(folder, "A,2,Funguar", "A,2,Fungus")
    with pytest.raises(Conflict, match="A001"):
        load_cards(folder=folder)
    assert Card.objects.get(pk="A001").ranks == (1, 4, 1, 5)
    assert Card.objects.get(pk="A002").name == "Funguar"


def test_the_name_of_a_card_that_somebody_holds_may_change(alice: User, give: Give, folder: Path) -> None:
    give(alice, "A001")
    change(folder, "A,1,Geezard", "A,1,Gézard")
    load_cards(folder=folder)
    assert Card.objects.get(pk="A001").name_key == "gezard"


def test_the_data_price_a_new_series_and_never_over_a_curators_price(loaded: None, folder: Path) -> None:
    change(folder, "A,Final Fantasy,10,25", "A,Final Fantasy I,11,25", file="series.csv")
    Price.objects.filter(series="X").delete()
    Series.objects.filter(pk="A").update(on_sale=False)
    assert load_cards(folder=folder).series_changed == 1
    series = Series.objects.get(pk="A")
    assert (series.name, series.on_sale) == ("Final Fantasy I", False)
    assert {code: str(price) for code, price in prices_at().items() if code in "AX"} == {"A": "A 10/25", "X": "X 15/40"}


def test_the_command_says_what_stands_in_the_way(alice: User, give: Give) -> None:
    give(alice, "A001")
    Card.objects.filter(pk="A001").update(up=7)
    with pytest.raises(CommandError, match="final once a copy exists"):
        call_command("load_cards")
