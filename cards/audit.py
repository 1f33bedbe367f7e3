"""Proves that every copy is where its log says, that none came over a limit, and that sole copies are alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby

from django.db.models import Count, F, Q

from cards.customs import audit as customs
from cards.grants import audit as grants
from cards.models import Copy, Pack, PackCopy, Transfer
from cards.portraits import audit as portraits
from cards.trades import audit as trades


def findings() -> Iterator[str]:
    """One line for everything that is not as it must be; nothing when all is well."""
    yield from _arrivals()
    yield from _lives()
    yield from _slots()
    yield from _sole_copies()
    yield from _packs()
    yield from customs.findings()
    yield from trades.findings()
    yield from grants.findings()
    yield from portraits.findings()


def proved() -> Iterator[str]:
    """What is proved when there are no findings, in numbers."""
    yield f"{Copy.objects.count()} copies are where their {Transfer.objects.count()} transfers put them"
    yield f"{Copy.objects.filter(sole=True).count()} sole copies are alone in the world"
    yield f"{Pack.objects.count()} packs hold the {PackCopy.objects.count()} copies that came with them"
    yield from customs.proved()
    yield from trades.proved()
    yield from grants.proved()
    yield from portraits.proved()


def _arrivals() -> Iterator[str]:
    """Plays the whole log again: nobody held the limit of the moment when a copy came."""
    held: dict[tuple[int, str], int] = defaultdict(int)
    for line in Transfer.objects.order_by("pk").iterator(chunk_size=2000):
        before = held[line.taker_id, line.card_id]
        if line.held_before != before:
            yield f"transfer {line.pk}: user {line.taker_id} held {before} of {line.card_id}, not {line.held_before}"
        if before >= line.limit:
            yield f"transfer {line.pk}: {line.card_id} came to user {line.taker_id} over the limit of {line.limit}"
        held[line.taker_id, line.card_id] += 1
        if line.giver_id is not None:
            held[line.giver_id, line.card_id] -= 1


def _lives() -> Iterator[str]:
    """Follows each copy from its first transfer to its owner."""
    copies = Copy.objects.order_by("pk").in_bulk()
    lines = Transfer.objects.order_by("copy_id", "pk").iterator(chunk_size=2000)
    seen = set()
    for copy_id, life in groupby(lines, key=lambda line: line.copy_id):
        seen.add(copy_id)
        copy = copies.get(copy_id)
        if copy is None:
            yield f"copy {copy_id} has a log but is gone"
            continue
        holder = None
        for line in life:
            if line.giver_id != holder:
                yield f"transfer {line.pk}: copy {copy_id} came from user {line.giver_id} but was with {holder}"
            if line.card_id != copy.card_id:
                yield f"transfer {line.pk}: copy {copy_id} is a {copy.card_id}, not a {line.card_id}"
            holder = line.taker_id
        if copy.owner_id != holder:
            yield f"copy {copy_id} belongs to user {copy.owner_id}; its log says {holder}"
        if copy.slot_limit != line.limit:
            yield f"copy {copy_id} has the slot limit {copy.slot_limit}; it came under {line.limit}"
    for copy_id in sorted(copies.keys() - seen):
        yield f"copy {copy_id} has no first transfer"


def _slots() -> Iterator[str]:
    """Each slot once, and none beyond the limit under which its copy came."""
    for copy in Copy.objects.filter(Q(slot__lt=1) | Q(slot__gt=F("slot_limit"))).order_by("pk"):
        yield f"copy {copy.pk} is in slot {copy.slot}, its limit is {copy.slot_limit}"
    doubled = Copy.objects.order_by().values_list("owner_id", "card_id", "slot").annotate(n=Count("pk"))
    for owner_id, card_id, slot, count in doubled.filter(n__gt=1):
        yield f"user {owner_id} has {count} copies of {card_id} in slot {slot}"


def _sole_copies() -> Iterator[str]:
    """Of a unique card one copy, known as the only one; of no other card a copy that claims to be."""
    of_unique = Copy.objects.filter(card__series__unique_cards=True)
    for card_id, count in of_unique.order_by().values_list("card_id").annotate(n=Count("pk")).filter(n__gt=1):
        yield f"{card_id} is unique but has {count} copies"
    for copy in of_unique.filter(sole=False).order_by("pk"):
        yield f"copy {copy.pk} of the unique {copy.card_id} is not kept as the only one"
    for copy in Copy.objects.filter(sole=True, card__series__unique_cards=False).order_by("pk"):
        yield f"copy {copy.pk} of {copy.card_id} is kept as the only one; its series is not unique"


def _packs() -> Iterator[str]:
    """What lay in a pack came to its owner as a new copy; a grant may hold a unique card that the staff had."""
    contents = PackCopy.objects.exclude(pack__source=Pack.Source.GRANT).select_related("pack").order_by("pk")
    firsts = dict(Transfer.objects.filter(giver=None).values_list("copy_id", "taker_id"))
    for content in contents.iterator(chunk_size=2000):
        if firsts.get(content.copy_id) != content.pack.owner_id:
            yield f"pack {content.pack_id} shows copy {content.copy_id}, which did not come to its owner"
    for pack in Pack.objects.filter(contents=None).order_by("pk"):
        yield f"pack {pack.pk} is empty"
