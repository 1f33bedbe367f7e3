"""Copies come and move: the only place that writes copies and their transfer log (RULES 5, 8).

Locks: the players concerned by ID, then a unique card's row, then the copy.
"""

from __future__ import annotations

from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from accounts.models import User
from cards.frozen import frozen_among
from cards.models import Card, Copy, Transfer
from cards.openings import why_closed
from cards.services.locks import lock_players
from triad.clock import now
from triad.errors import Conflict


class _Room(NamedTuple):
    """Where a copy can come: the lowest free slot, with the count and the limit that allowed it."""

    slot: int
    held: int
    limit: int


def may_hold(*, user: User, card: Card) -> bool:
    """Whether one more copy of the card may come to the player now: the count is under the holding limit (RULES 8)."""
    return Copy.objects.filter(owner=user, card=card).count() < card.hold_limit


@transaction.atomic
def give_copy(*, card: Card, taker: User, reason: str, cause: str, marked: bool = False) -> Copy:
    """A new copy of a card for a player, in the lowest free slot, with its first line in the log.

    Raises Conflict `holding_limit` when the player holds as many as may be held, `sole_copy_exists` when the series
    has one copy of a card in the whole world and this one is already out.
    """
    lock_players(taker.pk)
    card = Card.objects.select_related("series").get(pk=card.pk)
    sole = card.series.unique_cards
    if sole:
        _hold_sole_card(card)
    room = _room_for(card=card, taker=taker)
    copy = Copy.objects.create(
        card=card, owner=taker, slot=room.slot, slot_limit=room.limit, marked=marked, sole=sole, came_at=now()
    )
    _log(copy=copy, giver=None, taker=taker, room=room, reason=reason, cause=cause)
    return copy


@transaction.atomic
def move_copy(*, copy: Copy, taker: User, reason: str, cause: str) -> Transfer:
    """Moves a copy to another player; the row stays, its owner and slot change. A second call with the same cause
    gives the first transfer and changes nothing.

    Raises Conflict: `holding_limit`, `copy_moved` (it is no longer where it was thought to be), `copy_frozen` (a live
    match holds it, and this is not that match's spoils), `own_copy`.
    """
    lock_players(copy.owner_id, taker.pk)
    held = Copy.objects.select_for_update(of=("self",)).select_related("card__series").get(pk=copy.pk)
    done = Transfer.objects.filter(copy=held, cause=cause).first()
    if done is not None and done.taker_id == taker.pk:
        return done
    if done is not None or held.owner_id != copy.owner_id:
        raise Conflict("copy_moved", _("%(card)s has already gone to somebody else.") % {"card": held.card})
    if held.owner_id == taker.pk:
        raise Conflict("own_copy", _("%(card)s is already there.") % {"card": held.card})
    if reason != Transfer.Reason.SPOILS and frozen_among([held.pk]):
        raise Conflict("copy_frozen", _("%(card)s is in a match that is not over.") % {"card": held.card})
    giver_id = held.owner_id
    room = _room_for(card=held.card, taker=taker)
    held.owner, held.slot, held.slot_limit, held.came_at = taker, room.slot, room.limit, now()
    held.marked = _mark_after_move(held)
    held.save(update_fields=["owner", "slot", "slot_limit", "came_at", "marked"])
    return _log(copy=held, giver=giver_id, taker=taker, room=room, reason=reason, cause=cause)


def _mark_after_move(copy: Copy) -> bool:
    """Whether a copy that was won keeps its mark: it goes once the new owner may trade (RULES 8)."""
    return copy.marked and why_closed(copy.owner, copy.came_at) is not None


def marks_lift(*, user: User) -> int:
    """Takes the mark off the copies that a player won before trades were open to them (RULES 8); gives how many.

    Call it with the player locked and trades open to them.
    """
    won = Exists(Transfer.objects.filter(copy=OuterRef("pk"), giver__isnull=False))
    return Copy.objects.filter(won, owner=user, marked=True).update(marked=False)


def _hold_sole_card(card: Card) -> None:
    """Locks a card of which there may be one copy in the world, and refuses a second one."""
    Card.objects.select_for_update(no_key=True).filter(pk=card.pk).values_list("pk").get()
    if Copy.objects.filter(card=card).exists():
        raise Conflict("sole_copy_exists", _("The only copy of %(card)s in the world is out.") % {"card": card})


def _room_for(*, card: Card, taker: User) -> _Room:
    """The room for one more copy; the taker is locked. Count and slot are both needed: a lowered limit can leave
    copies in slots above it."""
    taken = set(Copy.objects.filter(owner=taker, card=card).values_list("slot", flat=True))
    limit = card.hold_limit
    if len(taken) >= limit:
        sentence = _("%(player)s already holds as many copies of %(card)s as may be held (%(limit)d).")
        raise Conflict("holding_limit", sentence % {"player": taker.username, "card": card, "limit": limit})
    slot = next(slot for slot in range(1, limit + 1) if slot not in taken)
    return _Room(slot=slot, held=len(taken), limit=limit)


def _log(*, copy: Copy, giver: int | None, taker: User, room: _Room, reason: str, cause: str) -> Transfer:
    return Transfer.objects.create(
        copy=copy,
        card_id=copy.card_id,
        giver_id=giver,
        taker=taker,
        at=copy.came_at,
        reason=reason,
        cause=cause,
        held_before=room.held,
        limit=room.limit,
    )
