"""The account that stands for the staff together."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Kind, User
from accounts.names import fold_name

#: What it is called; with a number behind it where somebody has that name already.
NAME = "Staff"


@transaction.atomic
def staff_account() -> User:
    """The staff's account, made when it is asked for first. Nobody can sign in to it, and it plays with nobody."""
    found = User.objects.filter(kind=Kind.STAFF).first()
    return found or User.objects.create_user(
        username=_free_name(), password=None, kind=Kind.STAFF, is_active=False, do_not_disturb=True
    )


def _free_name() -> str:
    names = (NAME, *(f"{NAME}-{number}" for number in range(2, 1000)))
    return next(name for name in names if not User.objects.filter(name_key=fold_name(name)).exists())
