"""What is cast in metal: frame, name plate, roundel and element coin, richer with the card's level."""

from __future__ import annotations

import math

from cards.art.shapes import CX, CY, lozenge, mix, n, polar, spiral

#: Five tones of each metal: middle, shade, light, half-shade, deep.
METALS: dict[str, tuple[str, str, str, str, str]] = {
    "iron": ("#8f9893", "#4b534f", "#c3cbc6", "#5b635f", "#2a2f2d"),
    "bronze": ("#d79a66", "#74452a", "#f3cda6", "#9a6238", "#442413"),
    "silver": ("#e3eaec", "#838f95", "#ffffff", "#a3aeb3", "#4b555a"),
    "gold": ("#f3d791", "#a4742b", "#fff2c6", "#c79843", "#63400f"),
    "royal": ("#ffe08c", "#b06c17", "#fff7d4", "#e0a02f", "#6e330a"),
    "aurora": ("#fff3cf", "#d2a24c", "#d9f6ff", "#f6c9d6", "#7d5a2a"),
}
_BY_LEVEL = ("iron", "iron", "bronze", "bronze", "silver", "silver", "gold", "gold", "royal", "aurora")


def metal(level: int, promo: bool) -> tuple[str, str, str, str, str]:
    """The metal of a level 1 to 10; promos are royal gold."""
    return METALS["royal" if promo else _BY_LEVEL[level - 1]]


def gradients(tones: tuple[str, str, str, str, str]) -> str:
    """The three gradients of a metal: m1 polished, m2 turned away, m3 upright."""
    middle, shade, light, half, deep = tones
    return (
        f'<linearGradient id="m1" x2=".9" y2="1"><stop stop-color="{light}"/><stop offset=".18" stop-color="{middle}"/>'
        f'<stop offset=".42" stop-color="{shade}"/><stop offset=".56" stop-color="{light}"/>'
        f'<stop offset=".72" stop-color="{half}"/><stop offset="1" stop-color="{deep}"/></linearGradient>'
        f'<linearGradient id="m2" x2=".9" y2="1"><stop stop-color="{deep}"/><stop offset=".3" stop-color="{shade}"/>'
        f'<stop offset=".55" stop-color="{deep}"/><stop offset=".8" stop-color="{half}"/>'
        f'<stop offset="1" stop-color="{light}"/></linearGradient>'
        f'<linearGradient id="m3" x2="0" y2="1"><stop stop-color="{light}"/><stop offset=".45" stop-color="{middle}"/>'
        f'<stop offset=".55" stop-color="{half}"/><stop offset="1" stop-color="{shade}"/></linearGradient>'
    )


def _ring(outer: float, outer_r: float, inner: float, inner_r: float) -> str:
    def rectangle(a: float, r: float) -> str:
        x, y = 320 - a, 400 - a
        return (
            f"M{n(a + r)} {n(a)}H{n(x - r)}A{n(r)} {n(r)} 0 0 1 {n(x)} {n(a + r)}V{n(y - r)}"
            f"A{n(r)} {n(r)} 0 0 1 {n(x - r)} {n(y)}H{n(a + r)}A{n(r)} {n(r)} 0 0 1 {n(a)} {n(y - r)}"
            f"V{n(a + r)}A{n(r)} {n(r)} 0 0 1 {n(a + r)} {n(a)}Z"
        )

    return rectangle(outer, outer_r) + rectangle(inner, inner_r)


def _corner(level: int) -> tuple[str, str]:
    """One corner's ornament at the origin, pointing right and down: filled path and scrolls."""
    if level <= 2:
        return "", ""
    if level <= 4:
        return "M14 14L44 14 36 22 22 22 22 36 14 44Z", ""
    line = spiral(40, 27, 10, -math.pi / 2, 1.2, 1) + spiral(27, 40, 10, math.pi, 1.2, -1)
    fill = "M13 13L50 13Q34 16 28 22 27 27 22 28 16 34 13 50Z"
    if level >= 7:
        line += "M40 17C58 16 70 16 84 24M17 40C16 58 16 70 24 84"
        line += spiral(84, 31, 7, -math.pi / 2, 1.1, 1) + spiral(31, 84, 7, math.pi, 1.1, -1)
        fill += lozenge(26, 26, 5)
    if level >= 9:
        line += "M60 17q8 14 18 8M17 60q14 8 8 18"
        fill += lozenge(98, 20, 3.4, 1.6) + lozenge(20, 98, 3.4, 1.6)
        fill += lozenge(108, 19, 2, 1.6) + lozenge(19, 108, 2, 1.6)
    return fill, line


