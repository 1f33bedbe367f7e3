"""Tells the card database how the cards of a match fared, once it is over."""

from __future__ import annotations

from collections import Counter, defaultdict

from cards.services.figures import figures_add
from matches.engine import COLOURS
from matches.engine.events import Flipped
from matches.engine.fold import Played
from matches.models import Match, Option
from matches.queries.records import standing


def figures_count(*, match: Match) -> None:
    """Counts a finished match between people that anybody could watch; every other match counts for nothing.

    Runs in the caller's transaction, the match locked and about to be over.
    """
    if not match.with_people or match.option == Option.PRIVATE or match.ended != "played":
        return
    ids = {card["key"]: card["id"] for colour in COLOURS for card in match.setup["hands"][colour]}
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for each in standing(match).rounds:
        for played in each.moves:
            _count_placement(played, ids, counts)
    for colour in COLOURS:
        for card_id in {card["id"] for card in match.setup["hands"][colour]}:
            counts[card_id]["brought"] += 1
            counts[card_id]["won"] += match.winner == colour
    figures_add(counts=counts)


def _count_placement(played: Played, ids: dict[str, str], counts: dict[str, Counter[str]]) -> None:
    """One placement: who was placed, who was turned, and by whom."""
    counts[ids[played.card]]["played"] += 1
    lying = played.after.board
    for event in played.events:
        if isinstance(event, Flipped):
            counts[ids[event.card.key]]["flipped"] += 1
            counts[ids[lying[event.by].card.key]]["flips"] += 1
