"""Mails notices to those who want them, outside of every transaction; a mail that cannot be sent breaks nothing."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils import translation

from accounts.limits import TooOften, spend
from accounts.notices.kinds import is_kind, kind_of
from accounts.notices.models import Notice
from triad.clock import now

log = logging.getLogger("triad.notices")

MOST_TRIES = 3
#: After so long a mail that could not be sent is tried again.
AGAIN_AFTER = timedelta(minutes=10)


def mails_send(*, limit: int = 20) -> bool:
    """Sends the mails that are due, each by one process only; gives whether there may be more."""
    moment = now()
    due = Notice.objects.filter(mail_due_at__lte=moment).order_by("mail_due_at").select_related("player")[:limit]
    found = list(due)
    for notice in found:
        # Whoever moves the hour is the one who sends.
        last = notice.mail_tries + 1 >= MOST_TRIES
        following = None if last else moment + AGAIN_AFTER
        claim = Notice.objects.filter(pk=notice.pk, mail_due_at=notice.mail_due_at, read_at=None)
        if claim.update(mail_due_at=following, mail_tries=notice.mail_tries + 1) and _send(notice):
            Notice.objects.filter(pk=notice.pk).update(mail_due_at=None)
    return len(found) >= limit


def _send(notice: Notice) -> bool:
    player = notice.player
    if not player.email or not player.is_active or not is_kind(notice.kind):
        return True
    try:
        spend("mail", player.pk)
    except TooOften:
        # Tried again later: nobody has proved whose address it is, and it is not to be flooded.
        return False
    try:
        with translation.override(settings.LANGUAGE_CODE):
            sentence = kind_of(notice.kind).sentence(notice.about)
            text = render_to_string(
                "accounts/notices/mail.txt",
                {"player": player, "sentence": sentence, "notice": notice, "address": settings.SITE_ADDRESS},
            )
        subject = " ".join(sentence.split())
        send_mail(subject, text, settings.DEFAULT_FROM_EMAIL, [player.email])
    except Exception:
        log.exception("notice %s could not be mailed", notice.pk)
        return False
    return True
