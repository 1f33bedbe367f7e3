"""Proves that every grant that was opened came once and whole, and that nothing came by a grant that was not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from django.db.models import QuerySet

from accounts.models import LedgerEntry
from cards.grants.models import PACK_SIZE, GrantItem, GrantShare
from cards.grants.queries import WAITING
from cards.models import Pack, PackCopy, Transfer


def findings() -> Iterator[str]:
    """One line for everything that is not as it must be; nothing when all is well."""
    yield from _points()
    yield from _cards()
    for pack in Pack.objects.filter(source=Pack.Source.GRANT, grant_share=None).order_by("pk"):
        yield f"pack {pack.pk} is of a grant, but no part of one has it"
    for share in GrantShare.objects.filter(grant__items=None, grant__points=0).order_by("pk"):
        yield f"grant {share.grant_id} gives user {share.player_id} nothing"
    promised = GrantItem.objects.filter(card__series__unique_cards=True, grant__shares__in=_waiting())
    for card_id, count in sorted(Counter(promised.values_list("card", flat=True)).items()):
        if count > 1:
            yield f"{card_id} is unique but waits in {count} grants"


def proved() -> Iterator[str]:
    """What is proved when there are no findings, in numbers."""
    opened = GrantShare.objects.filter(opened_at__isnull=False).count()
    yield f"{opened} grants were opened and came whole; {_waiting().count()} wait"


def _waiting() -> QuerySet[GrantShare]:
    return GrantShare.objects.filter(WAITING)


def _points() -> Iterator[str]:
    """The points of an opened part are in its player's ledger once, and no others under a grant's cause."""
    opened = GrantShare.objects.filter(opened_at__isnull=False, grant__points__gt=0)
    right = Counter(
        (f"grant:{grant_id}", player_id, points)
        for grant_id, player_id, points in opened.values_list("grant", "player", "grant__points")
    )
    entries = LedgerEntry.objects.filter(reason=LedgerEntry.Reason.GRANT, cause__startswith="grant:")
    said = Counter(entries.values_list("cause", "user", "points"))
    for cause, user_id, points in sorted(right - said):
        yield f"{cause} was opened by user {user_id}; the ledger has no {points:+} for it"
    for cause, user_id, points in sorted(said - right):
        yield f"the ledger of user {user_id} has {points:+} for {cause}, which is no opened part with these points"


def _cards() -> Iterator[str]:
    """The named cards of an opened part and five of each pack came to its player, lie in its pack, and no others."""
    came: Counter[tuple[str, int]] = Counter()
    log = Transfer.objects.filter(reason=Transfer.Reason.GRANT, cause__startswith="grant:").order_by("pk")
    moved = set(log.values_list("cause", "taker", "copy"))
    for cause, taker_id, _copy in moved:
        came[cause, taker_id] += 1
    lying: dict[int, list[PackCopy]] = {}
    for content in PackCopy.objects.filter(pack__source=Pack.Source.GRANT).select_related("copy__card"):
        lying.setdefault(content.pack_id, []).append(content)
    asked: dict[int, list[GrantItem]] = {}
    for item in GrantItem.objects.order_by("pk"):
        asked.setdefault(item.grant_id, []).append(item)
    for share in GrantShare.objects.filter(opened_at__isnull=False).order_by("pk"):
        cause, found = f"grant:{share.grant_id}", lying.get(share.pack_id or 0, [])
        yield from _whole(share, asked.get(share.grant_id, []), found)
        if came.pop((cause, share.player_id), 0) != len(found):
            yield f"{cause}: the log has other copies for user {share.player_id} than pack {share.pack_id}"
        for content in found:
            if (cause, share.player_id, content.copy_id) not in moved:
                yield f"{cause}: copy {content.copy_id} did not come to user {share.player_id}"
    for cause, taker_id in sorted(came):
        yield f"{came[cause, taker_id]} copies came to user {taker_id} for {cause}, which is no opened part"


def _whole(share: GrantShare, items: list[GrantItem], found: list[PackCopy]) -> Iterator[str]:
    """Whether what lies in the pack is what the grant names: its cards, and five of the series of each pack."""
    left = Counter(content.copy.card_id for content in found)
    named = Counter(item.card_id for item in items if item.card_id)
    if named - left:
        yield f"grant {share.grant_id} names {dict(named)}; user {share.player_id} got {dict(left)}"
    series_of = {content.copy.card_id: content.copy.card.series_id for content in found}
    by_series: Counter[str] = Counter()
    for card_id, count in (left - named).items():
        by_series[series_of[card_id]] += count
    packs: Counter[str] = Counter()
    for item in items:
        if item.series_id:
            packs[item.series_id] += PACK_SIZE
    if by_series != packs:
        yield f"grant {share.grant_id} has packs {dict(packs)}; user {share.player_id} drew {dict(by_series)}"
