"""What each card is drawn with: the table of glyphs, colours and scenes, and the glyphs themselves."""

from __future__ import annotations

import csv
import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

DATA = Path(__file__).parent / "data"


class Coin(NamedTuple):
    """The sign of an element or type and its two colours, light and deep."""

    glyph: str
    hi: str
    lo: str


COINS: dict[str, Coin] = {
    "fire": Coin("flame", "#ff8a3d", "#9c1f12"),
    "ice": Coin("snowflake-2", "#a8e6ff", "#1f6aa5"),
    "thunder": Coin("power-lightning", "#ffe36b", "#8a5a0a"),
    "earth": Coin("peaks", "#d9a862", "#5a3615"),
    "poison": Coin("death-juice", "#b6d84a", "#4b1f6b"),
    "wind": Coin("wind-hole", "#9af0c8", "#12695a"),
    "water": Coin("water-drop", "#6cc0ff", "#0f4693"),
    "holy": Coin("polar-star", "#fff6d0", "#8a6fb5"),
    "primal": Coin("burning-eye", "#ffb36b", "#7a1f12"),
    "scion": Coin("star-formation", "#bfe3ff", "#1c4f86"),
    "beastman": Coin("tribal-mask", "#c8d98a", "#3f4d16"),
    "garlean": Coin("gears", "#d8d2c4", "#3a3f45"),
}

#: Light and deep colours for a card that the table does not know, by element or type.
PALETTES: dict[str, tuple[tuple[str, str], ...]] = {
    "fire": (("#ea6a2a", "#2d0a0e"), ("#e2552b", "#2b0a10")),
    "ice": (("#79c9ea", "#0e2a4a"), ("#8fd0ea", "#11304f")),
    "thunder": (("#e3bd44", "#221a48"), ("#d9b03c", "#261a3c")),
    "earth": (("#b98750", "#271a10"), ("#b5763c", "#2b160d")),
    "poison": (("#8bb43a", "#23113a"), ("#9cb24a", "#25123c")),
    "wind": (("#62bd98", "#0c2e30"), ("#7fcf9a", "#12302f")),
    "water": (("#2f8fd0", "#07203f"), ("#3f95c8", "#0a2342")),
    "holy": (("#f0dca0", "#43345f"), ("#f3dfa4", "#44365f")),
    "primal": (("#e0884a", "#2d1016"), ("#c9784f", "#241226")),
    "scion": (("#8fb4e2", "#14234a"), ("#a9c4d8", "#1b2a44")),
    "beastman": (("#a9b457", "#20260f"), ("#b89a52", "#292010")),
    "garlean": (("#b3aa9a", "#1f2023"), ("#a8574c", "#241417")),
    "": (
        ("#8fa64b", "#1c2616"), ("#c9765a", "#2b1716"), ("#8d93b8", "#171a2e"), ("#a87f9c", "#221527"),
        ("#b9975b", "#241b1a"), ("#6fa58e", "#12251f"), ("#8fa2e0", "#14143a"), ("#c07fc9", "#221338"),
    ),
}  # fmt: skip
#: Scenes for a card without element that the table does not know.
SCENES = ("forest", "dunes", "moon", "marsh", "ruins", "stars")
_SCENE_OF_TYPE = {"garlean": "circuit", "scion": "banner"}
#: Glyphs for such cards: figures that say nothing in particular.
EMBLEMS = (
    "griffin-symbol", "hawk-emblem", "condor-emblem", "eagle-emblem", "crystal-growth", "duality", "lion", "totem-head",
    "duality-mask", "sun-priest", "angel-wings", "laurels-trophy", "dervish-swords", "samurai-helmet", "wyvern",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Look:
    """One card's glyph, light and deep colour, scene, coin (element, else type, else "") and options."""

    glyph: str
    hi: str
    lo: str
    scene: str
    coin: str = ""
    options: tuple[str, ...] = ()


@cache
def _rows() -> dict[str, dict[str, str]]:
    with (DATA / "cards.csv").open(encoding="utf-8", newline="") as lines:
        return {row["card"]: row for row in csv.DictReader(lines)}


@cache
def _glyphs() -> dict[str, dict[str, str]]:
    glyphs: dict[str, dict[str, str]] = json.loads((DATA / "glyphs.json").read_text(encoding="utf-8"))["icons"]
    return glyphs


def glyph(name: str) -> str:
    """The SVG body of a glyph on a field of 512 by 512, without a colour of its own."""
    return _glyphs()[name]["body"].replace(' fill="currentColor"', "")


def known_cards() -> list[str]:
    """The IDs of the cards that the table has a row for."""
    return list(_rows())


def is_known(card_id: str) -> bool:
    """Whether the table has a row for this card."""
    return card_id in _rows()


def authors() -> list[str]:
    """Who made the glyphs, most glyphs first."""
    counts: dict[str, int] = {}
    for entry in _glyphs().values():
        counts[entry["author"]] = counts.get(entry["author"], 0) + 1
    return sorted(counts, key=lambda name: (-counts[name], name))


def look(card_id: str, *, element: str | None, type: str | None) -> Look:
    """How a card looks: its row of the table, or one drawn from its ID for a card without a row."""
    coin = element or type or ""
    coin = coin if coin in COINS else ""
    row = _rows().get(card_id)
    if row is not None:
        options = tuple(row["options"].split())
        return Look(row["glyph"], row["hi"], row["lo"], row["scene"], coin, options)
    rnd = Random(f"look {card_id}")
    hi, lo = rnd.choice(PALETTES[coin])
    scene = element if element in COINS else _SCENE_OF_TYPE.get(coin) or rnd.choice(SCENES)
    return Look(rnd.choice(EMBLEMS), hi, lo, scene or rnd.choice(SCENES), coin)


@cache
def art_version() -> str:
    """A short hash of the generator and its data: it changes whenever a picture may."""
    digest = hashlib.sha256()
    folder = Path(__file__).parent
    for path in sorted((*folder.glob("*.py"), *DATA.iterdir())):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:10]
