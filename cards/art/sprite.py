"""Writes the sprite of the site's icons: `python -m cards.art.sprite` after a name was added to ICONS."""

from __future__ import annotations

from pathlib import Path

from cards.art.table import COINS, glyph

SPRITE = Path(__file__).parents[2] / "static" / "icons.svg"

#: Icons of buttons, rules, pages and people; the signs of elements and types come on top.
ICONS = (
    "anchor", "angel-wings", "bear-face", "brick-wall", "broken-wall", "burning-eye", "cactus", "card-ace-spades",
    "card-exchange", "check-mark", "claws", "clockwise-rotation", "conversation", "crossed-swords", "crown-coin",
    "crystal-growth", "cubes", "defensive-wall", "dodo", "domino-tiles", "duality", "eyeball", "feather", "fire-bomb",
    "floating-ghost", "flying-flag", "fox", "gears", "gecko", "guards", "health-normal", "hound", "imp", "info",
    "jellyfish", "laurels-trophy", "lightning-trio", "linked-rings", "lion", "magnifying-glass", "nest-birds",
    "perspective-dice-six-faces-random", "play-button", "podium", "poker-hand", "punch-blast", "push", "ringing-bell",
    "robot-golem", "rooster", "rule-book", "samurai-helmet", "scales", "scroll-unfurled", "semi-closed-eye",
    "settings-knobs", "shop", "sound-on", "sparkles", "spotted-mushroom", "sword-clash", "three-friends", "tiger-head",
    "tombstone", "tortoise", "two-coins", "unicorn", "whirlwind", "wisdom", "wolf-head", "wyvern",
)  # fmt: skip


def sprite_svg() -> str:
    """The sprite: one symbol an icon, its name the id, drawn in the colour of the text around it."""
    names = sorted({*ICONS, *(coin.glyph for coin in COINS.values())})
    symbols = "\n".join(f'<symbol id="{name}" viewBox="0 0 512 512">{glyph(name)}</symbol>' for name in names)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


if __name__ == "__main__":
    SPRITE.write_text(sprite_svg(), encoding="utf-8")
