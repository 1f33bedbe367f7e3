"""Cards, words and signs as pixels. No Django: this runs in a process of its own, because drawing an emblem takes a
while, during which nothing else of its process runs."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import resvg_py
from PIL import Image, ImageDraw, ImageFont

from cards.art import face_svg, pictured_svg
from cards.art.table import COINS, glyph

FONTS = Path(__file__).resolve().parent.parent.parent / "static" / "fonts"
#: Emblems are drawn once this wide, and made smaller from it.
FACE = (160, 200)
OWNERS: dict[str, tuple[str, str, str]] = {
    "blue": ("#3f7ee0", "#12316b", "#8cc4ff"),
    "red": ("#c23c2e", "#4d0d12", "#ffab98"),
}
"""By colour: its field, its depth, its light."""
METALS = ("#9aa39e", "#9aa39e", "#c98d5a", "#c98d5a", "#b9c3c8", "#b9c3c8", "#d3a851", "#d3a851", "#e0a02f", "#e6cf9a")
IVORY = "#fffaf0"
MARKS = {"is-up": "#b4f294", "is-down": "#ffb09d", "is-a": "#ffe29a"}

Colour = str | tuple[int, int, int] | tuple[int, int, int, int]


@cache
def _font(weight: int, size: int, extended: bool) -> ImageFont.FreeTypeFont:
    part = "latin-ext" if extended else "latin"
    return ImageFont.truetype(str(FONTS / f"grenze-{part}-{weight}-normal.woff2"), size)


def _runs(text: str) -> list[tuple[bool, str]]:
    """The text in pieces, each with whether it needs the font of the further letters."""
    runs: list[tuple[bool, str]] = []
    for sign in text:
        extended = 0x100 <= ord(sign) <= 0x24F or 0x1E00 <= ord(sign) <= 0x1EFF
        if runs and runs[-1][0] == extended:
            runs[-1] = extended, runs[-1][1] + sign
        else:
            runs.append((extended, sign))
    return runs


def width_of(text: str, *, weight: int, size: int) -> float:
    """How wide a line of words is."""
    return sum(_font(weight, size, extended).getlength(run) for extended, run in _runs(text))


def write(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, *, weight: int = 700, size: int,
    fill: Colour = IVORY, centre: bool = True, edge: int = 0, room: float = 0,
) -> None:  # fmt: skip
    """Writes a line around a middle, or to the right of it; made smaller, and then cut, where `room` is too little."""
    while room and size > 9 and width_of(text, weight=weight, size=size) > room:
        size -= 1
    while room and len(text) > 1 and width_of(text, weight=weight, size=size) > room:
        text = f"{text[:-2]}…"
    across, down = at
    if centre:
        across -= width_of(text, weight=weight, size=size) / 2
    for extended, run in _runs(text):
        font = _font(weight, size, extended)
        draw.text((across, down), run, font=font, fill=fill, anchor="lm", stroke_width=edge, stroke_fill="#000")
        across += font.getlength(run)


def raster(svg: str, width: int, height: int) -> Image.Image:
    """An SVG of this site as pixels; there are no words in it."""
    png = resvg_py.svg_to_bytes(svg_string=svg, width=width, height=height, skip_system_fonts=True)
    return Image.open(BytesIO(bytes(png))).convert("RGBA")


@cache
def sign(kind: str, size: int) -> Image.Image:
    """The sign of an element, in its light colour."""
    coin = COINS[kind]
    body = f'<g fill="{coin.hi}" stroke="#000" stroke-width="22" paint-order="stroke">{glyph(coin.glyph)}</g>'
    return raster(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">{body}</svg>', size, size)


def emblem(card: Mapping[str, Any], faces: Path, pictures: Mapping[str, str]) -> Image.Image:
    """A card's picture with its frame, clear where the owner's colour shows; kept in the folder of faces."""
    sent = pictures.get(card["id"], "")
    parts = (card["id"], card["name"], card["level"], card["element"], card["type"], sent)
    path = faces / f"{sha256(repr(parts).encode()).hexdigest()[:24]}.png"
    if path.is_file():
        with Image.open(path) as kept:
            return kept.convert("RGBA")
    kinds = {"level": card["level"], "element": card["element"], "type": card["type"], "ground": False}
    svg = pictured_svg(b64decode(sent), **kinds) if sent else face_svg(card["id"], name=card["name"], **kinds)
    drawn = raster(svg, *FACE)
    keep(drawn, path, "PNG")
    return drawn


def keep(image: Image.Image, path: Path, kind: str, **how: Any) -> None:
    """Writes a picture aside first, so that nobody reads half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.draft")
    image.save(draft, kind, **how)
    draft.replace(path)


