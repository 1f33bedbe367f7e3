"""Makes questions of the quiz from the card database; no question carries its own answer.

Asked are cards that anybody can look up: none that players designed, no Portraits, none of which there is but one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from secrets import SystemRandom

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.faces import KIND_NAMES, SIDES, rank_sign
from cards.models import Card
from cards.names import OTHER_ELEMENT_NAMES, fold_card_name, read_card_id

_RANDOM: Random = SystemRandom()
#: So often another question is drawn where one is no good: its name says its answer, or too many would be right.
TRIES = 40
CHOICES = 4
#: So many cards are named when the answer is told.
MOST_TOLD = 3

_ON_SIDE: dict[str, Promise] = {
    "up": gettext_lazy("Which rank has %(card)s on its upper side?"),
    "right": gettext_lazy("Which rank has %(card)s on its right side?"),
    "down": gettext_lazy("Which rank has %(card)s on its lower side?"),
    "left": gettext_lazy("Which rank has %(card)s on its left side?"),
}
_HIGHEST: dict[str, tuple[Promise, Callable[[Card], int]]] = {
    "up": (gettext_lazy("the highest rank on its upper side"), lambda card: card.up),
    "right": (gettext_lazy("the highest rank on its right side"), lambda card: card.right),
    "down": (gettext_lazy("the highest rank on its lower side"), lambda card: card.down),
    "left": (gettext_lazy("the highest rank on its left side"), lambda card: card.left),
    "level": (gettext_lazy("the highest level"), lambda card: card.level),
    "low": (gettext_lazy("the lowest level"), lambda card: -card.level),
    "sum": (gettext_lazy("the largest sum of its four ranks"), lambda card: sum(card.ranks)),
}


@dataclass(frozen=True, slots=True)
class Question:
    """A question, every right answer to it in folded form, and the answer as it is told. `offers` says that the
    question names what may be chosen."""

    text: str
    answers: tuple[str, ...]
    told: str
    offers: bool = False

    @property
    def betrays(self) -> bool:
        """Whether somebody could read an answer off the question."""
        if self.offers:
            return False
        whole, words = fold_card_name(self.text), set(map(fold_card_name, re.split(r"\W+", self.text)))
        return any(answer in words or (len(answer) > 2 and answer in whole) for answer in self.answers)


def askable() -> QuerySet[Card]:
    """The cards that are asked about."""
    found = Card.objects.filter(maker=None, series__unique_cards=False).exclude(series="C")
    return found.select_related("series").order_by("pk")


def question_make(random: Random = _RANDOM) -> Question | None:
    """A question drawn by lot: its kind, then its cards; None where there are no cards to ask about."""
    cards = askable()
    count = cards.count()
    if not count:
        return None
    for _try in range(TRIES):
        kind = random.choice(KINDS)
        drawn = [cards[place] for place in random.sample(range(count), min(count, CHOICES if kind is _best else 1))]
        question = kind(drawn, random)
        if question is not None and not question.betrays:
            return question
    return None


def is_right(answers: Iterable[str], text: str) -> bool:
    """Whether a line is one of the answers, in any spelling; a card may be named by its ID too."""
    said = {fold_card_name(text), fold_card_name(read_card_id(text) or "")} - {""}
    return not said.isdisjoint(answers)


def _ranks(drawn: list[Card], random: Random) -> Question | None:
    """Which card has these ranks; all of the series that have them are right."""
    card = drawn[0]
    up, right, down, left = map(rank_sign, card.ranks)
    same = list(askable().filter(series=card.series, up=card.up, right=card.right, down=card.down, left=card.left))
    text = _("Which card of series %(series)s has %(up)s up, %(right)s right, %(down)s down and %(left)s left?")
    words = {"series": card.series_id, "up": up, "right": right, "down": down, "left": left}
    return Question(text % words, _names(same), _told(same))


def _rank(drawn: list[Card], random: Random) -> Question | None:
    """Which rank a card has on one side."""
    card, side = drawn[0], random.choice(SIDES)
    rank: int = getattr(card, side)
    answers = {str(rank), fold_card_name(rank_sign(rank))}
    return Question(_ON_SIDE[side] % {"card": _called(card)}, tuple(sorted(answers)), rank_sign(rank))


def _level(drawn: list[Card], random: Random) -> Question | None:
    """Which level a card has."""
    card = drawn[0]
    text = _("Which level has %(card)s?") % {"card": _called(card)}
    return Question(text, (str(card.level), f"level{card.level}"), str(card.level))


def _kind(drawn: list[Card], random: Random) -> Question | None:
    """Which element or type a card has, where it has one."""
    card = drawn[0]
    if card.element:
        text, key = _("Which element has %(card)s?"), card.element
    elif card.type:
        text, key = _("Which type has %(card)s?"), card.type
    else:
        return None
    others = [name for name, element in OTHER_ELEMENT_NAMES.items() if element == key]
    answers = {fold_card_name(str(name)) for name in (key, KIND_NAMES[key], *others)}
    return Question(text % {"card": _called(card)}, tuple(sorted(answers)), str(KIND_NAMES[key]))


def _series(drawn: list[Card], random: Random) -> Question | None:
    """Which series a card is of, where only one has a card of its name."""
    card = drawn[0]
    if Card.objects.filter(name_key=card.name_key).count() > 1:
        return None
    text = _("Which series is %(card)s of? Its code or its name will do.") % {"card": card.name}
    return Question(text, (fold_card_name(card.series_id), fold_card_name(card.series.name)), str(card.series))


def _best(drawn: list[Card], random: Random) -> Question | None:
    """Which of four has the most of something; two may have as much, both are right then."""
    if len({card.name_key for card in drawn}) < CHOICES:
        return None
    words, measure = _HIGHEST[random.choice(sorted(_HIGHEST))]
    most = max(map(measure, drawn))
    best = [card for card in drawn if measure(card) == most]
    if len(best) > 2:
        return None
    text = _("Which of these four has %(most)s: %(cards)s?")
    values = {"most": words, "cards": ", ".join(map(_called, drawn))}
    return Question(text % values, _names(best), _told(best), offers=True)


KINDS: tuple[Callable[[list[Card], Random], Question | None], ...] = (_ranks, _rank, _level, _kind, _series, _best)


def _called(card: Card) -> str:
    return f"{card.name} ({card.pk})"


def _names(cards: list[Card]) -> tuple[str, ...]:
    return tuple(sorted({name for card in cards for name in (card.name_key, fold_card_name(card.pk))}))


def _told(cards: list[Card]) -> str:
    return ", ".join(map(_called, cards[:MOST_TOLD]))
