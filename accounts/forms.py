"""Forms of accounts."""

from __future__ import annotations

from allauth.account.forms import SignupForm as AllauthSignupForm


class SignupForm(AllauthSignupForm):  # type: ignore[misc]
    """Name and password; the e-mail address is optional."""
