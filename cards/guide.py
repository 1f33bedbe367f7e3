"""The style guide: one page with every part that pages are built of; served while developing only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cards.faces import KIND_NAMES, CardFace

_ROWS = (
    ("A001", "Geezard", 1, (1, 4, 1, 5), ""),
    ("A015", "Glacial Eye", 2, (6, 1, 4, 3), "ice"),
    ("A031", "Cactuar", 3, (6, 2, 6, 3), ""),
    ("A037", "Bomb", 4, (2, 7, 6, 3), "fire"),
    ("A051", "Malboro", 5, (7, 7, 4, 2), "poison"),
    ("A066", "Krysta", 6, (7, 5, 8, 1), ""),
    ("A069", "Tri-Point", 7, (8, 5, 2, 8), "thunder"),
    ("A083", "Quezacotl", 8, (2, 9, 9, 4), "thunder"),
    ("A091", "Leviathan", 9, (7, 10, 1, 7), "water"),
    ("H011", "Squall", 10, (10, 4, 6, 9), ""),
    ("Z004", "Golden Card", 7, (10, 8, 10, 8), ""),
)
_SWATCHES = (
    "felt surface surface-2 surface-3 ink ink-2 ink-3 brass brass-hi blue blue-fill red red-fill up down warn live"
)


def _states(face: CardFace) -> list[CardFace]:
    return [
        replace(face, owner="blue"),
        replace(face, owner="red"),
        face,
        replace(face, owner="blue", picked=True),
        replace(face, owner="blue", dim=True),
        replace(face, owner="red", forced=True),
        replace(face, unowned=True),
        replace(face, count=3),
        replace(face, owner="blue", effective=(8, 3, 8, 10), hits=frozenset({"right"})),
        replace(face, owner="red", effective=(6, 1, 6, 9)),
    ]


def components(request: HttpRequest, more: Callable[[], Mapping[str, object]]) -> HttpResponse:
    """The style guide; `more` gives the parts that other apps add to its template."""
    frames = [
        CardFace(id=card_id, name=name, level=level, ranks=ranks, element=element)
        for card_id, name, level, ranks, element in _ROWS
    ]
    phoenix = CardFace(id="A096", name="Phoenix", level=9, ranks=(7, 2, 7, 10), element="fire")
    long_names = ("Ultima Weapon", "Gaius van Baelsar", "Warrior of Light", "Stormblood Alphinaud & Alisaie")
    return render(
        request,
        "components.html",
        {
            "squall": replace(frames[9], owner="blue"),
            "widths": (320, 240, 160, 116, 96, 72, 56, 44),
            "frames": frames,
            "states": _states(phoenix),
            "long_names": [replace(frames[9], name=name) for name in long_names],
            "kinds": list(KIND_NAMES),
            "swatches": _SWATCHES.split(),
            **more(),
        },
    )
