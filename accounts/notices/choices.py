"""Which kinds of notices a player wants by which channel."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.notices.kinds import all_kinds
from accounts.notices.models import Channel, NoticeChoice
from triad.errors import NotAllowed

#: What holds for who has chosen nothing: a mail only for who asks for it.
USUAL = frozenset({Channel.PAGE, Channel.BROWSER})


def channels_for(*, player: User, kind: str) -> frozenset[str]:
    """The channels by which a player wants a kind; mail only with an address."""
    chosen = dict(NoticeChoice.objects.filter(player=player, kind=kind).values_list("channel", "on"))
    wanted = {str(channel) for channel in Channel if chosen.get(channel, channel in USUAL)}
    if not player.email:
        wanted.discard(Channel.MAIL)
    return frozenset(wanted)


def choices_of(player: User) -> dict[tuple[str, str], bool]:
    """Whether each kind (its word) comes by each channel."""
    chosen = {(row.kind, row.channel): row.on for row in NoticeChoice.objects.filter(player=player)}
    return {
        (kind.name, str(channel)): chosen.get((kind.name, str(channel)), channel in USUAL)
        for kind in all_kinds()
        for channel in Channel
    }


@transaction.atomic
def choices_set(*, player: User, wanted: Collection[tuple[str, str]]) -> None:
    """Sets every choice of a player at once: these pairs of kind and channel come, all others do not.

    NotAllowed for guests and robots. Words that are no kind or channel are passed over.
    """
    if not player.is_person:
        raise NotAllowed("needs_account", _("Only a player with an account has settings."))
    rows = [
        NoticeChoice(player=player, kind=kind, channel=channel, on=(kind, channel) in wanted)
        for kind, channel in choices_of(player)
    ]
    NoticeChoice.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["player", "kind", "channel"], update_fields=["on"]
    )
