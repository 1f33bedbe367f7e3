"""Every card of the series has a face: sound SVG, the same each time, with nothing fetched from elsewhere."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings

from cards.art import art_version, authors, back_svg, face_svg
from cards.art.table import COINS, DATA, EMBLEMS, SCENES, glyph, known_cards, look

SERIES = Path(settings.BASE_DIR) / "cards" / "data" / "series_cards.csv"
SHAPES = {"svg", "g", "defs", "path", "rect", "circle", "ellipse", "use", "mask", "clipPath", "pattern", "filter"}


def rows() -> list[dict[str, str]]:
    with SERIES.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def drawn(row: dict[str, str], *, ground: bool) -> str:
    return face_svg(
        f"{row['series']}{int(row['number']):03}",
        name=row["name"],
        level=int(row["level"]),
        element=row["element"],
        type=row["type"],
        ground=ground,
    )


def check_picture(svg: str) -> None:
    """The picture parses, holds shapes and filters only, refers to its own parts only, and each id stands once."""
    root = ElementTree.fromstring(svg)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    for element in root.iter():
        name = element.tag.removeprefix("{http://www.w3.org/2000/svg}")
        assert name in SHAPES or name.startswith("fe") or name.endswith("Gradient") or name == "stop", name
        for attribute, value in element.attrib.items():
            assert attribute != "style" and not attribute.startswith("on")
            if attribute == "href":
                assert value[0] == "#" and value[1:] in ids
            for target in re.findall(r"url\((.*?)\)", value):
                assert target[0] == "#" and target[1:] in ids
    assert "<!" not in svg


def test_the_table_has_every_card_of_the_series() -> None:
    assert {f"{row['series']}{int(row['number']):03}" for row in rows()} == set(known_cards())


@pytest.mark.parametrize("series", ["A", "H", "X", "W", "Z", "M"])
def test_every_card_of_a_series_has_a_sound_small_face(series: str) -> None:
    cards = [row for row in rows() if row["series"] == series]
    assert cards
    for row in cards:
        svg = drawn(row, ground=True)
        check_picture(svg)
        assert len(svg) < 26_000, row["name"]


def test_a_face_is_the_same_each_time_and_its_own() -> None:
    faces = [drawn(row, ground=False) for row in rows()]
    assert faces[:40] == [drawn(row, ground=False) for row in rows()[:40]]
    assert len(set(faces)) == len(faces)


def test_only_the_ground_variant_fills_the_whole_card() -> None:
    row = rows()[84]
    assert 'fill="url(#b)"' in drawn(row, ground=True)
    assert 'fill="url(#b)"' not in drawn(row, ground=False)


@pytest.mark.parametrize("kind", ["", *COINS])
@pytest.mark.parametrize("level", [1, 5, 10])
def test_a_card_that_the_table_does_not_know_gets_an_emblem_of_its_own(kind: str, level: int) -> None:
    element, type = (kind, "") if kind not in ("primal", "scion", "beastman", "garlean") else ("", kind)
    first = face_svg("C001", name="My cat", level=level, element=element, type=type, ground=True)
    other = face_svg("C002", name="My dog", level=level, element=element, type=type, ground=True)
    check_picture(first)
    assert first != other
    assert first == face_svg("C001", name="My cat", level=level, element=element, type=type, ground=True)


def test_a_hostile_name_or_unknown_kind_leaves_no_trace_in_the_picture() -> None:
    svg = face_svg("C666", name="<script>alert(1)</script>", level=3, element="<b>", type='"x', ground=True)
    check_picture(svg)
    assert "script" not in svg


def test_the_back_is_sound() -> None:
    check_picture(back_svg())


def test_every_fallback_glyph_is_there() -> None:
    for name in (*EMBLEMS, *(coin.glyph for coin in COINS.values())):
        assert glyph(name).startswith("<")
    assert {look(f"C{i:03}", element="", type="").scene for i in range(60)} == set(SCENES)


def test_the_version_is_a_short_word_and_every_author_is_known() -> None:
    assert re.fullmatch(r"[0-9a-f]{10}", art_version())
    assert "Lorc" in authors() and "" not in authors()
    assert (DATA / "glyphs.json").is_file()
