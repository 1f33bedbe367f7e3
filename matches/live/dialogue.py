"""What the form of a challenge or of a robot's match offers: houses, rules, stakes, and why something is shut."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.engine import EXCLUDES, NEEDS
from matches.houses import HOUSES, SHORT_MOVE_TIME, House
from matches.live.words import DRAW_WORDS, OPTION_WORDS, RULE_WORDS, TRADE_WORDS, Word
from matches.rule_names import DRAW_TITLES, RULE_TITLES
from matches.services.terms import MAY_TAKE_FIVE, MOST_BET, WITHOUT_STAKES

#: The rule of play that is chosen as the draw rule (RULES 6).
SUDDEN_DEATH = "sudden_death"
#: Draw rules after which a match goes on with another round.
GOES_ON = frozenset({"replay", "sudden_death"})


@dataclass(frozen=True, slots=True)
class Choice:
    """One way out of a few: its value, what it is called and what it means; `why` it is shut, if it is."""

    name: str
    title: str
    text: str
    on: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """A rule of play: what it needs and excludes here, as names with a blank between, and the sentence for it.

    `always` names the rules with which it is on by itself and cannot be turned off.
    """

    name: str
    word: Word
    on: bool
    needs: str = ""
    excludes: str = ""
    why: str = ""
    always: str = ""


@dataclass(frozen=True, slots=True)
class TradeChoice:
    """A trade rule: whether cards are at stake, what else is to be known of it, and why it is shut, if it is."""

    name: str
    word: Word
    on: bool
    staked: bool
    notes: tuple[str, ...]
    why: str

    @property
    def shut(self) -> bool:
        """Whether it cannot be chosen; what was chosen stays as it was, with the reason."""
        return bool(self.why) and not self.on


def house_of(key: str) -> House:
    """The house that a form names, else the first."""
    return HOUSES.get(key) or next(iter(HOUSES.values()))


def house_choices(chosen: House) -> list[tuple[Choice, str]]:
    """All houses, each with the titles of its rules."""
    choices = []
    for house in HOUSES.values():
        names = [name for name in RULE_WORDS if name in (*house.rules, *house.always)]
        titles = ", ".join(str(RULE_TITLES[name]) for name in names)
        if len(names) == len(RULE_WORDS):
            titles = _("All %(count)d rules") % {"count": len(names)}
        choices.append((Choice(house.key, str(house.name), str(house.text), house == chosen), titles))
    return choices


def rule_choices(house: House, chosen: tuple[str, ...]) -> list[RuleChoice]:
    """The rules of a house; Sudden Death is chosen as the draw rule (RULES 6)."""
    offered = [name for name in RULE_WORDS if name in house.rules and name != SUDDEN_DEATH]
    choices = [_rule_choice(name, offered, chosen) for name in offered]
    for name in house.always:
        by = [need for need in NEEDS.get(name, ()) if need in offered]
        why = _("Always on with %(others)s here.") % {"others": _listed(by, _(" or "))}
        on = not set(by).isdisjoint(chosen)
        choices.append(RuleChoice(name, RULE_WORDS[name], on, why=why, always=" ".join(by)))
    return choices


def _rule_choice(name: str, offered: list[str], chosen: tuple[str, ...]) -> RuleChoice:
    needs = [need for need in NEEDS.get(name, ()) if need in offered]
    pairs = [one if other == name else other for one, other in EXCLUDES if name in (one, other)]
    excludes = [other for other in pairs if other in offered]
    why = []
    if needs:
        why.append(_("Needs %(needed)s.") % {"needed": _listed(needs, _(" or "))})
    if excludes:
        why.append(_("Does not go together with %(others)s.") % {"others": _listed(excludes, _(" or "))})
    return RuleChoice(name, RULE_WORDS[name], name in chosen, " ".join(needs), " ".join(excludes), " ".join(why))


def _listed(names: list[str], last: str) -> str:
    titles = [str(RULE_TITLES[name]) for name in names]
    return last.join([", ".join(titles[:-1]), titles[-1]]) if len(titles) > 1 else "".join(titles)


def trade_choices(
    house: House, chosen: str, shut: Mapping[str, str], *, offered: tuple[str, ...] | None = None
) -> list[TradeChoice]:
    """The trade rules of a house; `shut` says of some why they are not open to these players."""
    names = house.trades if offered is None else offered
    return [
        TradeChoice(
            name,
            TRADE_WORDS[name],
            name == chosen,
            name not in WITHOUT_STAKES,
            trade_notes(house, name),
            shut.get(name, ""),
        )
        for name in names
    ]


def trade_notes(house: House, trade: str) -> tuple[str, ...]:
    """What else is to be known of a trade rule in a house, as sentences."""
    notes = []
    if trade in WITHOUT_STAKES:
        return ()
    if house.total_victory:
        notes.append(_("A total victory, all nine squares in one colour, takes all five."))
    elif trade in MAY_TAKE_FIVE:
        notes.append(_("It may take all five cards."))
    if trade == "direct":
        notes.append(_("It counts after a draw too."))
    return tuple(notes)


def open_trade(house: House, wanted: str, shut: Mapping[str, str]) -> str:
    """The trade rule that a form starts from: the wanted one, or the first that is open to these players."""
    if wanted in house.trades and not shut.get(wanted):
        return wanted
    return next((name for name in house.trades if not shut.get(name)), house.default_trade)


def draw_choices(house: House, chosen: str) -> list[Choice]:
    """What an equal score may lead to in a house; the first where nothing was chosen."""
    on = chosen if chosen in house.draws else house.draws[0]
    return [Choice(name, str(DRAW_TITLES[name]), str(DRAW_WORDS[name]), name == on) for name in house.draws]


def first_choices(house: House, opponent: str, chosen: str, *, against_robot: bool = False) -> list[Choice]:
    """Who may be named to begin; nothing to choose where a toss decides. Against a robot nothing is ever rated."""
    if not house.names_first:
        return []
    unrated = "" if against_robot else _("Then the match is not rated.")
    offered = (
        ("", _("A toss decides"), _("Each of you is as likely.")),
        ("challenger", _("You begin"), unrated),
        ("opponent", _("%(name)s begins") % {"name": opponent}, unrated),
    )
    on = chosen if any(chosen == name for name, *_rest in offered) else ""
    return [Choice(name, title, text, name == on) for name, title, text in offered]


def house_facts(house: House, *, against_robot: bool = False) -> list[str]:
    """What else is to be known of a house before a match in it; against a robot nothing is at stake."""
    facts = [deck_limit(house)]
    if house.total_victory and not against_robot:
        facts.append(_("A total victory takes all five cards under every trade rule but None."))
    if not house.own_cards_count:
        facts.append(_("Your own cards on the board make no matches for Same and no sums for Plus."))
    if not GOES_ON.isdisjoint(house.draws):
        facts.append(short_clock())
    if not against_robot:
        facts.append(leaving_words(house))
    return facts


def leaving_words(house: House) -> str:
    """What leaving a match of the house means."""
    if house.leaving == "did_not_finish":
        return _("Who leaves a match gets an entry in the record, and no card moves.")
    return _("Who leaves a match loses it.")


def deck_limit(house: House, *, limitless: bool = False) -> str:
    """What a house asks of a deck, as a sentence."""
    if house.stars:
        return _("A deck has two cards of four stars or more at most, and one of them may have five.")
    if house.level_limit is None:
        return _("A deck is any five cards.")
    if limitless:
        return _("A deck may have any total of levels.")
    if "limitless" in house.rules:
        text = _("A deck has %(limit)d levels in total at most, or any total with Limitless.")
    else:
        text = _("A deck has %(limit)d levels in total at most.")
    return text % {"limit": house.level_limit}


def short_clock() -> str:
    """That later rounds are played faster."""
    return _("From the fourth round of a match on, a move has %(seconds)d seconds at most.") % {
        "seconds": SHORT_MOVE_TIME
    }


def option_choices(chosen: str) -> list[Choice]:
    """Who may watch."""
    return [Choice(name, str(word.name), str(word.text), name == chosen) for name, word in OPTION_WORDS.items()]


def bet_words(limit: int) -> str:
    """How much may be bet, and why no more."""
    if not limit:
        return _("No bet now: it is a tenth of the poorer of your two wallets at most, and that is less than a point.")
    return _(
        "From 0 to %(limit)d: a tenth of the poorer of your two wallets, %(most)d at most. Both of you put in the same;"
        " it is held from acceptance on, the winner gets both, and a draw gives them back."
    ) % {"limit": limit, "most": MOST_BET}