def card_image(card: Mapping[str, Any], width: int, face: Image.Image) -> Image.Image:
    """A card face up in its owner's colour: field, picture, ranks, name and seal."""
    height = round(width * 1.25)
    field, deep, light = OWNERS[card["owner"]]
    image = _field(width, height, field, deep, across=card["owner"] == "blue")
    image.alpha_composite(face.resize((width, height), Image.Resampling.LANCZOS))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, width - 1, height - 1), width // 16, outline=light, width=max(2, width // 50))
    _ranks(draw, card, width, deep)
    write(draw, (width / 2, height * 0.888), card["name"], size=max(9, width // 10), room=width * 0.76)
    _seal(draw, card["owner"], width * 0.875, height * 0.765, width * 0.075)
    return image


def _field(width: int, height: int, field: str, deep: str, *, across: bool) -> Image.Image:
    """The owner's field: light in the middle, and hatched across or down, as heralds write blue and red."""
    glow = Image.radial_gradient("L").resize((width, height))
    image = Image.composite(Image.new("RGBA", glow.size, deep), Image.new("RGBA", glow.size, field), glow)
    hatch = Image.new("RGBA", glow.size, (0, 0, 0, 0))
    draw = ImageDraw.Draw(hatch)
    for place in range(2, height if across else width, 4):
        line = (0, place, width, place) if across else (place, 0, place, height)
        draw.line(line, fill=(255, 255, 255, 34))
    image.alpha_composite(hatch)
    mask = Image.new("L", glow.size, 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width - 1, height - 1), width // 16, fill=255)
    image.putalpha(mask)
    return image


def _ranks(draw: ImageDraw.ImageDraw, card: Mapping[str, Any], width: int, deep: str) -> None:
    """The four ranks in their lozenge at the upper left, those that count brighter or duller than printed."""
    middle, reach, step = width * 0.26, width * 0.235, width * 0.118
    corners = [(middle, middle - reach), (middle + reach, middle), (middle, middle + reach), (middle - reach, middle)]
    draw.polygon(corners, fill=deep, outline=METALS[card["level"] - 1], width=max(1, width // 80))
    places = ((0, -step), (step, 0), (0, step), (-step, 0))
    for (sign, marks), (across, down) in zip(card["marks"], places, strict=True):
        colour = next((MARKS[mark] for mark in ("is-up", "is-down", "is-a") if mark in marks), IVORY)
        at = (middle + across, middle + down)
        write(draw, at, sign, weight=800, size=max(10, round(width * 0.165)), fill=colour, edge=1)


def _seal(draw: ImageDraw.ImageDraw, owner: str, across: float, down: float, size: float) -> None:
    """Whose the card is by shape too: a disc for blue, a lozenge for red."""
    field, _deep, light = OWNERS[owner]
    if owner == "blue":
        draw.ellipse((across - size, down - size, across + size, down + size), fill=field, outline=light, width=2)
    else:
        corners = [(across, down - size), (across + size, down), (across, down + size), (across - size, down)]
        draw.polygon(corners, fill=field, outline=light, width=2)
