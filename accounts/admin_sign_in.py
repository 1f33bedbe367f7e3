"""The staff's own way to sign in: as often as a password may be tried elsewhere, and not for who is suspended."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.exceptions import ValidationError

from accounts.civility.sanctions import is_suspended, suspended_error
from accounts.limits import TooOften, spend
from accounts.models import User
from accounts.names import fold_name


class StaffSignInForm(AdminAuthenticationForm):
    """Name and password; every try for a name counts, whoever makes it."""

    def clean(self) -> dict[str, Any]:
        name = fold_name(self.cleaned_data.get("username", ""))
        try:
            spend("password", f"staff.{sha256(name.encode(errors='replace')).hexdigest()[:16]}")
        except TooOften as error:
            raise ValidationError(error.message, code=error.code) from None
        return super().clean()

    def confirm_login_allowed(self, user: User) -> None:
        super().confirm_login_allowed(user)
        if is_suspended(user):
            raise ValidationError(suspended_error(user).message, code="suspended")
