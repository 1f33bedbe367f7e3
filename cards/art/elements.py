"""The scene behind the emblem of a card that has an element."""

from __future__ import annotations

import math
from random import Random

from cards.art.shapes import (
    CX,
    CY,
    bolt,
    dot,
    flame,
    lozenge,
    mix,
    n,
    polar,
    polyline,
    ridge,
    wave,
)

Layers = tuple[str, str]


def fire(rnd: Random, hi: str, lo: str) -> Layers:
    """Three rows of flames, the last before the emblem, and sparks."""
    back = front = ""
    rows = ((372, 190, 0.26), (380, 140, 0.42), (392, 104, 0.7))
    for row, (y, height, opacity) in enumerate(rows):
        d = "".join(
            flame(
                10 + i * 50 + rnd.uniform(-12, 12),
                y,
                rnd.uniform(20, 32),
                height * rnd.uniform(0.55, 1.05),
                rnd.uniform(-18, 22),
            )
            for i in range(7)
        )
        drawn = f'<path d="{d}" fill="url(#fl)" opacity="{opacity}"/>'
        if row < 2:
            back += drawn
        else:
            front += drawn
    sparks = "".join(lozenge(rnd.uniform(24, 300), rnd.uniform(60, 330), rnd.uniform(1, 3.4), 1.5) for _ in range(26))
    return back + f'<path d="{sparks}" fill="#ffd98a" opacity=".85"/>', front


def ice(rnd: Random, hi: str, lo: str) -> Layers:
    """Two rows of crystals and falling snow."""
    back = ""
    for opacity, count, tall in ((0.28, 7, 190), (0.5, 6, 128)):
        light = shade = ""
        for i in range(count):
            x = 8 + i * 304 / (count - 1) + rnd.uniform(-14, 14)
            h = tall * rnd.uniform(0.45, 1) * (1.15 if x < 70 or x > 250 else 0.72)
            w, t = rnd.uniform(13, 24), rnd.uniform(-16, 16)
            light += (
                f"M{n(x - w)} 384L{n(x - w * 0.7 + t * 0.7)} {n(384 - h * 0.8)} {n(x + t)} {n(384 - h)} {n(x)} 384Z"
            )
            shade += (
                f"M{n(x)} 384L{n(x + t)} {n(384 - h)} {n(x + w * 0.8 + t * 0.7)} {n(384 - h * 0.68)} {n(x + w)} 384Z"
            )
        back += (
            f'<g opacity="{opacity}"><path d="{light}" fill="{mix(hi, "#ffffff", 0.6)}"/>'
            f'<path d="{shade}" fill="{mix(hi, lo, 0.45)}"/></g>'
        )
    flakes = ""
    for _ in range(20):
        x, y, r = rnd.uniform(20, 300), rnd.uniform(30, 330), rnd.uniform(1.6, 4.6)
        for arm in range(3):
            dx, dy = polar(0, 0, r, math.pi * arm / 3)
            flakes += f"M{n(x - dx)} {n(y - dy)}L{n(x + dx)} {n(y + dy)}"
    return back + f'<path d="{flakes}" stroke="#fff" opacity=".7"/>', ""


def thunder(rnd: Random, hi: str, lo: str) -> Layers:
    """Three forked bolts over clouds."""
    d = ""
    for _ in range(3):
        x = rnd.uniform(60, 300)
        points = bolt(rnd, (x, 10), (x + rnd.uniform(-90, 60), rnd.uniform(250, 350)), 9, 18)
        d += polyline(points)
        for point in points[2:-1]:
            if rnd.random() < 0.45:
                end = point[0] + rnd.choice([-1, 1]) * rnd.uniform(30, 70), point[1] + rnd.uniform(20, 60)
                d += polyline(bolt(rnd, point, end, 4, 8))
    clouds = "".join(
        f"M{-6 + i * 42} 400a{n(rnd.uniform(24, 36))} {n(rnd.uniform(22, 40))} 0 1 1 {n(rnd.uniform(44, 58))} 0z"
        for i in range(9)
    )
    return (
        f'<g stroke-linejoin="bevel"><path d="{d}" stroke="{hi}" stroke-width="7" opacity=".22"/>'
        f'<path d="{d}" stroke="{mix(hi, "#ffffff", 0.7)}" stroke-width="1.7" opacity=".9"/></g>'
        f'<path d="{clouds}" fill="{mix(lo, "#000000", 0.45)}" opacity=".55" transform="translate(-10 -6)"/>'
    ), ""


