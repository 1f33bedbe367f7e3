"""The desk's forms for the tests about it."""

from __future__ import annotations

from typing import Any

from django.test import Client

from accounts.models import User
from cards.models import Card
from tests.cards.customs import curator_make


def signed_in(user: User) -> Client:
    """A browser in which somebody is signed in."""
    client = Client()
    client.force_login(user)
    return client


def curator_browser() -> Client:
    """A browser of somebody with the curators' rights and no others."""
    return signed_in(curator_make())


def warden_browser(name: str = "warden") -> Client:
    """A browser of a superuser."""
    return signed_in(User.objects.create_superuser(username=name, password="eight-squares"))


def card_form(card: Card, **changed: Any) -> dict[str, Any]:
    """The form of a card as it stands, with some fields typed otherwise."""
    names = ("name", "level", "up", "right", "down", "left", "element", "type", "text")
    form = {name: str(getattr(card, name)) for name in names} | {"maker": str(card.maker_id or "")}
    if card.on_sale:
        form["on_sale"] = "on"
    return form | changed


def send(client: Client, card_id: str, **changed: Any) -> str:
    """Sends the form of a card; "" when it was stored, else the page that says why not."""
    form = card_form(Card.objects.get(pk=card_id), **changed)
    answer = client.post(f"/admin/cards/card/{card_id}/change/", form)
    return "" if answer.status_code == 302 else answer.content.decode()
