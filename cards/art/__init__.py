"""Draws the faces of cards: engraved emblems from a table of glyphs, colours and scenes. Standard library only."""

from __future__ import annotations

from cards.art.back import draw_back as back_svg
from cards.art.face import draw_face
from cards.art.pictured import draw_pictured as pictured_svg
from cards.art.table import art_version, authors, is_known, look

__all__ = ["art_version", "authors", "back_svg", "face_svg", "is_known", "pictured_svg"]


def face_svg(card_id: str, *, name: str, level: int, element: str | None, type: str | None, ground: bool) -> str:
    """The face of a card as SVG text, 320 by 400, the same for the same arguments.

    `ground` True draws the card's own two colours below; False leaves that clear, so that an owner's colour shows
    through. A card that the table does not know gets an emblem drawn from its name, so that a card which is being
    designed looks as it will.
    """
    seed = card_id if is_known(card_id) else f"emblem {name.casefold()}"
    return draw_face(seed, look(seed, element=element, type=type), level, ground=ground)
