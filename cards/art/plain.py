"""Pictures for cards that are no rows: those that somebody makes up in the board editor.

Their addresses have the place of a card's ID: two digits for the kind, three for the level. No card can have such an
ID, since series codes of two signs are letters.
"""

from __future__ import annotations

import re

#: By the two digits of the address: (element, type).
KINDS = (
    ("", ""),
    *((element, "") for element in ("fire", "ice", "thunder", "earth", "poison", "wind", "water", "holy")),
    *(("", type) for type in ("primal", "scion", "beastman", "garlean")),
)
_PLAIN = re.compile(r"([0-9]{2})0(0[1-9]|10)", re.ASCII)


def plain_picture(level: int, element: str, type: str) -> str:
    """What stands for the ID of a card without a row: "01007" for fire and level 7."""
    kind = KINDS.index((element, "")) if element else KINDS.index(("", type))
    return f"{kind:02}{level:03}"


def plain_kind(card_id: str) -> tuple[int, str, str] | None:
    """(level, element, type) of what `plain_picture` wrote; None for every other text."""
    found = _PLAIN.fullmatch(card_id)
    if found is None or int(found[1]) >= len(KINDS):
        return None
    return int(found[2]), *KINDS[int(found[1])]
