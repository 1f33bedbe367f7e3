"""The face of a card of the engine, for whoever shows a part of a match."""

from __future__ import annotations

from typing import Any

from cards.faces import CardFace
from matches.engine import Card


def face(card: Card, **more: Any) -> CardFace:
    """The face of a card of the engine."""
    return CardFace(
        id=str(card.extra.get("id") or ""),
        name=card.name,
        level=card.level or 1,
        ranks=card.ranks,
        element=card.element or "",
        type=card.type or "",
        key=card.key,
        **more,
    )
