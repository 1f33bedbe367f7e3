"""Tells players what concerns them: kept in a list, shown on whatever page they are, mailed to those who want it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.notices.choices import channels_for
from accounts.notices.kinds import all_kinds, kind_of
from accounts.notices.models import Channel, Notice
from accounts.notices.queries import KEPT, notices_of
from accounts.notices.showing import show_bell, show_notice
from triad.clock import now

#: A mail waits so long: who has read the notice by then needs none.
MAIL_AFTER = timedelta(seconds=20)


@transaction.atomic
def notice_tell(
    *, player: User, kind: str, cause: str, about: dict[str, str], url: str, thread: str = ""
) -> Notice | None:
    """Tells a player something of a registered kind, after the commit; a second call with the same cause tells nothing
    and gives the first notice. None where the player has switched the kind off, or has no account.

    Of one `thread` and kind only the newest notice is kept, and only the first of those unread is mailed.
    """
    known = kind_of(kind)
    if not player.is_person or not player.is_active:
        return None
    if told := Notice.objects.filter(player=player, kind=kind, cause=cause).first():
        return told
    channels = channels_for(player=player, kind=kind)
    if not channels:
        return None
    moment = now()
    older = Notice.objects.filter(player=player, kind=kind, thread=thread) if thread else Notice.objects.none()
    mailed = older.filter(read_at=None, mail_tries__gt=0).exists()
    older.delete()
    try:
        with transaction.atomic():
            notice = Notice.objects.create(
                player=player,
                kind=kind,
                cause=cause,
                thread=thread,
                about=about,
                url=url,
                at=moment,
                listed=Channel.PAGE in channels,
                mail_due_at=moment + MAIL_AFTER if Channel.MAIL in channels and not mailed else None,
                mail_tries=int(mailed),
            )
    except IntegrityError:
        # Somebody else has just told it.
        return Notice.objects.get(player=player, kind=kind, cause=cause)
    if channels & {Channel.PAGE, Channel.BROWSER}:
        show_notice(notice, kind=known, by_browser=Channel.BROWSER in channels)
    return notice


@transaction.atomic
def notices_read(*, player: User, ids: list[int] | None = None, moment: datetime | None = None) -> int:
    """Marks notices of a player as read, all of them or some; gives how many were unread."""
    unread = Notice.objects.filter(player=player, read_at=None)
    if ids is not None:
        unread = unread.filter(pk__in=ids)
    read = unread.update(read_at=moment or now(), mail_due_at=None)
    if read:
        show_bell(player.pk)
    return read


def notices_read_at(*, player: User, path: str) -> int:
    """Marks as read what leads to the page that a player looks at; gives how many other notices are unread. Where
    nothing leads there it only looks."""
    unread = list(notices_of(player).filter(read_at=None).values_list("pk", "url"))
    here = [pk for pk, url in unread if url.partition("#")[0].partition("?")[0] == path]
    if here:
        notices_read(player=player, ids=here)
    return len(unread) - len(here)


@transaction.atomic
def notices_settle(*, url: str, kinds: tuple[str, ...]) -> None:
    """Marks as read what was told to anybody of a page where nothing waits any more, such as a match that is over."""
    unread = Notice.objects.filter(url=url, kind__in=kinds, read_at=None)
    players = sorted(set(unread.values_list("player_id", flat=True)))
    if players:
        unread.filter(player__in=players).update(read_at=now(), mail_due_at=None)
        for player_id in players:
            show_bell(player_id)


def notices_rename(*, names: Collection[str], by: str) -> None:
    """Lets what was told of a player, and the mails that still wait, say another name."""
    kinds = [kind.name for kind in all_kinds() if kind.names_player]
    for notice in Notice.objects.filter(kind__in=kinds, about__name__in=list(names)):
        Notice.objects.filter(pk=notice.pk).update(about={**notice.about, "name": by})


def notices_sweep(*, moment: datetime) -> int:
    """Deletes notices older than four weeks; gives how many."""
    return Notice.objects.filter(at__lt=moment - KEPT).delete()[0]
