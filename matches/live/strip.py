"""The terms of a match as its page tells them: every rule, the stake, what an equal score does, and who may watch."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.engine.record import Setup
from matches.houses import HOUSES
from matches.live.words import DRAW_WORDS, OPTION_WORDS, TRADE_WORDS, Word, rule_words
from matches.models import Match
from matches.rule_names import DRAW_TITLES
from matches.rulebook.book import chapter_of

#: The icon of each draw rule.
DRAW_ICONS = {"draw": "scales", "replay": "clockwise-rotation", "sudden_death": "tombstone"}

_NO_RULE = Word(gettext_lazy("Basic"), gettext_lazy("The higher of two facing ranks takes the card."), "rule-book")
_OWN_CARDS = Word(
    gettext_lazy("Opponent's cards only"),
    gettext_lazy("For Same and Plus only the opponent's cards and the walls count."),
    "guards",
)
_TOTAL_VICTORY = Word(
    gettext_lazy("Total victory"),
    gettext_lazy("Who holds all nine squares at the end may take all five cards."),
    "laurels-trophy",
)


@dataclass(frozen=True, slots=True)
class Term:
    """One term: `name` in data, its title and meaning on the page, its icon."""

    name: str
    title: str
    text: str
    icon: str

    @property
    def chapter(self) -> str:
        """The anchor of its chapter on the rules page; empty if it has none."""
        return chapter_of(self.name)


def terms_of(match: Match, setup: Setup) -> tuple[Term, ...]:
    """The terms of a match, in the order of the rule book."""
    terms = [_term(name, word) for name, word in rule_words(sorted(setup.rules))] or [_term("basic", _NO_RULE)]
    if not setup.own_cards_count and not setup.rules.isdisjoint(("same", "plus")):
        terms.append(_term("own_cards_count", _OWN_CARDS))
    if setup.total_victory:
        terms.append(_term("total_victory", _TOTAL_VICTORY))
    trade = TRADE_WORDS[setup.trade]
    terms.append(
        Term(f"trade-{setup.trade}", _("Trade: %(trade)s") % {"trade": trade.name}, str(trade.text), trade.icon)
    )
    # Sudden Death is a rule of the match and told among them already.
    if setup.draw not in setup.rules:
        terms.append(draw_term(setup.draw))
    if match.bet:
        title = ngettext("Bet: %(points)s point", "Bet: %(points)s points", match.bet) % {"points": match.bet}
        terms.append(Term("bet", title, _("Each put in as much; the winner gets both bets."), "two-coins"))
    if match.played_on_from_id:
        title = _("Played on from match %(match)s") % {"match": match.played_on_from_id}
        text = _("Both hands lie open. Nothing is at stake, and it counts for nothing.")
        terms.append(Term("played_on", title, text, "clockwise-rotation"))
    if match.option != "open":
        terms.append(_term(f"option-{match.option}", OPTION_WORDS[match.option]))
    return tuple(terms)


def draw_term(draw: str) -> Term:
    """What an equal score does."""
    return Term(
        f"draw-{draw}",
        _("Equal score: %(draw)s") % {"draw": DRAW_TITLES[draw]},
        str(DRAW_WORDS[draw]),
        DRAW_ICONS[draw],
    )


def house_name(match: Match) -> str:
    """The house in which a match is played."""
    house = HOUSES.get(match.house)
    return str(house.name) if house else match.house


def _term(name: str, word: Word) -> Term:
    return Term(name, str(word.name), str(word.text), word.icon)
