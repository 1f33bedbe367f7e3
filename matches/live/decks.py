"""A player's saved decks as a choice in a form."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from cards.models import Deck
from cards.queries import deck_checks, decks_of


@dataclass(frozen=True, slots=True)
class DeckChoice:
    """A saved deck, and why it cannot be played under these rules, if it cannot."""

    id: int
    name: str
    level: int
    problem: str

    @classmethod
    def all_of(cls, user: User, level_limit: int | None) -> tuple[DeckChoice, ...]:
        """The player's decks, those last used first."""
        decks: list[Deck] = decks_of(owner=user)
        checks = deck_checks(user=user, decks=decks, level_limit=level_limit)
        choices = [
            cls(deck.pk, deck.name, checks[deck.pk].total_level, " ".join(checks[deck.pk].problems))
            for deck in sorted(decks, key=lambda deck: deck.used_at, reverse=True)
        ]
        return tuple(sorted(choices, key=lambda choice: bool(choice.problem)))
