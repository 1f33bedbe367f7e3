"""A player's saved decks as a choice in a form."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from cards.decks import HIGH_STARS, MOST_HIGH, MOST_TOP, TOP_STARS
from cards.models import Deck
from cards.queries import deck_checks, decks_of, default_decks

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
    is_default: bool = False
    """Whether it is the player's default deck in the house."""

    @classmethod
    def all_of(
        cls, user: User, level_limit: int | None, *, stars: bool = False, house: str = ""
    ) -> tuple[DeckChoice, ...]:
        """The player's decks: the house's default first, then those last used; those that cannot be played last."""
        decks: list[Deck] = decks_of(owner=user)
        checks = deck_checks(user=user, decks=decks, level_limit=level_limit, stars=stars)
        without = deck_checks(user=user, decks=decks, level_limit=None, stars=stars) if level_limit else checks
        default = default_decks(owner=user).get(house) if house and decks else None
        choices = []
        for deck in sorted(decks, key=lambda deck: deck.used_at, reverse=True):
            problems, others = checks[deck.pk].problems, without[deck.pk].problems
            limits = [each for each in problems if each not in others]
            level = checks[deck.pk].total_level
            told = (" ".join(problems), " ".join(limits), " ".join(others))
            choices.append(cls(deck.pk, deck.name, level, *told, is_default=deck == default))
        return tuple(sorted(choices, key=lambda choice: (bool(choice.problem), not choice.is_default)))
