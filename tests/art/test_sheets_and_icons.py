"""What the pages are dressed in: sheets that fetch nothing from elsewhere, the sprite, no inline style or script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from accounts.avatars import BEASTS
from cards.art.sprite import ICONS, SPRITE, sprite_svg
from cards.templatetags.card_face import KIND_ICONS

BASE = Path(settings.BASE_DIR)
SHEETS = sorted((BASE / "static" / "css").rglob("*.css"))
TEMPLATES = sorted((BASE / "templates").rglob("*.html"))
SYMBOLS = set(re.findall(r'<symbol id="([^"]+)"', SPRITE.read_text(encoding="utf-8")))


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_a_sheet_fetches_only_files_that_the_site_ships(sheet: Path) -> None:
    text = sheet.read_text(encoding="utf-8")
    assert "@import" not in text and "http" not in text
    for target in re.findall(r"url\(\s*[\"']?([^\"')]+)", text):
        assert not target.startswith(("data:", "//", "/")), target
        assert (sheet.parent / target).is_file(), target


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_a_sheet_uses_only_layers_that_the_order_names(sheet: Path) -> None:
    order = (BASE / "static" / "css" / "layers.css").read_text(encoding="utf-8")
    named = {name.strip() for name in re.findall(r"@layer ([^;{]+);", order)[0].split(",")}
    text = sheet.read_text(encoding="utf-8")
    assert text.count("{") == text.count("}")
    assert set(re.findall(r"@layer (\w+) \{", text)) <= named


def test_every_sheet_of_a_component_is_linked() -> None:
    linked = (BASE / "templates" / "_styles.html").read_text(encoding="utf-8")
    for sheet in (BASE / "static" / "css").glob("*.css"):
        assert f"css/{sheet.name}" in linked, sheet.name


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(BASE / "templates")))
def test_a_template_has_no_inline_style_or_script(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    assert not re.search(r"\sstyle\s*=", text)
    assert not re.search(r"\son\w+\s*=\s*[\"']", text)
    assert not re.search(r"<script(?![^>]*\ssrc=)", text)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(BASE / "templates")))
def test_every_icon_that_a_template_names_is_in_the_sprite(template: Path) -> None:
    used = re.findall(r"\{% icon [\"']([^\"']+)[\"']", template.read_text(encoding="utf-8"))
    assert set(used) <= SYMBOLS


def test_the_sprite_is_the_one_that_the_table_of_icons_gives() -> None:
    assert SPRITE.read_text(encoding="utf-8") == sprite_svg()
    assert {*ICONS, *KIND_ICONS.values(), *BEASTS} <= SYMBOLS


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_no_page_turns_into_the_next_by_itself(sheet: Path) -> None:
    # Where a browser gives such a turn up, the new page ends with an exception that nothing on it can catch.
    assert "@view-transition" not in sheet.read_text(encoding="utf-8")
