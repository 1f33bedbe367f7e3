"""Links that let somebody in: into a demo account, or to a new password."""

from __future__ import annotations

from datetime import timedelta

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from triad.errors import Conflict, NotAllowed, NotFound

#: How long a one-time link into a demo account works.
LINK_AGE = timedelta(hours=1)
_SALT = "accounts.one-time-link"


def _stamp(user: User) -> str:
    """Changes with every sign-in, so that a link that was used, or any older one, is worth nothing."""
    return user.last_login.isoformat() if user.last_login else ""


def one_time_link_make(*, user: User) -> str:
    """The path of a link that signs in to a demo account once, within the hour. NotAllowed for every other account."""
    if not user.is_demo:
        raise NotAllowed("not_a_demo_account", _("Only demo accounts are opened by a link."))
    token = signing.dumps([user.pk, _stamp(user)], salt=_SALT)
    return reverse("accounts:one-time-link", args=[token])


def one_time_link_check(*, token: str) -> User:
    """The demo account that a link opens; NotFound for one that is forged, too old or used."""
    refusal = NotFound(
        "link_not_valid", _("This link has been used or is too old. Start the demo again for a new one.")
    )
    try:
        user_id, stamp = signing.loads(token, salt=_SALT, max_age=LINK_AGE)
    except signing.BadSignature as error:
        raise refusal from error
    user = User.objects.select_for_update().filter(pk=user_id, is_demo=True, is_active=True).first()
    if user is None or _stamp(user) != stamp:
        raise refusal
    return user


@transaction.atomic
def reset_link_make(*, user: User) -> str:
    """The path of a link by which the player sets a new password: once, within three days. For who has no e-mail.

    NotAllowed for robots and guests, Conflict for a closed account.
    """
    if not user.is_person:
        raise NotAllowed("needs_account", _("Robots and guests have no password."))
    if not user.is_active:
        raise Conflict("account_closed", _("This account is closed; open it first."))
    token = default_token_generator.make_token(user)
    return reverse("account_reset_password_from_key", kwargs={"uidb36": user_pk_to_url_str(user), "key": token})
