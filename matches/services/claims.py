"""Moves spoils from the loser to the winner, within the holding limits (RULES 5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cards.models import Copy, Transfer
from cards.queries import room_left
from cards.services.copies import move_copy
from matches.models import BroughtCopy, Match, Seat


def claim_move(*, match: Match, taker: str, keys: Iterable[str]) -> list[str]:
    """Moves these of the loser's cards to the taker (a colour), skipping what may not be held.

    Gives the keys of the cards that moved. The match is locked; moving again what has moved changes nothing.
    """
    return claims_move(match=match, due={taker: list(keys)})


def claims_move(*, match: Match, due: Mapping[str, Sequence[str]]) -> list[str]:
    """As `claim_move`, for what each colour gets of the other. What one gives makes room for what they get, whichever
    colour comes first."""
    players = {seat.colour: seat.user for seat in match.seats.select_related("user")}
    copies = brought_copies(match)
    left = [(colour, key) for colour, keys in due.items() for key in keys]
    moved: set[str] = set()
    while left:
        skipped = []
        for colour, key in left:
            copy, taker = copies[key], players[colour]
            if room_left(user=taker, cards=[copy.card])[copy.card_id] > 0:
                move_copy(copy=copy, taker=taker, reason=Transfer.Reason.SPOILS, cause=f"match:{match.pk}")
                moved.add(key)
            else:
                skipped.append((colour, key))
        if len(skipped) == len(left):
            break
        left = skipped
    return [key for keys in due.values() for key in keys if key in moved]


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
