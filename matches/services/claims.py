"""Moves spoils from the loser to the winner, within the holding limits (RULES 5)."""

from __future__ import annotations

from collections.abc import Iterable

from cards.models import Copy, Transfer
from cards.queries import room_left
from cards.services.copies import move_copy
from matches.models import BroughtCopy, Match, Seat


def claim_move(*, match: Match, taker: str, keys: Iterable[str]) -> list[str]:
    """Moves these of the loser's cards to the taker (a colour), skipping what may not be held.

    Gives the keys of the cards that moved. The match is locked; moving again what has moved changes nothing.
    """
    winner = match.seats.select_related("user").get(colour=taker).user
    moved = []
    copies = brought_copies(match)
    for key in keys:
        copy = copies[key]
        if room_left(user=winner, cards=[copy.card])[copy.card_id] > 0:
            move_copy(copy=copy, taker=winner, reason=Transfer.Reason.SPOILS, cause=f"match:{match.pk}")
            moved.append(key)
    return moved


def brought_copies(match: Match) -> dict[str, Copy]:
    """The copies that both players brought, by key."""
    rows = BroughtCopy.objects.filter(match=match).select_related("copy__card__series")
    return {row.key: row.copy for row in rows}


def claim_default(match: Match) -> list[str]:
    """What a winner gets who does not choose: the highest level, then power, then lowest ID, one after the other,
    skipping what may not be held; as keys."""
    claim = match.claim or {}
    copies = brought_copies(match)
    winner = Seat.objects.select_related("user").get(match=match, colour=claim["by"]).user
    due = sorted(claim["of"], key=lambda key: _worth(copies[key]))
    room = room_left(user=winner, cards=[copies[key].card for key in due])
    chosen: list[str] = []
    for key in due:
        card_id = copies[key].card_id
        if len(chosen) < claim["choose"] and room[card_id] > 0:
            room[card_id] -= 1
            chosen.append(key)
    return chosen


def _worth(copy: Copy) -> tuple[int, int, str]:
    return -copy.card.level, -copy.card.power, copy.card_id