def earth(rnd: Random, hi: str, lo: str) -> Layers:
    """Three ridges with lit flanks and strata."""
    back = ""
    for y, height, opacity in ((330, 130, 0.42), (352, 96, 0.56), (378, 60, 0.8)):
        d, points = ridge(rnd, y, height, rnd.choice([6, 7, 8]))
        back += f'<path d="{d}" fill="{mix(lo, hi, 0.38)}" opacity="{opacity}"/>'
        lit = ""
        for (_, before), (x, v), (after_x, after) in zip(points, points[1:], points[2:], strict=False):
            if v < before and v < after:
                lit += (
                    f"M{n(x)} {n(v)}L{n((x + after_x) / 2 + 6)} {n((v + after) / 2 + 4)} "
                    f"{n(x + 3)} {n(v + height * 0.62)}Z"
                )
        back += f'<path d="{lit}" fill="#fff" opacity=".15"/>'
    strata = "".join(f"M0 {300 + i * 9}q80 {n(rnd.uniform(-12, 12))} 160 0t160 0" for i in range(9))
    return back + f'<path d="{strata}" stroke="{mix(hi, "#ffffff", 0.4)}" stroke-width=".8" opacity=".3"/>', ""


def marsh(rnd: Random, hi: str, lo: str) -> Layers:
    """Two swells of mire and bubbles."""
    back = (
        f'<path d="{wave(rnd, 318, 26, 3)}" fill="{mix(lo, hi, 0.42)}" opacity=".4"/>'
        f'<path d="{wave(rnd, 344, 18, 4)}" fill="{mix(lo, hi, 0.3)}" opacity=".75"/>'
    )
    bubbles = shine = ""
    for _ in range(18):
        r, x, y = rnd.uniform(3, 15), rnd.uniform(18, 302), rnd.uniform(110, 345)
        bubbles += dot(x, y, r)
        shine += f"M{n(x - r * 0.55)} {n(y - r * 0.2)}a{n(r * 0.6)} {n(r * 0.6)} 0 0 1 {n(r * 0.5)} {n(-r * 0.4)}"
    return back + (
        f'<path d="{bubbles}" fill="{hi}" fill-opacity=".16" stroke="{mix(hi, "#ffffff", 0.3)}" stroke-opacity=".55"/>'
        f'<path d="{shine}" stroke="#fff" stroke-width="1.6" stroke-linecap="round" opacity=".7"/>'
    ), ""


def poison(rnd: Random, hi: str, lo: str) -> Layers:
    """A marsh under something that drips."""
    d, x = "M-10 0V40", -10.0
    while x < 320:
        w = rnd.uniform(10, 22)
        h = rnd.uniform(18, 86) * (0.45 if 110 < x < 230 else 1)
        d += f"V{n(40 + h)}a{n(w / 2)} {n(w / 2)} 0 0 0 {n(w)} 0V{n(44 + rnd.uniform(0, 16))}"
        gap = rnd.uniform(6, 14)
        d += f"a{n(gap / 2)} {n(gap / 2)} 0 0 1 {n(gap)} 0"
        x += w + gap
    back, front = marsh(rnd, hi, lo)
    return f'<path d="{d}V0Z" fill="{mix(lo, hi, 0.3)}" opacity=".5"/>' + back, front


