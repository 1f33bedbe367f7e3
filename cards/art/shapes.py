"""Numbers, colours and the curves that everything else is drawn with. The canvas is 320 by 400."""

from __future__ import annotations

import math
from collections.abc import Iterable
from random import Random

WIDTH, HEIGHT = 320, 400
#: The middle of the emblem, a little below and right of the rank plate.
CX, CY = 166, 206

Point = tuple[float, float]


def n(value: float) -> str:
    """A number with one decimal at most."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def mix(first: str, second: str, share: float) -> str:
    """The colour between two `#rrggbb` colours; `share` 0 is the first, 1 the second."""
    pairs = zip(_rgb(first), _rgb(second), strict=True)
    return "#" + "".join(f"{max(0, min(255, round(a + (b - a) * share))):02x}" for a, b in pairs)


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def polar(cx: float, cy: float, radius: float, angle: float) -> Point:
    """The point at an angle (radians, clockwise from the right) and distance."""
    return cx + radius * math.cos(angle), cy + radius * math.sin(angle)


def polyline(points: Iterable[Point]) -> str:
    """An open path through points."""
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points)


def dot(x: float, y: float, r: float) -> str:
    """A circle as path data."""
    return f"M{n(x - r)} {n(y)}a{n(r)} {n(r)} 0 1 0 {n(2 * r)} 0a{n(r)} {n(r)} 0 1 0 {n(-2 * r)} 0"


def lozenge(x: float, y: float, r: float, tall: float = 1.25) -> str:
    """The house's shape: a square on its point, `tall` times as high as wide."""
    return f"M{n(x)} {n(y - r * tall)}L{n(x + r)} {n(y)} {n(x)} {n(y + r * tall)} {n(x - r)} {n(y)}Z"


def ridge(rnd: Random, y: float, height: float, peaks: int = 9) -> tuple[str, list[Point]]:
    """A mountain line over the whole width, closed at the foot, and its points."""
    points: list[Point] = []
    for i in range(peaks + 1):
        x = i * 340 / peaks - 10
        lift = 1 if i % 2 else 0.35
        points.append((x + rnd.uniform(-8, 8), y - rnd.uniform(0.15, 1) * height * lift))
    return "M-10 400L" + "L".join(f"{n(x)} {n(v)}" for x, v in points) + "L330 400Z", points


def wave(rnd: Random, y: float, height: float, crests: int = 4) -> str:
    """A swell over the whole width, closed at the foot."""
    w = 340 / crests
    d = f"M-10 {n(y)}"
    for i in range(crests):
        x, a = -10 + i * w, height * rnd.uniform(0.6, 1.1)
        d += f"C{n(x + w * 0.3)} {n(y - a)} {n(x + w * 0.7)} {n(y + a * 0.6)} {n(x + w)} {n(y)}"
    return d + "L330 400L-10 400Z"


def flame(x: float, y: float, w: float, h: float, lean: float) -> str:
    """One tongue of fire on its foot at x, y."""
    return (
        f"M{n(x - w)} {n(y)}C{n(x - w * 1.1)} {n(y - h * 0.42)} {n(x - w * 0.1 + lean * 0.2)} {n(y - h * 0.5)} "
        f"{n(x + lean)} {n(y - h)}C{n(x + lean * 0.7 + w * 0.3)} {n(y - h * 0.62)} {n(x + w * 1.25)} "
        f"{n(y - h * 0.45)} {n(x + w)} {n(y)}Z"
    )


def bolt(rnd: Random, start: Point, end: Point, pieces: int = 7, jitter: float = 16) -> list[Point]:
    """A broken line between two points."""
    points: list[Point] = []
    for i in range(pieces + 1):
        t = i / pieces
        aside = rnd.uniform(-jitter, jitter) if 0 < i < pieces else 0
        points.append((start[0] + (end[0] - start[0]) * t + aside, start[1] + (end[1] - start[1]) * t))
    return points


def spiral(x: float, y: float, r: float, angle: float, turns: float, turning: int, shrink: float = 0.12) -> str:
    """A scroll that winds inwards; `turning` is 1 or -1."""
    steps = int(16 * turns)
    points = [
        polar(x, y, r * (1 - i / steps * (1 - shrink)), angle + turning * i / steps * turns * 2 * math.pi)
        for i in range(steps + 1)
    ]
    d = f"M{n(points[0][0])} {n(points[0][1])}"
    for i in range(1, steps, 2):
        d += f"Q{n(points[i][0])} {n(points[i][1])} {n(points[i + 1][0])} {n(points[i + 1][1])}"
    return d


def rosette(rnd: Random, name: str) -> tuple[str, str]:
    """A guilloche: the element of one curve with the id `name`, and its many turned uses."""
    family = rnd.choice("ABCD")
    copies = rnd.choice([20, 24, 28, 30, 36])
    if family == "A":
        curve = f'<ellipse id="{name}" rx="150" ry="{n(150 * rnd.uniform(0.22, 0.46))}"/>'
        step = 180 / copies
    elif family == "B":
        r = rnd.uniform(58, 92)
        curve = f'<circle id="{name}" cx="{n(rnd.uniform(46, 78))}" r="{n(r)}"/>'
        step = 360 / copies
    elif family == "C":
        return _petals(rnd, name)
    else:
        corners, jump = rnd.choice([7, 9, 11]), rnd.choice([3, 4])
        star = (polar(0, 0, 148, 2 * math.pi * jump * i / corners) for i in range(corners))
        curve = f'<path id="{name}" d="{polyline(star)}Z"/>'
        step, copies = 360 / corners / 6, 6
    return curve, "".join(f'<use href="#{name}" transform="rotate({n(i * step)})"/>' for i in range(copies))


def _petals(rnd: Random, name: str) -> tuple[str, str]:
    petals, depth = rnd.choice([5, 6, 7, 8, 9]), rnd.uniform(18, 34)
    count = petals * 12
    angles = (2 * math.pi * i / count for i in range(count + 1))
    outline = polyline(polar(0, 0, 120 + depth * math.sin(petals * a), a) for a in angles)
    step = 360 / petals / rnd.choice([8, 10, 12])
    uses = "".join(
        f'<use href="#{name}" transform="rotate({n(i * step)}) scale({1.15 - i * 0.075:.2f})"/>' for i in range(12)
    )
    return f'<path id="{name}" d="{outline}Z"/>', uses


def rays(rnd: Random, scene: str) -> str:
    """Light from behind the emblem."""
    counts = {"holy": 36, "fire": 22, "thunder": 16, "banner": 24, "promo": 40}
    count = counts.get(scene) or rnd.choice([18, 24, 30])
    d, start = "", rnd.random() * 6
    for i in range(count):
        angle, half = start + 2 * math.pi * i / count, math.pi / count * rnd.uniform(0.35, 0.62)
        x1, y1 = polar(CX, CY, 330, angle - half)
        x2, y2 = polar(CX, CY, 330, angle + half)
        d += f"M{CX} {CY}L{n(x1)} {n(y1)} {n(x2)} {n(y2)}Z"
    return d
