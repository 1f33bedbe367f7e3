"""A player's saved decks as a choice in a form."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from cards.decks import HIGH_STARS, MOST_HIGH, MOST_TOP, TOP_STARS
from cards.models import Deck
from cards.queries import deck_checks, decks_of

#: The limit by stars as the picker's script reads it: stars or more, and how many of them.
STAR_LIMITS = f"{HIGH_STARS}:{MOST_HIGH} {TOP_STARS}:{MOST_TOP}"


@dataclass(frozen=True, slots=True)
class DeckChoice:
    """A saved deck, and why it cannot be played under these rules, if it cannot.

    `problem` is all of it; `limit_problem` is what Limitless would mend, `other_problem` the rest.
    """

    id: int
    name: str
    level: int
    problem: str
    limit_problem: str = ""
    other_problem: str = ""

    @classmethod
    def all_of(cls, user: User, level_limit: int | None, *, stars: bool = False) -> tuple[DeckChoice, ...]:
        """The player's decks, those last used first, those that cannot be played last."""
        decks: list[Deck] = decks_of(owner=user)
        checks = deck_checks(user=user, decks=decks, level_limit=level_limit, stars=stars)
        without = deck_checks(user=user, decks=decks, level_limit=None, stars=stars) if level_limit else checks
        choices = []
        for deck in sorted(decks, key=lambda deck: deck.used_at, reverse=True):
            problems, others = checks[deck.pk].problems, without[deck.pk].problems
            limits = [each for each in problems if each not in others]
            level = checks[deck.pk].total_level
            choices.append(cls(deck.pk, deck.name, level, " ".join(problems), " ".join(limits), " ".join(others)))
        return tuple(sorted(choices, key=lambda choice: bool(choice.problem)))
