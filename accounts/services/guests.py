"""Guests: visitors who play robots without an account."""

from __future__ import annotations

import secrets

from django.db import transaction

from accounts.models import Kind, User
from accounts.names import fold_name

#: Letters and digits of which no two look alike.
ALPHABET = "2346789ABCDEFGHJKMNPQRTUVWXYZ"


@transaction.atomic
def guest_make() -> User:
    """A new guest with a name of its own, such as Guest-K7RWA; it has no password and can never sign in."""
    while True:
        name = "Guest-" + "".join(secrets.choice(ALPHABET) for _ in range(5))
        if not User.objects.filter(name_key=fold_name(name)).exists():
            return User.objects.create_user(username=name, password=None, kind=Kind.GUEST)
