"""The staff, and grants, for the tests about them."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Group

from accounts.models import User
from accounts.roles import GAME_MASTER
from cards.grants.models import Grant
from cards.models import Card, Series
from cards.services.granting import grant_make
from cards.services.roles import roles_load


def staff_make(name: str, role: str = "") -> User:
    """Somebody of the staff with one role's rights and no others."""
    roles_load()
    user = User.objects.create_user(username=name, password="eight-squares", is_staff=True)
    if role:
        user.groups.add(Group.objects.get(name=role))
    return User.objects.get(pk=user.pk)


def master_make(name: str = "gustav") -> User:
    """A game master."""
    return staff_make(name, GAME_MASTER)


def grant_to(*players: User, cards: str = "", packs: str = "", **changed: Any) -> Grant:
    """A prize of the game itself, or what is said of it otherwise; cards and series by their IDs and codes."""
    named = [Card.objects.select_related("series").get(pk=card_id) for card_id in cards.split()]
    series = [Series.objects.get(pk=code) for code in packs.split()]
    terms: dict[str, Any] = {"by": None, "kind": "prize", "reason": "The spring cup", "cards": named, "packs": series}
    return grant_make(players=players, **terms | changed)
