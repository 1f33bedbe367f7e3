"""The scene behind the emblem of a card that has no element."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random

from cards.art.shapes import CX, CY, dot, mix, n, polar, polyline, ridge, wave

Layers = tuple[str, str]


def _dark(lo: str) -> str:
    return mix(lo, "#000000", 0.45)


def moon(rnd: Random, hi: str, lo: str) -> Layers:
    """A cratered moon with two haloes over night hills."""
    x, y, r = rnd.uniform(150, 215), rnd.uniform(120, 160), rnd.uniform(84, 104)
    at = f'cx="{n(x)}" cy="{n(y)}"'
    craters = ""
    for _ in range(7):
        size = rnd.uniform(5, 16)
        craters += dot(*polar(x, y, rnd.uniform(0, r - 20), rnd.uniform(0, 6.28)), size)
    far, _ = ridge(rnd, 352, 70, 8)
    near, _ = ridge(rnd, 384, 50, 10)
    return (
        f'<circle {at} r="{n(r)}" fill="{mix(hi, "#fff6dc", 0.55)}" opacity=".42"/>'
        f'<circle {at} r="{n(r + 9)}" stroke="{mix(hi, "#ffffff", 0.5)}" opacity=".4"/>'
        f'<circle {at} r="{n(r + 20)}" stroke="#fff" stroke-dasharray="1 7" stroke-width="2" opacity=".4"/>'
        f'<path d="{craters}" fill="{lo}" opacity=".12"/>'
        f'<path d="{far}" fill="{_dark(lo)}" opacity=".5"/><path d="{near}" fill="{_dark(lo)}" opacity=".8"/>'
    ), ""


def stars(rnd: Random, hi: str, lo: str) -> Layers:
    """A constellation, dust and two tilted orbits."""
    points = sorted((rnd.uniform(24, 296), rnd.uniform(34, 330)) for _ in range(15))
    lines = "".join(polyline(pair) for pair in pairwise(points) if rnd.random() < 0.85)
    bodies = ""
    for x, y in points:
        r = rnd.uniform(1.6, 4)
        bodies += (
            f"M{n(x)} {n(y - r * 2.4)}L{n(x + r * 0.5)} {n(y - r * 0.5)} {n(x + r * 2.4)} {n(y)} "
            f"{n(x + r * 0.5)} {n(y + r * 0.5)} {n(x)} {n(y + r * 2.4)} {n(x - r * 0.5)} {n(y + r * 0.5)} "
            f"{n(x - r * 2.4)} {n(y)} {n(x - r * 0.5)} {n(y - r * 0.5)}Z"
        )
    dust = "".join(f"M{n(rnd.uniform(18, 302))} {n(rnd.uniform(24, 350))}h.01" for _ in range(60))
    orbits = "".join(
        f'<ellipse cx="{CX}" cy="{CY}" rx="{r}" ry="{n(r * 0.34)}" stroke="{mix(hi, "#ffffff", 0.4)}" '
        f'stroke-width="1.2" opacity=".45" transform="rotate({n(rnd.uniform(-34, -14))} {CX} {CY})"/>'
        for r in (118, 138)
    )
    return (
        f'<path d="{lines}" stroke="#fff" stroke-width=".9" opacity=".35"/>'
        f'<path d="{dust}" stroke="#fff" stroke-width="1.7" stroke-linecap="round" opacity=".6"/>'
        f'<path d="{bodies}" fill="{mix(hi, "#ffffff", 0.65)}" opacity=".9"/>{orbits}'
        f'<path d="{wave(rnd, 366, 26, 2)}" fill="{_dark(lo)}" opacity=".5"/>'
    ), ""


def forest(rnd: Random, hi: str, lo: str) -> Layers:
    """Two rows of firs and fireflies."""
    back = ""
    for y, opacity, count, tall in ((352, 0.32, 15, 110), (384, 0.62, 11, 84)):
        d = ""
        for i in range(count):
            x = i * 330 / (count - 1) + rnd.uniform(-9, 9)
            h = tall * rnd.uniform(0.5, 1) * (1.25 if x < 70 or x > 255 else 0.6)
            w = h * 0.2
            d += (
                f"M{n(x)} {n(y - h)}l{n(w * 0.6)} {n(h * 0.36)}h{n(-w * 0.2)}l{n(w * 0.6)} {n(h * 0.34)}h{n(-w * 0.2)}"
                f"l{n(w * 0.5)} {n(h * 0.36)}h{n(-w * 2.6)}l{n(w * 0.5)} {n(-h * 0.36)}h{n(-w * 0.2)}"
                f"l{n(w * 0.6)} {n(-h * 0.34)}h{n(-w * 0.2)}z"
            )
        fill = mix(lo, "#000000", 0.3)
        back += f'<path d="{d}M-5 {y - 6}H330V400H-5Z" fill="{fill}" opacity="{opacity}"/>'
    flies = "".join(f"M{n(rnd.uniform(20, 300))} {n(rnd.uniform(120, 330))}h.01" for _ in range(22))
    glow = mix(hi, "#fffbd0", 0.6)
    return back + (f'<path d="{flies}" stroke="{glow}" stroke-width="3.4" stroke-linecap="round" opacity=".75"/>'), ""


def dunes(rnd: Random, hi: str, lo: str) -> Layers:
    """Three dunes under a pale sun."""
    back = (
        f'<circle cx="{n(rnd.uniform(210, 250))}" cy="{n(rnd.uniform(84, 110))}" r="{n(rnd.uniform(34, 46))}" '
        f'fill="#fff3c9" opacity=".32"/>'
    )
    for y, height, opacity in ((316, 36, 0.26), (344, 30, 0.42), (372, 22, 0.7)):
        back += f'<path d="{wave(rnd, y, height, 2)}" fill="{mix(lo, hi, 0.34)}" opacity="{opacity}"/>'
    ripples = "".join(f"M-10 {322 + i * 8}q90 {n(rnd.uniform(-20, 6))} 170 2t180 -4" for i in range(8))
    return back + f'<path d="{ripples}" stroke="{mix(hi, "#ffffff", 0.45)}" stroke-width=".9" opacity=".34"/>', ""


def ruins(rnd: Random, hi: str, lo: str) -> Layers:
    """Four columns, some broken, on a paved floor."""
    d, places = "", (22, 62, 262, 300)
    for x in places:
        h, w = rnd.uniform(150, 262), rnd.uniform(20, 26)
        y = 372 - h
        d += f"M{n(x - w / 2)} 372V{n(y + 12)}h-4v-8h{n(w + 8)}v8h-4V372Z"
        if rnd.random() < 0.5:
            d += (
                f"M{n(x - w / 2 - 6)} {n(y + 4)}l{n(w * 0.4)} {n(-rnd.uniform(8, 20))} {n(w * 0.5)} 6 6 "
                f"{n(rnd.uniform(0, 10))}Z"
            )
    flutes = "".join(f"M{x + aside} 366V180" for x in places for aside in (-6, 0, 6))
    floor = "".join(f"M{CX} 300L{x} 400" for x in range(-160, 500, 44))
    return (
        f'<path d="{d}" fill="{mix(lo, hi, 0.3)}" opacity=".62"/>'
        f'<path d="{flutes}" stroke="{_dark(lo)}" stroke-width="2" opacity=".4"/>'
        f'<path d="M0 352h320v48H0z" fill="{_dark(lo)}" opacity=".45"/>'
        f'<path d="{floor}M0 362h320M0 378h320" stroke="{mix(hi, "#ffffff", 0.3)}" stroke-width=".9" opacity=".3"/>'
    ), ""


def circuit(rnd: Random, hi: str, lo: str) -> Layers:
    """Traces that come in from the edges, and two cogs."""
    traces = ends = ""
    for _ in range(20):
        x, y = rnd.choice([18, 302]), rnd.uniform(130, 350)
        inwards = 1 if x < 100 else -1
        run, bend, end = rnd.uniform(14, 52), rnd.uniform(10, 26) * rnd.choice([-1, 1]), rnd.uniform(10, 52)
        traces += f"M{x} {n(y)}h{n(inwards * run)}l{n(inwards * abs(bend))} {n(bend)}h{n(inwards * end)}"
        ends += f"M{n(x + inwards * (run + abs(bend) + end))} {n(y + bend)}h.01"
    cogs = ""
    for r, count, opacity in ((126, 30, 0.34), (96, 22, 0.22)):
        teeth = ""
        for i in range(count):
            angle, half = 2 * math.pi * i / count, math.pi / count * 0.55
            corners = (
                polar(CX, CY, r, angle - half),
                polar(CX, CY, r + 11, angle - half * 0.6),
                polar(CX, CY, r + 11, angle + half * 0.6),
                polar(CX, CY, r, angle + half),
            )
            teeth += polyline(corners) + "Z"
        cogs += (
            f'<g opacity="{opacity}"><path d="{teeth}" fill="{hi}"/>'
            f'<circle cx="{CX}" cy="{CY}" r="{r - 5}" stroke="{hi}" stroke-width="9"/></g>'
        )
    return (
        f'<path d="{traces}" stroke="{mix(hi, "#ffffff", 0.35)}" stroke-width="1.4" opacity=".42"/>'
        f'<path d="{ends}" stroke="{mix(hi, "#ffffff", 0.5)}" stroke-width="6" stroke-linecap="round" opacity=".6"/>'
        f'{cogs}<path d="M0 356h320v44H0z" fill="{_dark(lo)}" opacity=".5"/>'
    ), ""


def banner(rnd: Random, hi: str, lo: str) -> Layers:
    """Two pennants and a laurel: the cards of people."""
    back, w, h = "", 40, 250
    for x in (36, 284):
        back += (
            f'<path d="M{x - w // 2} 10V{h}l{w // 2} -22 {w // 2} 22V10Z" fill="{mix(lo, hi, 0.5)}" opacity=".55"/>'
            f'<path d="M{x - w // 2 + 4} 10V{h - 12}l{w // 2 - 4} -18 {w // 2 - 4} 18V10" '
            f'stroke="{mix(hi, "#fff3cf", 0.6)}" stroke-width="1.2" opacity=".6"/>'
        )
    leaves = "".join(_leaf(side, i, fold) for side in (-1, 1) for i in range(12) for fold in (-1, 1))
    return back + (
        f'<path d="{leaves}" fill="{mix(hi, "#fff3cf", 0.55)}" opacity=".5"/>'
        f'<path d="{wave(rnd, 366, 16, 2)}" fill="{_dark(lo)}" opacity=".5"/>'
    ), ""


def _leaf(side: int, i: int, fold: int) -> str:
    angle = math.pi / 2 + side * (0.28 + i * 0.19)
    x, y = polar(CX, CY, 122, angle)
    along = math.radians(math.degrees(angle) + side * 90 + fold * 34)
    ex, ey = polar(x, y, 24, along)
    px, py = -math.sin(along) * 6, math.cos(along) * 6
    mx, my = (x + ex) / 2, (y + ey) / 2
    return f"M{n(x)} {n(y)}Q{n(mx + px)} {n(my + py)} {n(ex)} {n(ey)}Q{n(mx - px)} {n(my - py)} {n(x)} {n(y)}"
