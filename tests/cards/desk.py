"""The desk's forms for the tests about it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from django.test import Client

from accounts.models import User
from cards.models import Card
from cards.services.loading import DATA, load_cards
from tests.cards.customs import curator_make

#: The shipped cards that most of these tests need.
FEW = ("A,1,", "A,2,", "A,3,", "A,85,", "X,40,", "H,1,")


def load_few(folder: Path) -> None:
    """All shipped series and a few of their cards, which takes a moment only."""
    shutil.copy(DATA / "series.csv", folder)
    head, *rows = (DATA / "series_cards.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "series_cards.csv").write_text(
        head + "".join(row for row in rows if row.startswith(FEW)), encoding="utf-8"
    )
    load_cards(folder=folder)


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


def card_form(card: Card, /, **changed: Any) -> dict[str, Any]:
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