def _corners(level: int) -> str:
    fill, line = _corner(level)
    if not fill:
        return ""
    drawn = f'<path d="{fill}" fill="#0c100e" fill-opacity=".88" stroke="url(#m3)" stroke-width="1.6"/>'
    if line:
        drawn += (
            f'<path d="{line}" stroke="#000" stroke-opacity=".6" stroke-width="4.6" stroke-linecap="round"/>'
            f'<path d="{line}" stroke="url(#m3)" stroke-width="2.4" stroke-linecap="round"/>'
        )
    mirrors = ("-1 0 0 1 320 0", "1 0 0 -1 0 400", "-1 0 0 -1 320 400")
    return f'<g id="k">{drawn}</g>' + "".join(f'<use href="#k" transform="matrix({m})"/>' for m in mirrors)


def _crest(gem: str) -> str:
    return (
        '<path d="M160 2C176 3 186 11 206 14C190 17 184 21 176 20L160 30 144 20C136 21 130 17 114 14'
        'C134 11 144 3 160 2Z" fill="url(#m3)" stroke="#000" stroke-opacity=".6"/>'
        f'<path d="{lozenge(160, 15, 7, 1.3)}" fill="{gem}" stroke="#1b1206" stroke-width="1.4"/>'
        '<path d="M160 5.9L167 15 160 15Z" fill="#fff" opacity=".75"/>'
        '<path d="M160 24L153 15 160 15Z" fill="#000" opacity=".3"/>'
    )


def _finials(hi: str) -> str:
    side = (
        '<path d="M13 176Q22 188 22 200 22 212 13 224Z" fill="url(#m3)" stroke="#000" stroke-opacity=".5"/>'
        f'<path d="{lozenge(15.5, 200, 3, 1.8)}" fill="{mix(hi, "#ffffff", 0.3)}" stroke="#000" stroke-opacity=".6" '
        'stroke-width=".8"/>'
    )
    return f'{side}<g transform="matrix(-1 0 0 1 320 0)">{side}</g>'


def frame(level: int, hi: str, promo: bool = False) -> str:
    """The bevelled band around the card with the ornaments of its level."""
    tones = metal(level, promo)
    drawn = (
        f'<path fill-rule="evenodd" d="{_ring(0, 20, 3, 18)}" fill="#0a0c0b"/>'
        f'<path fill-rule="evenodd" d="{_ring(2, 18.5, 8, 14)}" fill="url(#m1)"/>'
        f'<path fill-rule="evenodd" d="{_ring(7.5, 14.5, 13, 10)}" fill="url(#m2)"/>'
        f'<rect x="7.6" y="7.6" width="304.8" height="384.8" rx="14.4" stroke="{tones[2]}" stroke-opacity=".75" '
        'stroke-width=".9"/>'
    )
    for width, opacity in ((9, 0.16), (6, 0.2), (3, 0.34), (1.4, 0.7)):
        drawn += (
            '<rect x="13.4" y="13.4" width="293.2" height="373.2" rx="9.6" stroke="#000" '
            f'stroke-opacity="{opacity}" stroke-width="{width}"/>'
        )
    if level >= 3 or promo:
        drawn += f'<rect x="18.5" y="18.5" width="283" height="363" rx="5" stroke="{tones[0]}" stroke-opacity=".75"/>'
    if level >= 6:
        drawn += (
            f'<rect x="10.2" y="10.2" width="299.6" height="379.6" rx="12" stroke="{tones[4]}" stroke-opacity=".55" '
            'stroke-width="2.4" stroke-dasharray="1.2 3.2"/>'
        )
    drawn += _corners(level)
    if level >= 7 or promo:
        drawn += _crest("#7fe0ff" if level >= 10 and not promo else hi)
    if level >= 9 or promo:
        drawn += _finials(hi)
    return drawn


