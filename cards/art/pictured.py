"""A card with a picture instead of an emblem: the same frame, plate and coin around it."""

from __future__ import annotations

from base64 import b64encode

from cards.art import metals
from cards.art.face import coin_paint
from cards.art.shapes import mix
from cards.art.table import COINS, PALETTES, glyph

#: The picture's window: the whole inside of the frame, or leaving the owner's colour around it.
_WINDOWS = {True: (10, 10, 300, 380, 12), False: (30, 30, 260, 304, 10)}


def draw_pictured(webp: bytes, *, level: int, element: str, type: str, ground: bool) -> str:
    """The SVG text of a face, 320 by 400, with a WebP picture in it; with `ground` it fills the card, else it leaves
    a border clear through which an owner's colour shows."""
    coin = element or type
    coin = coin if coin in COINS else ""
    hi, lo = PALETTES[coin][0]
    x, y, width, height, radius = _WINDOWS[ground]
    window = f'x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}"'
    edge = "" if ground else f'<rect {window} stroke="url(#m1)" stroke-width="3"/>'
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 400" width="320" height="400" fill="none"><defs>',
        metals.gradients(metals.metal(level, False)),
        f'<linearGradient id="pl" x2="0" y2="1"><stop stop-color="{mix(lo, "#1a1714", 0.5)}"/>'
        f'<stop offset="1" stop-color="{mix(lo, "#000000", 0.72)}"/></linearGradient>',
        '<linearGradient id="sh" x2="0" y2="1"><stop stop-opacity=".42"/><stop offset=".26" stop-opacity="0"/>'
        '<stop offset=".66" stop-opacity="0"/><stop offset="1" stop-opacity=".72"/></linearGradient>',
        coin_paint(coin),
        f'<clipPath id="w"><rect {window}/></clipPath></defs><g clip-path="url(#w)">',
        f'<image x="{x}" y="{y}" width="{width}" height="{height}" preserveAspectRatio="xMidYMid slice" '
        f'href="data:image/webp;base64,{b64encode(webp).decode()}"/>',
        f'<rect {window} fill="url(#sh)"/></g>{edge}',
        metals.frame(level, hi, False),
        metals.coin(glyph(COINS[coin].glyph), COINS[coin].hi, COINS[coin].lo) if coin else "",
        metals.plate(level, False),
        "</svg>",
    ]
    return "".join(parts)
