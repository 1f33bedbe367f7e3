"""Packs of copies that come to a player together, and how their cards are drawn (RULES 8)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cards.models import Card, Pack, PackCopy
from cards.services.copies import give_copy

#: How likely a draw of a pack has level 1 to 10, in parts of 100.
LEVEL_WEIGHTS = (20, 20, 16, 12, 10, 8, 6, 4, 3, 1)


def draw_evenly(*, cards: Sequence[Card], room: dict[str, int], count: int, random: Random) -> list[Card]:
    """`count` cards, each drawn evenly from those of which one more may come; fewer when none is left.

    `room` says of how many copies of each card (by ID) there is room; what is drawn is taken off it.
    """
    drawn: list[Card] = []
    while len(drawn) < count and (open_cards := [card for card in cards if room[card.pk] > 0]):
        card = random.choice(open_cards)
        room[card.pk] -= 1
        drawn.append(card)
    return drawn


def draw_by_level(*, cards: Sequence[Card], room: dict[str, int], count: int, random: Random) -> list[Card]:
    """`count` cards, each a level by weight among the levels with an open card, then such a card evenly."""
    drawn: list[Card] = []
    while len(drawn) < count and (levels := sorted({card.level for card in cards if room[card.pk] > 0})):
        place = random.randrange(sum(LEVEL_WEIGHTS[level - 1] for level in levels))
        for level in levels:
            place -= LEVEL_WEIGHTS[level - 1]
            if place < 0:
                break
        on_level = [card for card in cards if card.level == level]
        drawn += draw_evenly(cards=on_level, room=room, count=1, random=random)
    return drawn


def pack_fill(*, pack: Pack, cards: Sequence[Card], reason: str, cause: str, marked: bool = True) -> None:
    """Gives the cards as copies, marked unless they were paid for, and lays them in the pack, lowest level first.
    Runs in the caller's transaction, the pack's owner locked."""
    contents = [
        PackCopy(
            pack=pack,
            position=position,
            copy=give_copy(card=card, taker=pack.owner, reason=reason, cause=cause, marked=marked),
        )
        for position, card in enumerate(sorted(cards, key=lambda card: (card.level, card.power, card.pk)), start=1)
    ]
    PackCopy.objects.bulk_create(contents)
