"""The account that stands for the staff together."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from accounts.models import Kind, User
from accounts.names import fold_name

#: What it is called; with a number behind it where somebody has that name already.
NAME = "Staff"


def staff_account() -> User:
    """The staff's account, made when it is asked for first. Nobody can sign in to it, and it plays with nobody."""
    if found := User.objects.filter(kind=Kind.STAFF).first():
        return found
    try:
        with transaction.atomic():
            return User.objects.create_user(
                username=_free_name(), password=None, kind=Kind.STAFF, is_active=False, do_not_disturb=True
            )
    except IntegrityError:
        # Somebody else was first: there is one, by the database's own rule.
        return User.objects.get(kind=Kind.STAFF)


def _free_name() -> str:
    names = (NAME, *(f"{NAME}-{number}" for number in range(2, 1000)))
    return next(name for name in names if not User.objects.filter(name_key=fold_name(name)).exists())
