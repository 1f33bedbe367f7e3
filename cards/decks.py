"""What makes a deck fit to play: pure, no database."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.models import Card

DECK_SIZE = 5
MOST_DECKS = 20
LEVEL_LIMIT = 20
#: The limit by stars: so many cards of four stars or more, and of these so many of five (RULES 7, FFXIV).
HIGH_STARS, MOST_HIGH = 4, 2
TOP_STARS, MOST_TOP = 5, 1
LONGEST_NAME = 30
NAME = re.compile(rf"[A-Za-z0-9_-]{{1,{LONGEST_NAME}}}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Missing:
    """A card that a deck names more often than its owner has it."""

    card: Card
    needed: int
    owned: int


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """Whether five cards can be played, and exactly why not.

    `level_limit` None means no limit (Limitless). `problems` are whole sentences, in the reader's language.
    """

    count: int
    total_level: int
    level_limit: int | None
    high_cards: int = 0
    """How many have four stars or more."""
    top_cards: int = 0
    """How many have five stars."""
    stars: bool = False
    """Whether the deck is limited by stars (RULES 7, FFXIV)."""
    missing: list[Missing] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether the deck can be played."""
        return not self.problems

    @property
    def over_limit(self) -> bool:
        """Whether the levels add up to more than the limit."""
        return self.level_limit is not None and self.total_level > self.level_limit

    @property
    def over_stars(self) -> bool:
        """Whether there are more cards of four and five stars than fit."""
        return self.stars and (self.high_cards > MOST_HIGH or self.top_cards > MOST_TOP)


def deck_check_cards(
    *, cards: Sequence[Card], owned: Mapping[str, int], level_limit: int | None = LEVEL_LIMIT, stars: bool = False
) -> DeckCheck:
    """Checks the cards of a deck against what its owner has (card ID to number of copies) and the limits: of the
    levels, and by stars."""
    needed = Counter(card.pk for card in cards)
    by_id = {card.pk: card for card in cards}
    missing = [
        Missing(card=by_id[card_id], needed=count, owned=owned.get(card_id, 0))
        for card_id, count in needed.items()
        if owned.get(card_id, 0) < count
    ]
    check = DeckCheck(
        count=len(cards),
        total_level=sum(card.level for card in cards),
        level_limit=level_limit,
        high_cards=sum(card.stars >= HIGH_STARS for card in cards),
        top_cards=sum(card.stars >= TOP_STARS for card in cards),
        stars=stars,
        missing=missing,
    )
    check.problems.extend([*_lacks(check), *_limits(check)])
    return check


def limit_problems(check: DeckCheck, *, level_limit: int | None, stars: bool) -> list[str]:
    """What other limits than those of its check are in a deck's way; whole sentences, empty where they are kept."""
    return _limits(replace(check, level_limit=level_limit, stars=stars))


def _lacks(check: DeckCheck) -> list[str]:
    problems = []
    if check.count != DECK_SIZE:
        sentence = ngettext(
            "The deck has %(count)d card; it needs five.",
            "The deck has %(count)d cards; it needs five.",
            check.count,
        )
        problems.append(sentence % {"count": check.count})
    for lack in check.missing:
        if lack.owned == 0:
            problems.append(_("%(card)s is not in your stash.") % {"card": lack.card})
        else:
            sentence = ngettext(
                "The deck names %(card)s %(needed)d times; you have it once.",
                "The deck names %(card)s %(needed)d times; you have it %(owned)d times.",
                lack.owned,
            )
            problems.append(sentence % {"card": lack.card, "needed": lack.needed, "owned": lack.owned})
    return problems


def _limits(check: DeckCheck) -> list[str]:
    problems = []
    if check.over_limit:
        problems.append(
            _("The levels add up to %(total)d; without Limitless the limit is %(limit)d.")
            % {"total": check.total_level, "limit": check.level_limit}
        )
    if check.stars and check.high_cards > MOST_HIGH:
        problems.append(
            _("%(count)d cards have four stars or more (level 7 and up); two may.") % {"count": check.high_cards}
        )
    if check.stars and check.top_cards > MOST_TOP:
        problems.append(_("%(count)d cards have five stars (level 9 and up); one may.") % {"count": check.top_cards})
    return problems