def wind(rnd: Random, hi: str, lo: str) -> Layers:
    """Gusts that curl at their ends."""
    d = ""
    for i in range(11):
        y = 60 + i * 28 + rnd.uniform(-8, 8)
        x, length, r = rnd.uniform(-30, 60), rnd.uniform(150, 260), rnd.uniform(9, 22)
        d += (
            f"M{n(x)} {n(y + 34)}C{n(x + length * 0.4)} {n(y + 40)} {n(x + length * 0.6)} {n(y - 26)} "
            f"{n(x + length)} {n(y - 10)}c{n(r * 1.4)} {n(r * 0.6)} {n(r * 1.2)} {n(r * 2)} {n(-r * 0.2)} {n(r * 1.7)}"
            f"c{n(-r * 0.8)} {n(-r * 0.1)} {n(-r * 0.7)} {n(-r)} 0 {n(-r * 0.9)}"
        )
    return (
        f'<g stroke-linecap="round"><path d="{d}" stroke="{mix(hi, "#ffffff", 0.45)}" stroke-width="2.2" opacity=".5"/>'
        f'<path d="{d}" stroke="{hi}" stroke-width="8" opacity=".13" transform="translate(0 7)"/></g>'
        f'<path d="{wave(rnd, 352, 22, 3)}" fill="{mix(lo, hi, 0.35)}" opacity=".6"/>'
    ), ""


def water(rnd: Random, hi: str, lo: str) -> Layers:
    """Scaled waves, an arching current and drops."""
    scales = ""
    for row in range(6):
        line = 300 + row * 20
        for i in range(-1, 9):
            middle = i * 44 + (22 if row % 2 else 0)
            scales += "".join(f"M{middle - r} {line}a{r} {r} 0 0 1 {2 * r} 0" for r in (22, 16, 10, 4))
    current = "".join(
        f"M{CX - 150 + i * 6} {260 - i * 4}C{CX - 120} {90 - i * 3} {CX + 90} {60 + i * 5} "
        f"{CX + 140 - i * 5} {190 + i * 6}"
        for i in range(6)
    )
    swell = wave(rnd, 300, 34, 2)
    drops = ""
    for _ in range(22):
        x, y, r = rnd.uniform(24, 296), rnd.uniform(60, 280), rnd.uniform(1.6, 4.4)
        drops += (
            f"M{n(x)} {n(y - r * 1.8)}q{n(r * 1.5)} {n(r * 1.7)} 0 {n(r * 2.6)}"
            f"q{n(-r * 1.5)} {n(-r * 0.9)} 0 {n(-r * 2.6)}"
        )
    return (
        f'<path d="{swell}" fill="{mix(lo, hi, 0.4)}" opacity=".8"/><g clip-path="url(#wv)"><path d="{scales}" '
        f'stroke="{mix(hi, "#ffffff", 0.55)}" stroke-width="1.3" opacity=".55"/></g>'
        f'<path d="{current}" stroke="{mix(hi, "#ffffff", 0.5)}" stroke-width="1.5" opacity=".38"/>'
        f'<path d="{drops}" fill="#fff" opacity=".62"/>'
    ), ""


def holy(rnd: Random, hi: str, lo: str) -> Layers:
    """Rings of light with rays between them, and glints."""
    y = CY - 6
    back = "".join(
        f'<circle cx="{CX}" cy="{y}" r="{r}" stroke="#fff8dd" stroke-width="{width}" opacity="{opacity}"/>'
        for r, width, opacity in ((122, 2.4, 0.75), (132, 0.9, 0.6), (146, 5, 0.16), (104, 0.8, 0.5))
    )
    ticks = ""
    for i in range(48):
        angle = 2 * math.pi * i / 48
        ticks += polyline((polar(CX, y, 134, angle), polar(CX, y, 142 if i % 4 else 152, angle)))
    glints = "".join(lozenge(rnd.uniform(24, 298), rnd.uniform(40, 340), rnd.uniform(1.2, 3.4), 2.4) for _ in range(24))
    return back + (
        f'<path d="{ticks}" stroke="#fff3c4" stroke-width="1.3" opacity=".7"/>'
        f'<path d="{glints}" fill="#fff" opacity=".8"/>'
    ), ""
