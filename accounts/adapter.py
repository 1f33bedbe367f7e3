"""allauth's questions to this site, and its sentences in this site's words."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.civility.naming import is_kept
from accounts.models import User
from accounts.names import VALIDATORS, fold_name, is_reserved

#: The longest e-mail address that the database holds.
LONGEST_EMAIL = 254


class NameTaken(Exception):
    """Somebody else got the name, or one too like it, between the check and the save."""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Answers allauth as this site wants it."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _("That name and that password do not belong together."),
        "username_taken": _("That name, or one that looks like it, is taken. Please choose another."),
        "username_blacklisted": _("That name is kept for the site. Please choose another."),
        "email_taken": _("That e-mail address belongs to another account."),
        "enter_current_password": _("That is not your present password."),
        "incorrect_password": _("That is not your password."),
        "too_many_login_attempts": _("Too many attempts. Wait a few minutes, then try again."),
        "email_too_long": _("An e-mail address has 254 characters at most."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name, if it may be taken; ValidationError with a sentence for one that breaks the pattern (RULES: names
        are 3 to 20 characters), is reserved, or is too like another."""
        for validator in VALIDATORS:
            validator(username)
        if is_reserved(username):
            raise self.validation_error("username_blacklisted")
        if not shallow and (User.objects.filter(name_key=fold_name(username)).exists() or is_kept(username)):
            raise self.validation_error("username_taken")
        return username

    def clean_email(self, email: str) -> str:
        """The address, if the database holds it."""
        if len(email) > LONGEST_EMAIL:
            raise ValidationError(self.error_messages["email_too_long"], code="email_too_long")
        return email

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Saves a new player; NameTaken where another sign-up was quicker."""
        try:
            with transaction.atomic():
                saved: User = super().save_user(request, user, form, commit=commit)
        except IntegrityError as error:
            raise NameTaken from error
        return saved

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """After a new password: the settings, where one came from."""
        return reverse("accounts:settings")
