"""What is read of grants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from cards.grants.models import Grant, GrantItem, GrantShare
from cards.models import Card, PackCopy
from triad.errors import NotFound

#: What waits with a player.
WAITING = Q(opened_at__isnull=True, withdrawn_at__isnull=True)


def waiting_count(*, player: User) -> int:
    """How many grants wait with a player."""
    return GrantShare.objects.filter(WAITING, player=player).count() if player.is_person else 0


def waiting_of(*, player: User) -> list[GrantShare]:
    """What waits with a player, the oldest first."""
    return list(GrantShare.objects.filter(WAITING, player=player).select_related("grant").order_by("pk"))


def opened_of(*, player: User) -> QuerySet[GrantShare]:
    """What a player has opened, newest first, with its cards."""
    contents = Prefetch("pack__contents", PackCopy.objects.select_related("copy__card").order_by("position"))
    opened = GrantShare.objects.filter(player=player, opened_at__isnull=False)
    return opened.select_related("grant", "pack").prefetch_related(contents).order_by("-opened_at", "-pk")


def share_get(*, player: User, grant_id: int) -> GrantShare:
    """A player's own part of a grant; anybody else's is NotFound."""
    found = GrantShare.objects.filter(player=player, grant=grant_id).select_related("grant", "pack").first()
    if found is None:
        raise NotFound("no_grant", _("You have no such grant."))
    return found


def cards_laid(share: GrantShare) -> list[Card]:
    """The cards of a part that came with `opened_of`."""
    return [content.copy.card for content in share.pack.contents.all()] if share.pack is not None else []


def share_cards(share: GrantShare) -> list[Card]:
    """The cards that came of a player's part, as they are shown; none while it waits."""
    if share.pack is None:
        return []
    return [content.copy.card for content in share.pack.contents.select_related("copy__card").order_by("position")]


def grant_words(grant: Grant, items: Iterable[GrantItem] | None = None) -> str:
    """What a grant gives each of its players."""
    rows = list(grant.items.select_related("card", "series") if items is None else items)
    parts = []
    if grant.points:
        sentence = ngettext("%(count)d point", "%(count)d points", grant.points)
        parts.append(sentence % {"count": grant.points})
    cards = Counter(str(row.card) for row in rows if row.card is not None)
    packs = Counter(row.series.name for row in rows if row.series is not None)
    parts += [f"{card} ×{count}" if count > 1 else card for card, count in cards.items()]
    for series, count in packs.items():
        sentence = ngettext("a pack of %(series)s", "%(count)d packs of %(series)s", count)
        parts.append(sentence % {"series": series, "count": count})
    return ", ".join(parts)
