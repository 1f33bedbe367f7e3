"""Sends the pictures of cards. Their addresses carry the version of the art, so a browser keeps them for ever."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from accounts.decorators import same_for_everybody
from cards.art import art_version, back_svg, face_svg
from cards.art.plain import plain_kind
from cards.customs.faces import face_address
from cards.customs.models import Picture as SentPicture
from cards.models import Card

VARIANTS = ("owned", "ground")
YEAR_IN_SECONDS = 365 * 24 * 60 * 60
WEEK_IN_SECONDS = 7 * 24 * 60 * 60
HOUR_IN_SECONDS = 60 * 60
#: What must be known of a picture to lead to it; its bytes are not among that.
_OF_PICTURE = ("drawn__picture", "drawn__picture__key")


class Picture(NamedTuple):
    """An SVG and the tag by which a browser asks whether it is still the same."""

    svg: bytes
    etag: str


def _taken(svg: str) -> Picture:
    data = svg.encode()
    return Picture(data, quote_etag(sha256(data).hexdigest()[:16]))


@lru_cache(maxsize=1500)
def _face(card_id: str, name: str, level: int, element: str, type: str, ground: bool) -> Picture:
    return _taken(face_svg(card_id, name=name, level=level, element=element, type=type, ground=ground))


@lru_cache(maxsize=1)
def _back() -> Picture:
    return _taken(back_svg())


def _answer(request: HttpRequest, picture: Picture, *, for_ever: bool = True) -> HttpResponseBase:
    """The picture, or 304; kept for ever only under the address that names this version of the art, and else for an
    hour where a curator may put another picture in its place."""
    response = HttpResponse(picture.svg, content_type="image/svg+xml", headers={"ETag": picture.etag})
    if not for_ever:
        _for_an_hour(response)
    elif request.GET.get("v") == art_version():
        patch_cache_control(response, public=True, max_age=YEAR_IN_SECONDS, immutable=True)
    else:
        patch_cache_control(response, public=True, no_cache=True)
    return get_conditional_response(request, picture.etag, None, response) or response


def _for_an_hour(response: HttpResponse) -> None:
    """Afterwards a browser shows what it has once more, and asks meanwhile whether it is still the same."""
    patch_cache_control(response, public=True, max_age=HOUR_IN_SECONDS, stale_while_revalidate=WEEK_IN_SECONDS)


@same_for_everybody
@require_safe
def card_art(request: HttpRequest, card_id: str, variant: str) -> HttpResponseBase:
    """A card's face: `owned` clear for the owner's colour, `ground` with its own; 404 for what there is not.

    A card without a row has the address that `plain` gives it. A card with a picture that a player sent, or a curator,
    leads to the address of what is drawn on it.
    """
    if variant not in VARIANTS:
        raise Http404
    if plain := plain_kind(card_id):
        level, element, type = plain
        return _answer(request, _face(card_id, "", level, element, type, variant == "ground"))
    found = Card.objects.select_related("drawn__picture").only("name", "level", "element", "type", *_OF_PICTURE)
    card = found.filter(pk=card_id).first()
    if card is None:
        raise Http404
    if hasattr(card, "drawn"):
        return _to_picture(request, card, variant, card.drawn.picture)
    face = _face(card.pk, card.name, card.level, card.element, card.type, variant == "ground")
    return _answer(request, face, for_ever=False)


def _to_picture(request: HttpRequest, card: Card, variant: str, picture: SentPicture) -> HttpResponse:
    """The way to a picture; the address by the card's ID stays the same when the card gets another one."""
    size = "large" if request.GET.get("size") == "large" else "small"
    response = HttpResponseRedirect(face_address(card, picture, variant=variant, size=size))
    _for_an_hour(response)
    return response


@same_for_everybody
@require_safe
def card_back(request: HttpRequest) -> HttpResponseBase:
    """The back that all cards share."""
    return _answer(request, _back())
