"""Cards in long lists without pictures: each row is drawn once for what it says and kept, as lists repeat them."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts.models import User
from cards.faces import CardFace
from cards.shelf import Laid

register = template.Library()


@register.simple_tag
def table_row(laid: Laid, viewer: User | None = None, wished: Collection[str] = ()) -> SafeString:
    """A row of the card table: for a viewer with how many copies they own, and with a button to wish for a card of
    which they own none; `wished` are the IDs of those wished for."""
    held = laid.held if viewer else None
    return _drawn("cards/_table_row.html", laid.face, held, laid.price, laid.card.pk in wished, get_language())


@register.simple_tag
def stash_row(laid: Laid) -> SafeString:
    """A line of the stash as a list."""
    return _drawn("cards/_stash_row.html", laid.face, laid.held, None, False, get_language())


@lru_cache(maxsize=8192)
def _drawn(
    name: str, face: CardFace, held: int | None, price: int | None, wished: bool, language: str | None
) -> SafeString:
    return render_to_string(name, {"face": face, "held": held, "price": price, "wished": wished})
