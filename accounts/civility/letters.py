"""Letters to the staff: kept in a queue, and mailed to whom the setting STAFF_EMAIL names."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction

from accounts.civility.models import Letter
from accounts.limits import spend
from accounts.models import User
from triad.clock import now

log = logging.getLogger("triad.letters")

MOST_TRIES = 3
AGAIN_AFTER = timedelta(minutes=10)


@transaction.atomic
def letter_send(
    *, player: User | None, address: str, subject: str, text: str, name: str = "", email: str = ""
) -> Letter:
    """Puts a letter into the staff's queue; `address` is where a visitor without account comes from, by which the
    letters of visitors are counted. Raises TooOften."""
    spend("letter", player.pk if player is not None else address)
    moment = now()
    return Letter.objects.create(
        player=player,
        name=player.username if player is not None else name,
        email=email or (player.email if player is not None else ""),
        subject=subject,
        text=text,
        at=moment,
        mail_due_at=moment if settings.STAFF_EMAIL else None,
    )


def letters_mail(*, limit: int = 20) -> bool:
    """Mails the letters that are due, each by one process only; gives whether there may be more."""
    moment = now()
    due = list(Letter.objects.filter(mail_due_at__lte=moment).order_by("mail_due_at")[:limit])
    for letter in due:
        following = None if letter.mail_tries + 1 >= MOST_TRIES else moment + AGAIN_AFTER
        claim = Letter.objects.filter(pk=letter.pk, mail_due_at=letter.mail_due_at)
        if claim.update(mail_due_at=following, mail_tries=letter.mail_tries + 1) and _send(letter):
            Letter.objects.filter(pk=letter.pk).update(mail_due_at=None)
    return len(due) >= limit


def _send(letter: Letter) -> bool:
    head = (
        f"{letter.name or '-'} <{letter.email or '-'}>\n{settings.SITE_ADDRESS}/admin/accounts/letter/{letter.pk}/\n\n"
    )
    try:
        EmailMessage(
            subject=" ".join(letter.subject.split()),
            body=head + letter.text,
            to=settings.STAFF_EMAIL,
            reply_to=[letter.email] if letter.email else None,
        ).send()
    except Exception:
        log.exception("letter %s could not be mailed", letter.pk)
        return False
    return True
