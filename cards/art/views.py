"""Sends the pictures of cards. Their addresses carry the version of the art, so a browser keeps them for ever."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from accounts.decorators import same_for_everybody
from cards.art import art_version, back_svg, face_svg
from cards.models import Card

VARIANTS = ("owned", "ground")
YEAR_IN_SECONDS = 365 * 24 * 60 * 60


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


def _answer(request: HttpRequest, picture: Picture) -> HttpResponseBase:
    """The picture, or 304; kept for ever only under the address that names this version of the art."""
    response = HttpResponse(picture.svg, content_type="image/svg+xml", headers={"ETag": picture.etag})
    if request.GET.get("v") == art_version():
        patch_cache_control(response, public=True, max_age=YEAR_IN_SECONDS, immutable=True)
    else:
        patch_cache_control(response, public=True, no_cache=True)
    return get_conditional_response(request, picture.etag, None, response) or response


@same_for_everybody
@require_safe
def card_art(request: HttpRequest, card_id: str, variant: str) -> HttpResponseBase:
    """A card's face: `owned` clear for the owner's colour, `ground` with its own; 404 for what there is not."""
    card = Card.objects.filter(pk=card_id).only("name", "level", "element", "type").first()
    if card is None or variant not in VARIANTS:
        raise Http404
    return _answer(request, _face(card.pk, card.name, card.level, card.element, card.type, variant == "ground"))


@same_for_everybody
@require_safe
def card_back(request: HttpRequest) -> HttpResponseBase:
    """The back that all cards share."""
    return _answer(request, _back())
