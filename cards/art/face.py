"""Puts a card's face together: light, rosette, scene, roundel, emblem, frame, coin and plate.

The face has no text: ranks, name and owner stand in the page around it, because ranks change in play and names are
translated. Every draw of chance is seeded by the card's ID, so that the same card always looks the same.
"""

from __future__ import annotations

from random import Random

from cards.art import elements, metals, places
from cards.art.shapes import CX, CY, mix, n, rays, rosette
from cards.art.table import COINS, Look, glyph

_SCENES = {
    "fire": elements.fire,
    "ice": elements.ice,
    "thunder": elements.thunder,
    "earth": elements.earth,
    "poison": elements.poison,
    "wind": elements.wind,
    "water": elements.water,
    "holy": elements.holy,
    "promo": elements.holy,
    "marsh": elements.marsh,
    "moon": places.moon,
    "stars": places.stars,
    "forest": places.forest,
    "dunes": places.dunes,
    "ruins": places.ruins,
    "circuit": places.circuit,
    "banner": places.banner,
}
_CANVAS = "M0 0h320v400H0z"
#: Offsets and shades of the three heads of a triad emblem, the hindmost first.
_HEADS = ((44, -62, 0.42), (6, -8, 0.2), (-30, 48, 0.0))


def draw_face(card_id: str, look: Look, level: int, *, ground: bool) -> str:
    """The SVG text of a face; with its own ground, or clear for an owner's colour below."""
    rnd = Random(f"face {card_id}")
    hi, lo, promo = look.hi, look.lo, "promo" in look.options
    curve, uses = rosette(rnd, "r")
    back, front = _SCENES[look.scene](rnd, hi, lo)
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 400" width="320" height="400" fill="none"><defs>',
        metals.gradients(metals.metal(level, promo)),
        _emblem_paints(hi, lo, promo),
        _light(hi, lo),
        _for_scene(look.scene, hi),
        _ground(hi, lo) if ground else "",
        coin_paint(look.coin),
        _relief(lo),
        f'{curve}<g id="e">{glyph(look.glyph)}</g></defs><g clip-path="url(#c)">',
        f'<path d="{_CANVAS}" fill="url(#b)"/>' if ground else "",
        f'<path d="{rays(rnd, look.scene)}" fill="url(#ry)" opacity=".34"/>',
        f'<g transform="translate({CX} {CY})" stroke="{mix(hi, "#ffffff", 0.72)}" stroke-width=".7" opacity=".36">',
        f'{uses}</g><circle cx="{CX}" cy="{CY}" r="156" fill="url(#h)" opacity=".85"/>{back}',
        f'<path d="{_CANVAS}" fill="url(#v)"/>{metals.roundel(level, hi, promo)}</g>',
        _emblem(look, level),
        f'<g clip-path="url(#i)" opacity=".8">{front}</g>' if front else "",
        metals.frame(level, hi, promo),
        metals.coin(glyph(COINS[look.coin].glyph), COINS[look.coin].hi, COINS[look.coin].lo) if look.coin else "",
        metals.plate(level, promo),
        "</svg>",
    ]
    return "".join(parts)


def _emblem_paints(hi: str, lo: str, promo: bool) -> str:
    """The emblem's metal, its hatching that thickens to the lower right, and the plate's dark."""
    top, middle, low = mix(hi, "#fffaf0", 0.84), mix(hi, "#fff3da", 0.52), mix(hi, lo, 0.34)
    if promo:
        top, middle, low = "#fffbe0", "#f6cf63", "#9a5d10"
    return (
        f'<linearGradient id="g" x2=".22" y2="1"><stop stop-color="{top}"/>'
        f'<stop offset=".34" stop-color="{mix(top, middle, 0.55)}"/><stop offset=".56" stop-color="{middle}"/>'
        f'<stop offset=".84" stop-color="{low}"/><stop offset="1" stop-color="{mix(low, hi, 0.6)}"/></linearGradient>'
        '<pattern id="ht" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(-38)">'
        f'<path d="M0 4.5H9" stroke="{mix(lo, "#000000", 0.3)}" stroke-width="3"/></pattern>'
        '<linearGradient id="hm" x1=".18" y1=".1" x2=".8" y2=".95"><stop offset=".22" stop-color="#000"/>'
        '<stop offset=".95" stop-color="#fff"/></linearGradient><mask id="hk" maskUnits="userSpaceOnUse" x="-20" '
        'y="-20" width="552" height="552"><path d="M-20-20h552v552H-20z" fill="url(#hm)"/></mask>'
        f'<linearGradient id="pl" x2="0" y2="1"><stop stop-color="{mix(lo, "#1a1714", 0.5)}"/>'
        f'<stop offset="1" stop-color="{mix(lo, "#000000", 0.72)}"/></linearGradient>'
    )


def _light(hi: str, lo: str) -> str:
    """Halo, vignette, rays, and the clip of the card's inside."""
    return (
        f'<radialGradient id="h"><stop stop-color="{mix(hi, "#fff6dc", 0.7)}" stop-opacity=".9"/>'
        f'<stop offset=".34" stop-color="{mix(hi, "#ffffff", 0.2)}" stop-opacity=".5"/>'
        f'<stop offset="1" stop-color="{hi}" stop-opacity="0"/></radialGradient>'
        f'<radialGradient id="v" cx=".52" cy=".5" r=".74"><stop offset=".42" stop-color="{lo}" stop-opacity="0"/>'
        f'<stop offset=".78" stop-color="{mix(lo, "#000000", 0.35)}" stop-opacity=".5"/>'
        f'<stop offset="1" stop-color="{mix(lo, "#000000", 0.6)}" stop-opacity=".9"/></radialGradient>'
        '<radialGradient id="ry"><stop stop-color="#fff" stop-opacity=".5"/>'
        '<stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>'
        '<clipPath id="c"><rect x="10" y="10" width="300" height="380" rx="12"/></clipPath>'
    )


