"""What is played with: series, cards, the copies that players own and their log, decks, packs."""

from __future__ import annotations

from cards.models.card import HOLDING_LIMITS, Card, CardFigures, Element, Type
from cards.models.copy import Copy, Transfer
from cards.models.deck import CurrentDeck, Deck, DeckCard, DeckDefault
from cards.models.pack import Pack, PackCopy
from cards.models.series import MOST_PRICE, Price, Series

__all__ = [
    "HOLDING_LIMITS", "MOST_PRICE", "Card", "CardFigures", "Copy", "CurrentDeck", "Deck", "DeckCard", "DeckDefault",
    "Element", "Pack", "PackCopy", "Price", "Series", "Transfer", "Type",
]  # fmt: skip

# Custom cards, grants, Portraits, trades and wishes are of this app too; Django finds their models by this module.
import cards.customs.models
import cards.grants.models
import cards.portraits.models
import cards.trades.models
import cards.wishes.models  # noqa: F401
