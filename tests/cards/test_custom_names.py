"""Names and texts of custom cards: what may stand in them, and when a name is taken."""

from __future__ import annotations

import pytest

from accounts.names import fold_name
from cards.customs.design import card_named_alike
from cards.customs.names import alike_key, name_fault, name_read, nearest_names, text_fault, text_read


@pytest.mark.parametrize(
    "name",
    ["Ultros", "Dr. Mog", "K'ai O’Neil", "Œuvre d'Été", "Straße 7", "Цербер", "Νύξ", "モーグリ", "Ifrit (egg)", "3-4"],
)
def test_names_that_people_have(name: str) -> None:
    assert name_fault(name_read(name)) == ""


HOSTILE = [
    "<script>alert(1)</script>",
    "<b>Mog</b>",
    "Mog\u202egoM",
    "Mo\u200bg",
    "Mog\ufeff",
    "Mo\x07g",
    "Mog{{7*7}}",
    "Mog;Mog",
    "Mog|x",
    "M\u0335\u0336\u0337og",
    "\ue000Mog",
    "ᴍog",
    "𐌀og",
    "🐙🐙🐙",
    "!!!",
    "-",
    "x",
    "A085",
    "c-1",
    "m" * 33,
]


@pytest.mark.parametrize("name", HOSTILE)
def test_names_that_are_none(name: str) -> None:
    assert name_fault(name_read(name))


@pytest.mark.parametrize(
    "name",
    [
        "Ifrit",
        "IFRIT",
        "ifrit",
        "Í f r i t",
        "Ifrít",
        "lfrit",
        "1fr1t",
        "Іfrіt",
        "Ifrit.",
        "I-frit",
        "Ifriτ",
        "Geezard",
        "Gееzard",
        "Red Giant",
        "Rеd Glant",
        "Bite 8ug"[:4] + " Bug",
        "B1te Bug",
        "Grat",
        "Οchu",
        "0chu",
    ],
)
@pytest.mark.django_db
@pytest.mark.usefixtures("loaded")
def test_a_name_is_taken_whatever_it_is_dressed_in(name: str) -> None:
    assert card_named_alike(name) is not None


@pytest.mark.parametrize("name", ["Ultros", "Ifritta", "Grut", "Mog King", "Geezards"])
@pytest.mark.django_db
@pytest.mark.usefixtures("loaded")
def test_a_name_that_is_new(name: str) -> None:
    assert card_named_alike(name) is None


def test_pairs_that_look_like_one_letter_are_one() -> None:
    assert alike_key("Bornb") == alike_key("Bomb")
    assert alike_key("VVedge") == alike_key("Wedge")


def test_near_names_come_the_nearest_first() -> None:
    assert nearest_names("Ifritt", ["Shiva", "Ifrit", "Ifrits", "Grat"])[0] in ("Ifrit", "Ifrits")
    assert "Shiva" not in nearest_names("Ifritt", ["Shiva", "Ifrit", "Ifrits", "Grat"])


@pytest.mark.parametrize(("name", "key"), [("Alice", "allce"), ("B0b-by_5", "bobbys"), ("ÉMILE", "emlle")])
def test_names_of_players_fold_as_they_did(name: str, key: str) -> None:
    assert fold_name(name) == key


def test_a_text_keeps_its_lines() -> None:
    assert text_read("  Octopus menace.\r\n\r\n\r\n\rSilence!  ") == "Octopus menace.\n\nSilence!"
    assert text_fault("Octopus menace.\nSilence!") == ""
    assert text_fault("é" * 500) == ""


@pytest.mark.parametrize(
    "text", ["x" * 501, "a\n" * 12 + "b", "a\u202eb", "a\u200bb", "a\x00b", "a\x1bb", "Z\u0300\u0301\u0302\u0303algo"]
)
def test_texts_that_nobody_can_read(text: str) -> None:
    assert text_fault(text)
