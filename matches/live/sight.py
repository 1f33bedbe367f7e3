"""Who may see which card of a match: decided here and nowhere else (RULES 3).

Everything that shows a match asks `known_to`, before anything is rendered. A key that is not in the answer stands for
a card of which nothing may be told but that it is there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from matches.engine import COLOURS, Standing

Audience = Literal["blue", "red", "watch"]
AUDIENCES: tuple[Audience, ...] = ("blue", "red", "watch")


def known_to(audience: Audience, standing: Standing) -> frozenset[str]:
    """The keys of the cards that this audience may see.

    A player sees the own hand, what the own hand brought, what the rules show, and every card that has lain on the
    board; spectators see what both players see of each other; after the match everybody sees all.
    """
    if standing.setup is None:
        return frozenset()
    if audience != "watch":
        return _known_to_player(audience, standing)
    of_blue, of_red = (_known_to_player(colour, standing) for colour in COLOURS)
    held = _held(standing)
    return frozenset(key for key in of_blue | of_red if key in (of_red if held.get(key) == "blue" else of_blue))


def _known_to_player(colour: str, standing: Standing) -> frozenset[str]:
    setup, record = standing.setup, standing.record
    assert setup is not None
    brought = {owner: {card.key for card in cards} for owner, cards in setup.brought.items()}
    everything = brought["blue"] | brought["red"] | {card.key for card, _colour in setup.board.values()}
    # Whoever plays on from a match that is over has seen both its hands.
    if standing.ended or "open" in setup.rules or record.get("played_on"):
        return frozenset(everything)
    held = _held(standing)
    seen = set(brought[colour])
    seen.update(key for key, holder in held.items() if holder == colour)
    seen.update(lying.card.key for each in standing.rounds for lying in each.start.board.values())
    seen.update(played.card for each in standing.rounds for played in each.moves)
    if "swap" in setup.rules:
        seen.update(record.get("swap") or ())
    if "three_open" in setup.rules:
        seen.update(_shown(record.get("shown")))
    return frozenset(seen & everything)


def _held(standing: Standing) -> dict[str, str]:
    """The cards left in the hands: key to colour."""
    if standing.round is None:
        return {}
    return {card.key: colour for colour, hand in standing.round.hands.items() for card in hand}


def _shown(shown: Any) -> list[str]:
    """The keys that Three Open shows, of both hands; a record has them by colour, or in one list."""
    if isinstance(shown, Mapping):
        return [str(key) for keys in shown.values() for key in keys or ()]
    return [str(key) for key in shown or ()]
