"""How a card that is being made looks: the same face as every card, and the address of what is drawn on it."""

from __future__ import annotations

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from cards.art import art_version
from cards.customs.design import Design
from cards.customs.models import Picture, Submission
from cards.faces import CardFace
from cards.models import Card

#: Sizes in which a picture is kept.
SIZES = ("large", "small")


def face_of(made: Submission | Design) -> CardFace:
    """The face of a card in the making; what is not typed yet is left open."""
    return CardFace(id="", name=made.name or _("No name yet"), level=made.level, ranks=made.ranks, element=made.element)


def art_of(made: Submission | Design, *, size: str = "large") -> str:
    """The address of what is drawn on a card in the making; a picture only for its maker and the curators."""
    shown: dict[str, str | int] = {"level": made.level, "element": made.element, "v": art_version()}
    if made.picture is None:
        return f"{reverse('cards:emblem', args=('ground',))}?{urlencode({'name': made.name, **shown})}"
    return f"{reverse('cards:own-picture', args=(made.picture.key, 'ground', size))}?{urlencode(shown)}"


def picture_address(picture: Picture, *, variant: str, size: str, level: int, element: str, type: str = "") -> str:
    """The address of a card's face with a picture that is for everybody."""
    shown: dict[str, str | int] = {"level": level, "element": element, "v": art_version()}
    if type:
        shown["type"] = type
    return f"{reverse('cards:card-picture', args=(picture.key, variant, size))}?{urlencode(shown)}"


def face_address(card: Card, picture: Picture, *, variant: str, size: str) -> str:
    """The address of the face of a card that has this picture."""
    kinds = {"element": card.element, "type": card.type}
    return picture_address(picture, variant=variant, size=size, level=card.level, **kinds)
