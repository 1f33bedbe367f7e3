"""Tags for what the table is made of: cards and their backs, icons, avatars, and where the reader is."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.avatars import avatar_of
from cards.art import art_version, authors
from cards.faces import KIND_NAMES, CardFace, Owner

register = template.Library()

#: The icon of every element and type, in the sprite.
KIND_ICONS = {
    "fire": "flame",
    "ice": "snowflake-2",
    "thunder": "power-lightning",
    "earth": "peaks",
    "poison": "death-juice",
    "wind": "wind-hole",
    "water": "water-drop",
    "holy": "polar-star",
    "primal": "burning-eye",
    "scion": "star-formation",
    "beastman": "tribal-mask",
    "garlean": "gears",
}


def _attributes(data: dict[str, Any]) -> SafeString:
    """Keyword arguments of a tag as attributes: data_square=4 gives data-square="4"; None and False give nothing."""
    parts = [
        format_html(' {}="{}"', name.replace("_", "-"), "" if value is True else value)
        for name, value in data.items()
        if value is not None and value is not False
    ]
    return mark_safe("".join(parts))


@register.simple_tag
def card(
    face: CardFace, tag: str = "div", foil: bool = False, lazy: bool = False, art: str = "", **data: Any
) -> SafeString:
    """A card face up.

    `tag` is div, span or button (a face with an href is a link); `foil` shines at level 8 and up, outside matches;
    `lazy` loads the picture when it comes near; `art` is the picture of a card that is no row yet. Other keywords
    become attributes: `data_index=0`, `aria_pressed="true"`; `owner="blue"` overrides the face's own.
    """
    owner = data.pop("owner", face.owner)
    if owner != face.owner:
        face = replace(face, owner=owner)
    if tag == "button" and face.picked:
        data.setdefault("aria_pressed", "true")
    return _drawn(face, "a" if face.href else tag, foil, lazy, art, _attributes(data), get_language())


@lru_cache(maxsize=4096)
def _drawn(
    face: CardFace, tag: str, foil: bool, lazy: bool, art: str, extra: SafeString, language: str | None
) -> SafeString:
    """The card partial for one face; kept, because a live match draws the same few cards again and again."""
    classes = "card foil" if foil and face.level >= 8 else "card"
    for flag in ("picked", "dim", "unowned", "forced"):
        if getattr(face, flag):
            classes += f" is-{flag}"
    context = {
        "face": face,
        "tag": tag,
        "classes": classes,
        "art": art or card_art(face.id, face.owner, large=foil and not lazy),
        "lazy": lazy,
        "extra": extra,
    }
    return render_to_string("cards/_card.html", context)


@register.inclusion_tag("cards/_card_back.html")
def card_back(owner: Owner | None = None, label: str = "", **data: Any) -> dict[str, Any]:
    """A card face down: nothing of it but whose it is."""
    if not label:
        label = {"blue": _("Hidden card of blue."), "red": _("Hidden card of red.")}.get(owner or "", _("Hidden card."))
    return {"owner": owner, "label": label, "art": back_art(), "extra": _attributes(data)}


@register.simple_tag
def card_art(card_id: str, owner: Owner | None = None, large: bool = False) -> str:
    """The address of a card's picture: with its own ground, or clear where an owner's colour shows through; `large`
    where the card is looked at alone, which matters for pictures that were sent."""
    variant = "owned" if owner else "ground"
    size = "&size=large" if large else ""
    return f"{reverse('cards:card-art', args=(card_id, variant))}?v={art_version()}{size}"


@register.simple_tag
def back_art() -> str:
    """The address of the picture of a card's back."""
    return f"{reverse('cards:card-back')}?v={art_version()}"


@register.simple_tag
def icon(name: str, css: str = "", label: str = "") -> SafeString:
    """An icon of the sprite; hidden from screen readers unless it has a label."""
    css = f"i {css}" if css else "i"
    href = f"{static('icons.svg')}#{name}"
    if label:
        return format_html('<svg class="{}" role="img" aria-label="{}"><use href="{}"></use></svg>', css, label, href)
    return format_html('<svg class="{}" aria-hidden="true"><use href="{}"></use></svg>', css, href)


@register.simple_tag
def kind_icon(kind: str, css: str = "", label: bool = False) -> SafeString | str:
    """The icon of an element or type by its word ("fire", "garlean"); nothing for an empty one."""
    if kind not in KIND_ICONS:
        return ""
    return icon(KIND_ICONS[kind], css, str(KIND_NAMES[kind]) if label else "")


@register.filter
def kind_name(kind: str) -> str:
    """An element or type as it is called on the page."""
    return str(KIND_NAMES.get(kind, kind))


@register.simple_tag
def avatar(name: str, size: str = "", robot: bool = False) -> SafeString:
    """The lozenge of a player: beast and tint; size "sm", "lg" or none; robots share one beast."""
    beast, tint = avatar_of(name)
    return lozenge("robot-golem" if robot else beast, tint, size)


@register.simple_tag
def lozenge(beast: str, tint: int, size: str = "") -> SafeString:
    """The lozenge of a beast in a tint."""
    css = f"avatar avatar--{size}" if size else "avatar"
    return format_html('<span class="{}" data-tint="{}">{}</span>', css, tint, icon(beast))


@register.simple_tag
def glyph_authors() -> list[str]:
    """Who made the shapes, as their licence asks to be told."""
    return authors()


@register.simple_tag(takes_context=True)
def current(context: template.Context, *names: str) -> SafeString | str:
    """The attribute that marks the link to the page one is on, if the page has one of these URL names."""
    match = getattr(context.get("request"), "resolver_match", None)
    if match is not None and match.view_name in names:
        return mark_safe(' aria-current="page"')
    return ""
