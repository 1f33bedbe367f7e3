"""Paints positions of matches: a picture, or a film of several. Run as `python -m matches.replays.paint`, a job as JSON
on its standard input; see `pictures.Job`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from matches.replays.card_paint import IVORY, OWNERS, card_image, emblem, keep, sign, write

#: Everything is measured for a picture this large, the size of a social preview.
FULL = (1200, 630)
CELL, GAP, PAD = (145, 182), 6, 16
HAND, HAND_GAP = 104, 8
MUTED, BRASS, LINE = "#98a295", "#dcb66d", "#2b463c"
#: Other processes come first.
NICE = 10


class Painter:
    """Paints at one width, and keeps the cards it has painted."""

    def __init__(self, width: int, faces: Path, pictures: Mapping[str, str]) -> None:
        self.scale = width / FULL[0]
        self.size = (width, round(FULL[1] * self.scale))
        self._faces, self._pictures = faces, pictures
        self._emblems: dict[str, Image.Image] = {}
        self._cards: dict[tuple[str, int], Image.Image] = {}

    def px(self, length: float) -> int:
        """A length of the full size as pixels here."""
        return max(1, round(length * self.scale))

    def paint(self, frame: Mapping[str, Any]) -> Image.Image:
        """One position."""
        image = _ground(self.size)
        left = (FULL[0] - self._board_width()) / 2
        self._side(image, frame["near"], left / 2, left)
        self._side(image, frame["far"], FULL[0] - left / 2, left)
        self._board(image, frame, left)
        draw = ImageDraw.Draw(image)
        foot = self.px(FULL[1] - 22)
        write(
            draw,
            (self.px(24), foot),
            frame["foot"],
            size=self.px(22),
            fill=MUTED,
            centre=False,
            room=self.px(left - 44),
        )
        write(draw, (self.px(FULL[0] - left / 2), foot), "Triple Triad", size=self.px(24), fill=BRASS)
        return image

    def _board_width(self) -> int:
        return 3 * CELL[0] + 2 * GAP + 2 * PAD

    def _board(self, image: Image.Image, frame: Mapping[str, Any], left: float) -> None:
        top = (FULL[1] - 3 * CELL[1] - 2 * GAP - 2 * PAD) / 2
        draw = ImageDraw.Draw(image)
        right, bottom = left + self._board_width(), FULL[1] - top
        for inset, fill, radius in ((0, "#3d2809", 16), (3, "#b98d3d", 14), (6, "#101f1a", 12)):
            box = (left + inset, top + inset, right - inset, bottom - inset)
            draw.rounded_rectangle([self.px(each) for each in box], self.px(radius), fill=fill)
        for square in frame["squares"]:
            row, column = divmod(square["number"] - 1, 3)
            across = left + PAD + column * (CELL[0] + GAP)
            down = top + PAD + row * (CELL[1] + GAP)
            self._square(image, draw, square, across, down)

    def _square(
        self, image: Image.Image, draw: ImageDraw.ImageDraw, square: Mapping[str, Any], across: float, down: float
    ) -> None:
        box = [self.px(each) for each in (across, down, across + CELL[0], down + CELL[1])]
        draw.rounded_rectangle(box, self.px(8), fill="#0c1815", outline=LINE, width=self.px(1))
        if square["card"]:
            image.alpha_composite(self._card(square["card"], box[2] - box[0]), (box[0], box[1]))
            if square["last"]:
                edge = [box[0] - 2, box[1] - 2, box[2] + 2, box[3] + 2]
                draw.rounded_rectangle(edge, self.px(9), outline="#f5dda0", width=self.px(4))
        if square["element"]:
            self._element(image, square, box)
        if square["wall"]:
            self._wall(draw, square["wall"], box)

    def _element(self, image: Image.Image, square: Mapping[str, Any], box: list[int]) -> None:
        """A square's element: in its middle, or at the lower left of the card that lies there."""
        size = self.px(34 if square["card"] else 64)
        at = ((box[0] + box[2] - size) // 2, (box[1] + box[3] - size) // 2)
        if square["card"]:
            at = (box[0] + self.px(6), box[3] - size - self.px(34))
        image.alpha_composite(sign(square["element"], size), at)

    def _wall(self, draw: ImageDraw.ImageDraw, wall: Sequence[str], box: list[int]) -> None:
        """A label of a wall, at the side that it belongs to."""
        side, text = wall
        across, down = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        at = {"up": (across, box[1]), "down": (across, box[3]), "left": (box[0], down), "right": (box[2], down)}[side]
        half = (self.px(24), self.px(14))
        plate = [at[0] - half[0], at[1] - half[1], at[0] + half[0], at[1] + half[1]]
        draw.rounded_rectangle(plate, self.px(6), fill="#2a1b05", outline=BRASS, width=self.px(2))
        write(draw, at, text, size=self.px(20), fill=BRASS)

    def _side(self, image: Image.Image, side: Mapping[str, Any], middle: float, room: float) -> None:
        draw = ImageDraw.Draw(image)
        _field, _deep, light = OWNERS[side["colour"]]
        write(draw, (self.px(middle), self.px(62)), side["name"], size=self.px(46), room=self.px(room - 40))
        write(draw, (self.px(middle), self.px(172)), str(side["score"]), weight=800, size=self.px(150), fill=light)
        if side["word"]:
            write(
                draw,
                (self.px(middle), self.px(268)),
                side["word"],
                size=self.px(30),
                fill=IVORY,
                room=self.px(room - 40),
            )
        rows = (side["cards"][:3], side["cards"][3:])
        for number, row in enumerate(rows):
            across = middle - (len(row) * (HAND + HAND_GAP) - HAND_GAP) / 2
            for place, card in enumerate(row):
                at = (self.px(across + place * (HAND + HAND_GAP)), self.px(306 + number * (HAND * 1.25 + HAND_GAP)))
                image.alpha_composite(self._card(card, self.px(HAND)), at)

    def _card(self, card: Mapping[str, Any], width: int) -> Image.Image:
        key = (json.dumps(card, sort_keys=True), width)
        if key not in self._cards:
            name = json.dumps([card["id"], card["name"]])
            if name not in self._emblems:
                self._emblems[name] = emblem(card, self._faces, self._pictures)
            self._cards[key] = card_image(card, width, self._emblems[name])
        return self._cards[key]


@cache
def _ground_of(size: tuple[int, int]) -> Image.Image:
    glow = Image.radial_gradient("L").resize(size)
    return Image.composite(Image.new("RGBA", size, "#0a1210"), Image.new("RGBA", size, "#1c332b"), glow)


def _ground(size: tuple[int, int]) -> Image.Image:
    return _ground_of(size).copy()


def run(job: Mapping[str, Any]) -> None:
    """Paints a job's frames into its file: one as PNG, several as an animated WebP that goes round."""
    painter = Painter(job["width"], Path(job["faces"]), job["pictures"])
    first, *others = [painter.paint(frame).convert("RGB") for frame in job["frames"]]
    if not job["times"]:
        keep(first, Path(job["out"]), "PNG", optimize=False)
        return
    how = {"save_all": True, "append_images": others, "duration": job["times"], "loop": 0, "quality": 72, "method": 2}
    keep(first, Path(job["out"]), "WEBP", **how)


if __name__ == "__main__":
    os.nice(NICE)
    run(json.load(sys.stdin))
