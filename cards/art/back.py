"""The card back: baize green, brass engraving, the nine lozenges of the board at its heart."""

from __future__ import annotations

import math

from cards.art import metals
from cards.art.shapes import lozenge, n, polar, polyline

_X, _Y = 160, 200
#: The line of three that is lit, counted from 0 row by row.
_LIT = (2, 4, 6)


def nine_lozenges(cx: float, cy: float, r: float, gap: float = 0.16) -> tuple[str, str]:
    """The house's mark, a board of nine squares on its point: the unlit path and the lit one."""
    paths = {True: "", False: ""}
    unit = r / 3
    for i in range(9):
        row, col = divmod(i, 3)
        paths[i in _LIT] += lozenge(cx + (col - row) * unit, cy + (col + row - 2) * unit, unit * (1 - gap), 1)
    return paths[False], paths[True]


def draw_back() -> str:
    """The SVG text of the back."""
    unlit, lit = nine_lozenges(_X, _Y, 76)
    r = 92
    shield = f"M{_X} {_Y - r}L{_X + r} {_Y} {_X} {_Y + r} {_X - r} {_Y}Z"
    inner = f"M{_X} {_Y - r + 9}L{_X + r - 9} {_Y} {_X} {_Y + r - 9} {_X - r + 9} {_Y}Z"
    bevels = "".join(nine_lozenges(_X, _Y, 76, 0.5))
    return "".join(
        (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 400" width="320" height="400" fill="none"><defs>',
            metals.gradients(metals.METALS["gold"]),
            _PAINTS,
            '</defs><rect width="320" height="400" rx="20" fill="#07110e"/><g clip-path="url(#c)">',
            '<path d="M0 0h320v400H0z" fill="url(#b)"/><path d="M0 0h320v400H0z" fill="url(#t)"/>',
            _corner_rosettes(),
            _middle_rosette(),
            _roundels(),
            _cartouches(),
            f'</g><g filter="url(#f)"><path d="{shield}" fill="#0a1c16" stroke="url(#m1)" stroke-width="4"/></g>',
            f'<path d="{inner}" stroke="#e9c981" stroke-width=".9" stroke-dasharray="1.4 2.6"/>',
            f'<g filter="url(#e)"><path d="{unlit}" fill="#1f5a47"/><path d="{lit}" fill="url(#m1)"/></g>',
            f'<path d="{bevels}" stroke="#07130f" stroke-opacity=".55" stroke-width="1.2"/>',
            metals.frame(8, "#7fe0b8"),
            "</svg>",
        )
    )


_PAINTS = (
    '<radialGradient id="b" cy=".5" r=".68"><stop stop-color="#2c6b57"/><stop offset=".45" stop-color="#174335"/>'
    '<stop offset="1" stop-color="#07130f"/></radialGradient>'
    '<clipPath id="c"><rect x="12" y="12" width="296" height="376" rx="11"/></clipPath>'
    '<pattern id="t" width="20" height="20" patternUnits="userSpaceOnUse" '
    'patternTransform="translate(160 200) rotate(45)"><path d="M0 0H20M0 0V20" stroke="#d9b36c" stroke-opacity=".3"/>'
    '<circle cx="10" cy="10" r="1.5" fill="#d9b36c" fill-opacity=".42"/></pattern>'
    '<filter id="f" x="-30%" y="-30%" width="160%" height="160%" color-interpolation-filters="sRGB">'
    '<feDropShadow dy="3" stdDeviation="4" flood-opacity=".75"/></filter>'
    '<filter id="e" x="-20%" y="-20%" width="140%" height="140%" color-interpolation-filters="sRGB">'
    '<feGaussianBlur in="SourceAlpha" stdDeviation="1.6" result="b"/>'
    '<feSpecularLighting in="b" surfaceScale="3.6" specularConstant=".9" specularExponent="24" '
    'lighting-color="#fff6da" result="s"><feDistantLight azimuth="236" elevation="44"/></feSpecularLighting>'
    '<feComposite in="s" in2="SourceAlpha" operator="in" result="s2"/>'
    '<feGaussianBlur in="SourceAlpha" stdDeviation="3"/><feOffset dy="3"/>'
    '<feComponentTransfer result="sh"><feFuncA type="linear" slope=".8"/></feComponentTransfer>'
    '<feMerge><feMergeNode in="sh"/><feMergeNode in="SourceGraphic"/><feMergeNode in="s2"/></feMerge></filter>'
    '<ellipse id="r1" rx="118" ry="40"/><circle id="r2" cx="62" r="60"/><ellipse id="r3" rx="78" ry="22"/>'
)


def _turned(name: str, count: int, step: float) -> str:
    return "".join(f'<use href="#{name}" transform="rotate({n(i * step)})"/>' for i in range(count))


def _corner_rosettes() -> str:
    rosette = (
        '<circle r="88" fill="#0b2019" opacity=".9"/><g stroke="#e9c981" stroke-width=".75" opacity=".75">'
        f'{_turned("r3", 16, 180 / 16)}</g><circle r="80" stroke="url(#m3)" stroke-width="1.6"/>'
        '<circle r="88" stroke="url(#m3)" stroke-width="2.6"/>'
        '<circle r="30" fill="#0b2019" stroke="#e9c981" stroke-width="1.4"/>'
        '<circle r="22" stroke="#e9c981" stroke-width=".8"/>'
    )
    others = "".join(f'<use href="#q" x="{x}" y="{y}"/>' for x, y in ((296, 0), (0, 376), (296, 376)))
    return f'<g id="q"><g transform="translate(12 12)">{rosette}</g></g>{others}'


def _middle_rosette() -> str:
    ticks = ""
    for i in range(72):
        angle = 2 * math.pi * i / 72
        ticks += polyline((polar(_X, _Y, 121, angle), polar(_X, _Y, 127 if i % 6 else 132, angle)))
    at = f'cx="{_X}" cy="{_Y}"'
    return (
        f'<g transform="translate({_X} {_Y})"><circle r="128" fill="#091a14" opacity=".55"/>'
        f'<g stroke="#f0d595" stroke-width=".65" opacity=".6">{_turned("r1", 30, 6)}</g>'
        f'<g stroke="#7fd0b0" stroke-width=".6" opacity=".4">{_turned("r2", 36, 10)}</g></g>'
        f'<path d="{ticks}" stroke="#f0d595" opacity=".8"/><circle {at} r="119" stroke="url(#m3)" stroke-width="2.4"/>'
        f'<circle {at} r="134" stroke="url(#m3)" stroke-width="1.4"/>'
    )


def _roundels() -> str:
    """Four small roundels with the directions of the four ranks."""
    drawn = ""
    for dx, dy, turn in ((0, -126, 0), (126, 0, 90), (0, 126, 180), (-126, 0, 270)):
        drawn += (
            f'<g transform="translate({_X + dx} {_Y + dy})"><circle r="17" fill="#0b2019" stroke="url(#m3)" '
            f'stroke-width="2.4"/><path d="M0-8.5L7.6 5.5H-7.6Z" transform="rotate({turn})" fill="url(#m3)"/></g>'
        )
    return drawn


def _cartouches() -> str:
    pearls = "".join(lozenge(124 + i * 9, 38, 3.2, 1.2) for i in range(9))
    bar = (
        '<path d="M112 30H208L220 38 208 46H112L100 38Z" fill="#0b2019" stroke="url(#m3)" stroke-width="1.6"/>'
        f'<path d="{pearls}" fill="#e9c981"/>'
    )
    return f'{bar}<g transform="rotate(180 160 200)">{bar}</g>'
