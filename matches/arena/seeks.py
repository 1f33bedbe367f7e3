"""Ends that players look for an opponent, whoever ends it; knows nothing of how matches begin."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from matches.arena.models import Pairing, Seek
from matches.live import announce


def seeks_end(*, user_ids: Iterable[int]) -> None:
    """Players look for nobody any more; who was found for one of them looks on. Runs in the caller's transaction."""
    ids = set(user_ids)
    own = Seek.objects.filter(user__in=ids)
    if not own.exists():
        return
    # Both of a pairing in one order, so that two who leave at once do not wait for each other.
    paired = own.filter(pairing__isnull=False).values("pairing")
    rows = Seek.objects.select_for_update().filter(Q(user__in=ids) | Q(pairing__in=paired)).order_by("pk")
    gone = [seek for seek in rows if seek.user_id in ids]
    pairings = {seek.pairing_id for seek in gone if seek.pairing_id is not None}
    Seek.objects.filter(pk__in=[seek.pk for seek in gone]).delete()
    for pairing_id in sorted(pairings):
        pairing_dissolve(pairing_id=pairing_id)
    for seek in gone:
        announce.after_commit(announce.seek_changed, seek.user_id)


def pairing_dissolve(*, pairing_id: int) -> None:
    """Ends a pairing; who is still in it looks on from where they stood."""
    left = Seek.objects.filter(pairing=pairing_id)
    for user_id in sorted(left.values_list("user", flat=True)):
        announce.after_commit(announce.seek_changed, user_id)
    left.update(pairing=None, colour="", ready=False, addition="")
    Pairing.objects.filter(pk=pairing_id).delete()
