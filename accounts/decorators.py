"""Who may ask a view."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from accounts.models import User
from triad.errors import NotAllowed

View = Callable[..., HttpResponseBase]


def person_required(view: View) -> View:
    """Only for who is signed in: others are led to sign in and back, or refused with a sentence where they post."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        if request.method in ("GET", "HEAD") and not request.headers.get("HX-Request"):
            return redirect_to_login(request.get_full_path())
        raise NotAllowed("sign_in_first", _("Sign in first."))

    return guarded


def person_of(request: HttpRequest) -> User:
    """The person who asks, behind `person_required`."""
    return cast(User, request.user)


def same_for_everybody(view: View) -> View:
    """Marks a view whose answer depends on nobody, such as a picture: no session is read, caches may keep it."""
    view.same_for_everybody = True  # type: ignore[attr-defined]
    return view
