"""A card as it will look, before anything of it is stored: what was typed, and the picture that was chosen."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from cards.art import face_svg, pictured_svg
from cards.customs.pictures import Drawn
from cards.customs.queries import card_picture_of
from cards.faces import SIDES, CardFace
from cards.models import Card, Element, Type
from cards.names import card_id


def typed_card(typed: Mapping[str, str], *, stored: Card | None) -> Card:
    """What a form says of a card; where it says nothing readable, what is stored, or the least."""
    level = _number(typed, "level", 10, stored.level if stored else 1)
    ranks = {side: _number(typed, side, 10, getattr(stored, side) if stored else 1) for side in SIDES}
    code, number = typed.get("series", ""), _number(typed, "number", 999, 1)
    return Card(
        id=stored.pk if stored else card_id(code[:2], number),
        name=typed.get("name", stored.name if stored else "")[:40] or _("No name yet"),
        level=level,
        element=_one_of(typed.get("element", stored.element if stored else ""), Element.values),
        type=_one_of(typed.get("type", stored.type if stored else ""), Type.values),
        **ranks,
    )


def card_html(card: Card, *, drawn: Drawn | None = None, without_picture: bool = False) -> str:
    """The card face up, with its art inside: a chosen picture, else the one on the card, else what came with it."""
    webp = drawn.large if drawn else None
    if webp is None and not without_picture and (picture := card_picture_of(card.pk)):
        webp = bytes(picture.large)
    if webp is not None:
        svg = pictured_svg(webp, level=card.level, element=card.element, type=card.type, ground=True)
    else:
        svg = face_svg(card.pk, name=card.name, level=card.level, element=card.element, type=card.type, ground=True)
    art = f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
    context = {"face": CardFace.of(card), "tag": "div", "classes": "card", "art": art, "lazy": False, "extra": ""}
    return render_to_string("cards/_card.html", context)


def _number(typed: Mapping[str, str], name: str, most: int, otherwise: int) -> int:
    text = typed.get(name, "").strip()
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    return number if 1 <= number <= most else otherwise


def _one_of(value: str, values: list[str]) -> str:
    return value if value in values else ""
