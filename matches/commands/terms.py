"""The terms of a match as a command names them: rules, stake, who may watch, house and time, in any order."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.names import fold_card_name
from matches.houses import DELING, HOUSES, MOVE_TIMES, House
from matches.live.words import OPTION_WORDS, TRADE_WORDS, rule_words
from matches.models import Challenge, Option
from matches.rule_names import RULE_TITLES, TRADE_TITLES, rule_named, trade_named
from triad.errors import GameError

#: Words that one name has at most.
MOST_WORDS = 3
_SECONDS = re.compile(r"([0-9]{1,3})s", re.IGNORECASE)


@dataclass(slots=True)
class Wish:
    """What was named, as services take it."""

    house: House = DELING
    rules: list[str] = field(default_factory=list)
    trade: str | None = None
    option: str = Option.OPEN
    move_time: int | None = None

    @property
    def terms(self) -> dict[str, object]:
        """The keywords of the services."""
        return {
            "house": self.house.key,
            "rules": self.rules,
            "trade": self.trade,
            "option": self.option,
            "move_time": self.move_time,
        }


def read_wish(text: str) -> Wish:
    """What the words after the deck name. The house is found first, as it says what the others can be.

    Raises GameError `rule_unknown`, `two_trades`, `two_options`, `two_houses`. What does not go together is said by
    the service that is given it.
    """
    words = re.split(r"[\s,;]+", text.strip(" ,;"))
    wish = Wish(house=_house(words))
    at = 0
    while at < len(words):
        if not words[at]:
            at += 1
            continue
        at += _take(words[at:], wish)
    return wish


def _take(words: list[str], wish: Wish) -> int:
    """Reads what stands first, of as many words as one name has, and says how many these were."""
    for count in range(min(MOST_WORDS, len(words)), 0, -1):
        name = " ".join(words[:count])
        if count > 1 and _is_apart(words[:count], name, wish.house):
            continue
        if _note(name, words[:count], wish):
            return count
    raise GameError("rule_unknown", _("There is no rule called “%(name)s”.") % {"name": words[0][:40]})


def _note(name: str, words: list[str], wish: Wish) -> bool:
    """Notes what a name means; False where it means nothing."""
    if _house_named(name) is not None:
        return True
    if len(words) == 1 and (seconds := _SECONDS.fullmatch(name)):
        wish.move_time = int(seconds[1])
        return True
    if (rule := rule_named(name)) is not None and not (rule in wish.rules and trade_named(name)):
        wish.rules.append(rule or name)
        # Same Wall, said in two words, is Same and Wall.
        if len(words) > 1 and (first := rule_named(words[0])) and rule_named(words[1]) != first:
            wish.rules += [first] if rule == f"{first}_wall" else []
        return True
    if (trade := trade_named(name)) is not None:
        if wish.trade not in (None, trade):
            raise GameError("two_trades", _("Name one trade rule, not two."))
        wish.trade = trade
        return True
    key = fold_card_name(name)
    if key in (Option.PRIVATE, Option.BROADCAST):
        if wish.option not in (Option.OPEN, key):
            raise GameError("rules_exclude", _("Private and Broadcast exclude each other."))
        wish.option = key
        return True
    return False


def _is_apart(words: list[str], name: str, house: House) -> bool:
    """Whether a name of several words is none of the house's, while its words are, one by one."""
    rule = rule_named(name)
    if not rule or rule in house.rules or rule in house.always:
        return False
    return all((rule_named(word) or "-") in house.rules or (trade_named(word) or "-") in house.trades for word in words)


def _house(words: list[str]) -> House:
    names = [" ".join(words[at : at + count]) for at in range(len(words)) for count in (1, 2)]
    found = {house.key: house for name in names if (house := _house_named(name))}
    if len(found) > 1:
        raise GameError("two_houses", _("Name one house, not two."))
    return next(iter(found.values()), DELING)


def _house_named(name: str) -> House | None:
    key = fold_card_name(name)
    return next(
        (house for house in HOUSES.values() if key and key in (house.key, fold_card_name(str(house.name)))), None
    )


def challenge_words(challenge: Challenge) -> str:
    """The terms of a challenge in one line."""
    house = HOUSES.get(challenge.house)
    rules = ", ".join(str(word.name) for _name, word in rule_words(challenge.rules)) or _("Basic")
    parts = [
        str(house.name) if house else challenge.house,
        rules,
        _("trade %(trade)s") % {"trade": TRADE_WORDS[challenge.trade].name},
        _("%(seconds)d seconds a move") % {"seconds": challenge.move_time},
    ]
    if challenge.bet:
        parts.append(ngettext("bet %(bet)d point", "bet %(bet)d points", challenge.bet) % {"bet": challenge.bet})
    if challenge.option != Option.OPEN:
        parts.append(str(OPTION_WORDS[challenge.option].name))
    return "; ".join(parts)


def wish_options(text: str) -> list[tuple[str, str]]:
    """What can still be named in the house that a text names, each with what it is."""
    house = _house(text.split())
    rules = [(str(RULE_TITLES[name]), _("rule")) for name in house.rules]
    trades = [(str(TRADE_TITLES[name]), _("trade rule")) for name in house.trades]
    options = [(_("Private"), _("option")), (_("Broadcast"), _("option"))]
    houses = [(str(each.name), _("house")) for each in HOUSES.values() if each is not house]
    return [*rules, *trades, *options, *houses, *((f"{seconds}s", _("a move")) for seconds in MOVE_TIMES)]
