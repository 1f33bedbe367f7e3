"""Finds the cards that a person means by names or IDs (RULES 9)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable

from django.utils.translation import gettext as _

from accounts.models import User
from cards.models import Card, Copy
from cards.names import fold_card_name, read_card_id
from triad.errors import Conflict, GameError, NotFound

#: What one text may name at most; more is a mistake.
MOST_WORDS, LONGEST_TEXT = 20, 500


def read_words(text: str, *, most: int = MOST_WORDS, longest: int = LONGEST_TEXT) -> list[str]:
    """The names and IDs of a text, separated by commas, semicolons or lines; at most so many words and characters. A
    name that has commas itself is known as one word.

    Raises GameError `too_long` and `nothing_named`.
    """
    if len(text) > longest:
        raise GameError("too_long", _("This is too long: name up to five cards."))
    words = [word for line in re.split(r"[;\n\r]+", text) for word in _words_of_line(line)]
    if not words:
        raise GameError("nothing_named", _("Name the cards, by name or ID, with commas between."))
    if len(words) > most:
        raise GameError("too_long", _("This is too long: name up to five cards."))
    return words


def _words_of_line(line: str) -> list[str]:
    parts = [part.strip() for part in line.split(",") if part.strip()]
    if all(read_card_id(part) for part in parts):
        return parts  # IDs are no parts of a name
    joins = {
        (start, end): fold_card_name("".join(parts[start:end]))
        for start in range(len(parts))
        for end in range(start + 2, min(len(parts), start + 4) + 1)
    }
    known = set(Card.objects.filter(name_key__in=set(joins.values())).values_list("name_key", flat=True))
    words, start = [], 0
    while start < len(parts):
        ends = [end for end in range(len(parts), start + 1, -1) if joins.get((start, end)) in known]
        end = ends[0] if ends else start + 1
        words.append(", ".join(parts[start:end]))
        start = end
    return words


def find_cards(*, words: Iterable[str], user: User | None = None, hand: Collection[Card] = ()) -> list[Card]:
    """The card that each word means, in order: an ID, or a name that is looked for in the hand, then in the user's
    stash, then in the database.

    Raises NotFound `no_card`, and Conflict `ambiguous_card` whose sentence lists the IDs.
    """
    words = list(words)
    ids = {word: read_card_id(word) for word in words}
    by_id = Card.objects.in_bulk([card_id for card_id in ids.values() if card_id])
    keys = {word: fold_card_name(word) for word, card_id in ids.items() if card_id not in by_id}
    named = _Names(keys=set(keys.values()) - {""}, user=user, hand=hand)
    return [by_id.get(ids[word] or "") or named.find(word, keys[word]) for word in words]


class _Names:
    """All cards of some folded names, and where they are."""

    def __init__(self, *, keys: set[str], user: User | None, hand: Collection[Card]) -> None:
        self.cards: dict[str, list[Card]] = defaultdict(list)
        for card in Card.objects.filter(name_key__in=keys):
            self.cards[card.name_key].append(card)
        ids = [card.pk for cards in self.cards.values() for card in cards]
        self.hand = {card.pk for card in hand}
        self.stash: set[str] = set()
        if user is not None:
            self.stash = set(Copy.objects.filter(owner=user, card_id__in=ids).values_list("card_id", flat=True))

    def find(self, word: str, key: str) -> Card:
        found = self.cards.get(key, [])
        for place in (self.hand, self.stash):
            if here := [card for card in found if card.pk in place]:
                found = here
                break
        if not found:
            raise NotFound("no_card", _("There is no card “%(word)s”.") % {"word": word[:40]})
        if len(found) > 1:
            ids = ", ".join(card.pk for card in found)
            sentence = _("“%(word)s” is more than one card: say which of %(ids)s.")
            raise Conflict("ambiguous_card", sentence % {"word": word, "ids": ids})
        return found[0]