def plate(level: int, promo: bool = False) -> str:
    """The name's plate and, below it, ten pips filled to the level."""
    _, shade, light, half, deep = metal(level, promo)
    d = "M40 338H280L292 346Q287 356.5 292 367L280 375H40L28 367Q33 356.5 28 346Z"
    pips = ""
    for i in range(10):
        on = i < level
        pips += (
            f'<path d="{lozenge(160 + (i - 4.5) * 13.4, 383.5, 4 if on else 3)}" fill="{light if on else "#000"}" '
            f'stroke="{deep if on else half}" stroke-opacity="{1 if on else 0.7}"/>'
        )
    return (
        f'<path d="{d}" fill="#000" opacity=".45" transform="translate(0 4)"/>'
        f'<path d="{d}" fill="url(#pl)" stroke="url(#m3)" stroke-width="2.6" stroke-linejoin="round"/>'
        '<path d="M44 342.5H276L286 348" stroke="#fff" stroke-opacity=".2"/>'
        f'<path d="M80 376H240L248 391H72Z" fill="#0b0e0d" stroke="{shade}"/>{pips}'
    )


def coin(glyph: str, hi: str, lo: str) -> str:
    """The coin with the element's or type's sign at the upper right."""
    cx, cy, r = 266, 58, 25
    scale = r * 1.32 / 512
    return (
        f'<circle cx="{cx}" cy="{cy + 2.5}" r="{r + 4}" fill="#000" opacity=".5"/>'
        f'<circle cx="{cx}" cy="{cy}" r="{r + 3.5}" fill="url(#m3)" stroke="#0a0806" stroke-opacity=".7"/>'
        f'<circle cx="{cx}" cy="{cy}" r="{r}" fill="{lo}" stroke="#000" stroke-opacity=".45" stroke-width="1.4"/>'
        f'<circle cx="{cx}" cy="{cy}" r="{r}" fill="url(#cn)"/>'
        f'<g transform="translate({n(cx - 256 * scale)} {n(cy - 256 * scale)}) scale({scale:.4f})" '
        f'fill="{mix(hi, "#ffffff", 0.25)}" stroke="{mix(lo, "#000000", 0.35)}" stroke-width="26" '
        f'stroke-linejoin="round" paint-order="stroke">{glyph}</g>'
        f'<path d="M{n(cx - r * 0.72)} {n(cy - r * 0.36)}A{n(r * 0.82)} {n(r * 0.82)} 0 0 1 {n(cx + r * 0.3)} '
        f'{n(cy - r * 0.76)}" stroke="#fff" stroke-opacity=".55" stroke-width="2" stroke-linecap="round"/>'
    )


def roundel(level: int, hi: str, promo: bool) -> str:
    """The engraved circle behind the emblem, from level 3 on; compass points from level 9."""
    if level < 3:
        return ""
    at, colour = f'cx="{CX}" cy="{CY}"', mix(hi, "#fff1cc", 0.6)
    drawn = f'<circle {at} r="113" stroke="{colour}" stroke-width="1.1" opacity=".55"/>'
    if level >= 5:
        drawn += (
            f'<circle {at} r="118" stroke="{colour}" stroke-width="3.2" stroke-dasharray="1.1 4.05" opacity=".65"/>'
        )
    if level >= 7:
        drawn += (
            f'<circle {at} r="124" stroke="url(#m3)" stroke-width="2.4" opacity=".9"/>'
            f'<circle {at} r="127.5" stroke="#000" opacity=".4"/>'
        )
    if level >= 9 or promo:
        drawn += _compass(hi)
    return drawn


def _compass(hi: str) -> str:
    small = "".join(lozenge(*polar(CX, CY, 124, math.pi * 2 * i / 16 + math.pi / 16), 3.1, 1) for i in range(16))
    big = ""
    for i in range(8):
        angle = math.pi * 2 * i / 8
        x, y = polar(CX, CY, 124, angle)
        ux, uy = math.cos(angle), math.sin(angle)
        big += (
            f"M{n(x + ux * 20)} {n(y + uy * 20)}L{n(x - uy * 6)} {n(y + ux * 6)} {n(x - ux * 10)} {n(y - uy * 10)} "
            f"{n(x + uy * 6)} {n(y - ux * 6)}Z"
        )
    return (
        f'<path d="{big}" fill="url(#m3)" stroke="#000" stroke-opacity=".5"/><path d="{small}" '
        f'fill="{mix(hi, "#ffffff", 0.35)}" stroke="#000" stroke-opacity=".55" stroke-width=".8"/>'
    )
