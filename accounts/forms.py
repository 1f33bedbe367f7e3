"""Forms of accounts: allauth's in this site's words, and the settings."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as account_forms
from allauth.account.internal.templatekit import get_entrance_context_data
from django import forms
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _

from accounts.adapter import AccountAdapter, NameTaken
from accounts.civility.sanctions import is_suspended, suspended_error
from accounts.guests import GUEST_KEY, adopt, guest_of
from accounts.models import User


class _Ours(forms.Form):
    """A form of allauth with this site's labels."""

    labels: dict[str, Any] = {"email": _("E-mail")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in self.labels.items():
            if name in self.fields:
                self.fields[name].label = label
        # A label says it; a placeholder vanishes when it is needed.
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class ResetPasswordForm(_Ours, account_forms.ResetPasswordForm):  # type: ignore[misc]
    """Asks for a link to a new password."""


class AddEmailForm(_Ours, account_forms.AddEmailForm):  # type: ignore[misc]
    """Gives an account an address."""


class ReauthenticateForm(_Ours, account_forms.ReauthenticateForm):  # type: ignore[misc]
    """Asks once more for the password."""


class ChangePasswordForm(_Ours, account_forms.ChangePasswordForm):  # type: ignore[misc]
    """Changes the password of who knows it."""

    labels = {
        "oldpassword": _("Present password"),
        "password1": _("New password"),
        "password2": _("New password once more"),
    }


class SetPasswordForm(_Ours, account_forms.SetPasswordForm):  # type: ignore[misc]
    """Gives an account its first password."""

    labels = {"password1": _("New password"), "password2": _("New password once more")}


class ResetPasswordKeyForm(_Ours, account_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """Sets a new password by a link."""

    labels = {"password1": _("New password"), "password2": _("New password once more")}


class LoginForm(_Ours, account_forms.LoginForm):  # type: ignore[misc]
    """Name and password."""

    labels = {"login": _("Name")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = ""

    def clean(self) -> dict[str, Any]:
        """Who is suspended is told until when and why, once name and password are right."""
        found: dict[str, Any] = super().clean() or {}
        user = getattr(self, "user", None)
        if user is not None and is_suspended(user):
            raise forms.ValidationError(suspended_error(user).message, code="suspended")
        return found


class SignupForm(_Ours, account_forms.SignupForm):  # type: ignore[misc]
    """Name and password; the e-mail address is optional. A guest's things go to the new player."""

    labels = {"username": _("Name"), "email": _("E-mail"), "password2": _("Password once more")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _("3 to 20 letters from a to z, digits, - or _, beginning with a letter.")
        self.fields["email"].help_text = _("Only for a forgotten password. Nobody sees it.")

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """The new player, in one transaction with the adoption of the guest; or the form again with a sentence."""
        try:
            with transaction.atomic():
                saved: tuple[User | None, HttpResponse | None] = super().try_save(request)
        except NameTaken:
            self.add_error("username", AccountAdapter.error_messages["username_taken"])
            context = {"form": self, **get_entrance_context_data(request)}
            return None, TemplateResponse(request, "account/signup.html", context, status=409)
        request.session.pop(GUEST_KEY, None)
        return saved

    def save(self, request: HttpRequest) -> User:
        """Saves the player and hands over what the guest of this session had."""
        user: User = super().save(request)
        guest = guest_of(request.session)
        if guest is not None:
            adopt(guest=guest, user=user)
        return user


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    """The switches of a player."""

    class Meta:
        model = User
        fields = ["do_not_disturb", "hides_stash", "stakes_unique"]
        labels = {
            "do_not_disturb": _("Do not disturb: nobody can challenge me"),
            "hides_stash": _("Hide my stash from others"),
            "stakes_unique": _("Random may draw my unique cards, also where cards are at stake"),
        }


class CorrectionForm(forms.Form):
    """What the staff adds to a wallet or takes from it, and why."""

    points = forms.IntegerField(label=_("Points"), initial=0, min_value=-1_000_000, max_value=1_000_000)
    experience = forms.IntegerField(label=_("Experience"), initial=0, min_value=-1_000_000, max_value=1_000_000)
    note = forms.CharField(label=_("Reason"), max_length=200, help_text=_("It stands in the player's ledger."))
    nonce = forms.UUIDField(widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """A correction of nothing is a mistake."""
        found = super().clean() or {}
        if not self.errors and not found["points"] and not found["experience"]:
            raise forms.ValidationError(_("Nothing would change: both numbers are 0."))
        return found
