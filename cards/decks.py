"""What makes a deck fit to play: pure, no database."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.models import Card

DECK_SIZE = 5
MOST_DECKS = 20
LEVEL_LIMIT = 20
NAME = re.compile(r"[A-Za-z0-9_-]{1,30}", re.ASCII)


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


def deck_check_cards(
    *, cards: Sequence[Card], owned: Mapping[str, int], level_limit: int | None = LEVEL_LIMIT
) -> DeckCheck:
    """Checks the cards of a deck against what its owner has (card ID to number of copies) and the level limit."""
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
        missing=missing,
    )
    check.problems.extend(_problems(check))
    return check


def _problems(check: DeckCheck) -> list[str]:
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
    if check.over_limit:
        problems.append(
            _("The levels add up to %(total)d; without Limitless the limit is %(limit)d.")
            % {"total": check.total_level, "limit": check.level_limit}
        )
    return problems
