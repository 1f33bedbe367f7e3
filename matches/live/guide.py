"""What the style guide shows of a table: a board and a hand in every state that rules give them, by the table's own
partials."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from matches.engine import Round, fold
from matches.live.faces import face
from matches.live.hands import HandView, SlotView
from matches.live.squares import KindCount, SquareView, kinds_of, squares_of
from matches.rulebook.entry import shipped

_BLUE = ("A085", "A011", "A052", "X040", "X041")
_RED = ("A010", "A046", "A088", "X042", "X014")
_WALLS = {"1": ["left", "+", 9], "2": ["up", "-", 5], "6": ["right", "=", 12], "9": ["down", "+", 14]}
_TABLES: tuple[tuple[str, tuple[str, ...], dict[str, Any]], ...] = (
    ("Elements, printed and effective ranks", ("elemental",), {"elements": {"1": "fire", "5": "ice", "9": "holy"}}),
    ("Labels of the walls, joined edges", ("power_wall", "broken_wall"), {"walls": _WALLS}),
    ("Counts of types", ("ascension",), {}),
)


@dataclass(frozen=True, slots=True)
class GuideBoard:
    """A board as the table's partial reads it."""

    id: str
    title: str
    squares: tuple[SquareView, ...]
    kinds: tuple[KindCount, ...]
    joined: bool
    board_label: str
    board_version: int = 0
    over: bool = True
    is_player: bool = False
    story: None = None


def _round(rules: tuple[str, ...], draws: Mapping[str, Any]) -> Round:
    cards = {"blue": _BLUE, "red": _RED}
    hands = {
        colour: [
            {
                "key": f"{colour[0]}{place}",
                "id": card_id,
                "name": card.name,
                "level": card.level,
                "element": card.element,
                "type": card.type,
                "ranks": list(card.ranks),
            }
            for place, card_id in enumerate(ids, 1)
            for card in (shipped(card_id, ""),)
        ]
        for colour, ids in cards.items()
    }
    moves = [["b1", 1], ["r1", 5], ["b4", 3], ["r4", 8], ["b5", 4]]
    record = {"id": "guide", "rules": list(rules), "trade": "none", "hands": hands}
    return fold({**record, "rounds": [{**draws, "moves": moves}]}).rounds[-1].end


def guide_parts() -> dict[str, object]:
    """The boards and the hand, for the page's template."""
    boards = [
        GuideBoard(f"guide-{rules[0]}", title, squares_of(at, 4, None), kinds_of(at), "broken_wall" in rules, title)
        for title, rules, draws in _TABLES
        for at in (_round(rules, draws),)
    ]
    first, second, third = (shipped(card_id, f"b{place}") for place, card_id in enumerate(_BLUE[:3], 1))
    slots = (
        SlotView("ghost", name="Geezard", square=4),
        SlotView("card", face(first, owner="blue", forced=True), power=first.power),
        SlotView("card", face(second, owner="blue"), owner="red", owner_words="Swapped, owner bob."),
        SlotView("card", face(third, owner="blue"), power=third.power, reason="Ifrit must be played now."),
        SlotView("back"),
    )
    return {"boards": boards, "hand": HandView("blue", False, "A hand", slots, 0)}
