"""Faces of cards that players make: with the picture that they sent, or with the emblem that their name draws.

An address says everything that is drawn, so that a browser keeps what it got for ever.
"""

from __future__ import annotations

from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from accounts.decorators import person_of, person_required, same_for_everybody
from cards.art import art_version, face_svg, pictured_svg
from cards.art.views import VARIANTS, YEAR_IN_SECONDS
from cards.customs.faces import SIZES
from cards.customs.models import Picture
from cards.customs.names import name_read
from cards.customs.queries import picture_for, public_picture
from cards.models import Element, Type
from cards.services.submissions import is_curator


@same_for_everybody
@require_safe
def emblem(request: HttpRequest, variant: str) -> HttpResponseBase:
    """The face of a card that has no picture: `name`, `level` and `element` in the query."""
    level, element = _level_and_element(request, variant)
    name = name_read(request.GET.get("name", "")[:60])
    svg = face_svg("", name=name, level=level, element=element, type="", ground=variant == "ground")
    return _answer(request, svg, public=True)


@same_for_everybody
@require_safe
def card_picture(request: HttpRequest, key: str, variant: str, size: str) -> HttpResponseBase:
    """The face of a card with a picture that is on a card, and so for everybody."""
    return _pictured(request, public_picture(key=key), variant, size, public=True)


@require_safe
@person_required
def own_picture(request: HttpRequest, key: str, variant: str, size: str) -> HttpResponseBase:
    """The same with a picture that is on no card yet: for who sent it, and for the curators."""
    viewer = person_of(request)
    picture = picture_for(key=key, viewer=viewer, is_curator=is_curator(viewer))
    return _pictured(request, picture, variant, size, public=False)


def _pictured(
    request: HttpRequest, picture: Picture | None, variant: str, size: str, *, public: bool
) -> HttpResponseBase:
    level, element = _level_and_element(request, variant)
    type = request.GET.get("type", "")
    if picture is None or size not in SIZES or type not in ("", *Type.values):
        raise Http404
    webp = bytes(picture.large if size == "large" else picture.small)
    return _answer(request, _drawn(webp, level, element, type, variant == "ground"), public=public)


@lru_cache(maxsize=128)
def _drawn(webp: bytes, level: int, element: str, type: str, ground: bool) -> str:
    return pictured_svg(webp, level=level, element=element, type=type, ground=ground)


def _level_and_element(request: HttpRequest, variant: str) -> tuple[int, str]:
    level, element = request.GET.get("level", ""), request.GET.get("element", "")
    if variant not in VARIANTS or level not in map(str, range(1, 11)) or element not in ("", *Element.values):
        raise Http404
    return int(level), element


def _answer(request: HttpRequest, svg: str, *, public: bool) -> HttpResponse:
    """The face, kept for ever under the address that names this version of the art."""
    response = HttpResponse(svg, content_type="image/svg+xml", headers={"X-Content-Type-Options": "nosniff"})
    reach = {"public": True} if public else {"private": True}
    if request.GET.get("v") == art_version():
        patch_cache_control(response, max_age=YEAR_IN_SECONDS, immutable=True, **reach)
    else:
        patch_cache_control(response, no_cache=True, **reach)
    return response