def _for_scene(scene: str, hi: str) -> str:
    if scene == "fire":
        return (
            f'<linearGradient id="fl" x2="0" y2="1"><stop stop-color="{hi}" stop-opacity=".1"/>'
            f'<stop offset=".5" stop-color="{hi}"/><stop offset="1" stop-color="#ffdf8a"/></linearGradient>'
            '<clipPath id="i"><rect x="14" y="14" width="292" height="372" rx="9"/></clipPath>'
        )
    if scene == "water":
        return '<clipPath id="wv"><path d="M-10 306q90-24 170 0t170 0V400H-10Z"/></clipPath>'
    return ""


def _ground(hi: str, lo: str) -> str:
    return (
        f'<linearGradient id="b" x2=".35" y2="1"><stop stop-color="{hi}"/>'
        f'<stop offset=".5" stop-color="{mix(hi, lo, 0.62)}"/><stop offset="1" stop-color="{lo}"/></linearGradient>'
    )


def coin_paint(coin: str) -> str:
    """The gradient that a coin is painted with; nothing for no coin."""
    if not coin:
        return ""
    colour = COINS[coin].hi
    return (
        f'<radialGradient id="cn" cx=".35" cy=".28"><stop stop-color="{colour}" stop-opacity=".85"/>'
        f'<stop offset=".7" stop-color="{colour}" stop-opacity=".16"/><stop offset="1" stop-opacity=".4"/>'
        "</radialGradient>"
    )


def _relief(lo: str) -> str:
    """The filter that makes a flat glyph an engraving: shadow, dark edge, light from the upper left, contour, gloss."""
    return (
        '<filter id="f" x="-12%" y="-12%" width="124%" height="136%" color-interpolation-filters="sRGB">'
        '<feMorphology in="SourceAlpha" operator="dilate" radius="2.6" result="fat"/>'
        '<feGaussianBlur in="fat" stdDeviation="9" result="sb"/><feOffset in="sb" dy="9" result="so"/>'
        f'<feFlood flood-color="{mix(lo, "#000000", 0.75)}" flood-opacity=".9"/>'
        '<feComposite in2="so" operator="in" result="shadow"/>'
        '<feGaussianBlur in="fat" stdDeviation=".6" result="fs"/>'
        f'<feFlood flood-color="{mix(lo, "#000000", 0.55)}"/><feComposite in2="fs" operator="in" result="edge"/>'
        '<feGaussianBlur in="SourceAlpha" stdDeviation="2.3" result="bump"/>'
        '<feDiffuseLighting in="bump" surfaceScale="4.2" diffuseConstant="1.14" lighting-color="#fff" result="dif">'
        '<feDistantLight azimuth="236" elevation="52"/></feDiffuseLighting>'
        '<feComposite in="SourceGraphic" in2="dif" operator="arithmetic" k1="1.02" k2=".16" result="lit"/>'
        '<feComposite in="lit" in2="SourceAlpha" operator="in" result="body"/>'
        '<feMorphology in="SourceAlpha" operator="erode" radius="4.2" result="e1"/>'
        '<feMorphology in="SourceAlpha" operator="erode" radius="5.3" result="e2"/>'
        '<feComposite in="e1" in2="e2" operator="out" result="rg"/>'
        f'<feFlood flood-color="{mix(lo, "#000000", 0.25)}" flood-opacity=".5"/>'
        '<feComposite in2="rg" operator="in" result="cont"/>'
        '<feSpecularLighting in="bump" surfaceScale="4.6" specularConstant=".85" specularExponent="26" '
        'lighting-color="#fffdf0" result="sp"><feDistantLight azimuth="236" elevation="46"/></feSpecularLighting>'
        '<feComposite in="sp" in2="SourceAlpha" operator="in" result="spec"/><feMerge><feMergeNode in="shadow"/>'
        '<feMergeNode in="edge"/><feMergeNode in="body"/><feMergeNode in="cont"/><feMergeNode in="spec"/></feMerge>'
        "</filter>"
    )


def _emblem(look: Look, level: int) -> str:
    size = 206 + (14 if level >= 8 else 0) + (22 if "big" in look.options else 0)
    scale = size / 512
    if "triad" not in look.options:
        return f'<g filter="url(#f)">{_struck(0, 0, scale, 0, look.lo)}</g>'
    return "".join(
        f'<g filter="url(#f)">{_struck(dx, dy, scale * 0.66, shade, look.lo)}</g>' for dx, dy, shade in _HEADS
    )


def _struck(dx: float, dy: float, scale: float, shade: float, lo: str) -> str:
    """One glyph with its paint and hatching, centred and moved by dx, dy."""
    at = f"translate({n(CX - 256 * scale + dx)} {n(CY - 256 * scale + dy)}) scale({scale:.4f})"
    dark = f'<use href="#e" fill="{mix(lo, "#000000", 0.55)}" opacity="{shade}"/>' if shade else ""
    return (
        f'<g transform="{at}"><use href="#e" fill="url(#g)"/>'
        f'<g mask="url(#hk)"><use href="#e" fill="url(#ht)" opacity=".5"/></g>{dark}</g>'
    )
