"""The terms of a match: what a house allows, and which rules go together (RULES 6, 7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.engine import EXCLUDES, NEEDS, RULES, RuleError, check_rules
from matches.houses import DEFAULT_MOVE_TIME, HOUSES, MOVE_TIMES, House
from matches.models import Option
from matches.rule_names import DRAW_TITLES, RULE_TITLES, TRADE_TITLES, rule_named, trade_named
from triad.errors import GameError

#: Trade rules under which no card can change hands.
WITHOUT_STAKES = frozenset({"training", "none"})
#: Trade rules that may take all five (RULES 5).
MAY_TAKE_FIVE = frozenset({"total", "diff", "change", "direct"})
#: What an account may play for in its first matches with people (RULES 7).
FOR_NEWCOMERS = frozenset({"training", "none", "one", "random"})
#: An even bet of so many points at most (RULES 5).
MOST_BET = 500
#: Who can be named to begin, where the house allows it; empty is the toss.
FIRSTS = ("", "challenger", "opponent")
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Terms:
    """What a match is played under; made by `read_terms`, so that it is always legal."""

    house: House
    rules: tuple[str, ...]
    trade: str
    draw: str
    option: str
    move_time: int
    bet: int = 0
    """Points that each player puts in."""
    first: str = ""
    """Who is named to begin: `challenger`, `opponent`, or empty for the toss."""

    @property
    def uses_random(self) -> bool:
        """Whether both hands are drawn when the match begins, so that nobody brings one."""
        return "random" in self.rules

    @property
    def stars(self) -> bool:
        """Whether a deck is limited by stars."""
        return self.house.stars

    @property
    def staked(self) -> bool:
        """Whether cards are at stake."""
        return self.trade not in WITHOUT_STAKES

    @property
    def may_take_five(self) -> bool:
        """Whether the winner may get all five cards."""
        return self.staked and (self.trade in MAY_TAKE_FIVE or self.house.total_victory)

    @property
    def level_limit(self) -> int | None:
        """What the levels of a deck may add up to; None for no limit."""
        return None if "limitless" in self.rules else self.house.level_limit

    @property
    def for_newcomers(self) -> frozenset[str]:
        """The trade rules that are open to an account in its first matches with people."""
        return frozenset({"none"}) if self.house.total_victory else FOR_NEWCOMERS


def read_terms(
    *,
    house: str,
    rules: Iterable[str],
    trade: str | None,
    draw: str | None = None,
    option: str = Option.OPEN,
    move_time: int | None = None,
    bet: int = 0,
    first: str = "",
) -> Terms:
    """The terms that names in any spelling of RULES 9 mean; what is always on in the house is added.

    Choosing the draw rule `sudden_death` is choosing the rule Sudden Death, and the other way round.

    Raises GameError: house_unknown, rule_unknown, rule_not_in_house, rules_exclude, rule_needs, trade_unknown,
    trade_not_in_house, nothing_chosen, draw_not_in_house, option_unknown, bad_move_time, bad_bet, bet_in_training,
    first_not_in_house.
    """
    place = HOUSES.get(house.strip().lower()) if isinstance(house, str) else None
    if place is None:
        raise GameError("house_unknown", _("There is no house called “%(name)s”.") % {"name": _short(house)})
    names = _read_rules(rules, place, draw)
    stake = _read_trade(trade, place, any_rule=bool(names))
    _check_bet(bet, stake)
    _check_first(first, place)
    if option not in Option.values:
        raise GameError("option_unknown", _("A match is open to spectators, private or broadcast."))
    seconds = DEFAULT_MOVE_TIME if move_time is None else move_time
    if seconds not in MOVE_TIMES:
        raise GameError("bad_move_time", _("A move has 15, 30, 60, 120 or 300 seconds."))
    return Terms(
        house=place,
        rules=names,
        trade=stake,
        draw=_read_draw(draw, names, place),
        option=option,
        move_time=seconds,
        bet=bet,
        first=first,
    )


def _read_rules(rules: Iterable[str], house: House, draw: str | None) -> tuple[str, ...]:
    names: set[str] = set()
    for text in rules:
        name = rule_named(text) if len(text) <= LONGEST_NAME else None
        if name is None:
            raise GameError("rule_unknown", _("There is no rule called “%(name)s”.") % {"name": _short(text)})
        if name and name not in house.rules and name not in house.always:
            raise GameError(
                "rule_not_in_house",
                _("%(house)s does not play %(rule)s.") % {"house": house.name, "rule": RULE_TITLES[name]},
            )
        names.add(name)
    if "" in names and (shown := next((name for name in ("open", "three_open") if name in names), None)):
        raise GameError(
            "rules_exclude",
            _("%(one)s and %(other)s exclude each other.") % {"one": _("Hide"), "other": RULE_TITLES[shown]},
        )
    names.discard("")
    if draw == "sudden_death" and draw in house.rules:
        names.add(draw)
    names.update(name for name in house.always if not names.isdisjoint(NEEDS.get(name, ())))
    chosen = tuple(name for name in RULES if name in names)
    try:
        check_rules(chosen)
    except RuleError as error:
        raise GameError(error.code, rules_sentence(chosen) or error.text) from None
    return chosen


def rules_sentence(names: Iterable[str]) -> str:
    """Why these rules do not go together, as a sentence; empty where they do."""
    on = set(names)
    for one, other in EXCLUDES:
        if one in on and other in on:
            return _("%(one)s and %(other)s exclude each other.") % {
                "one": RULE_TITLES[one],
                "other": RULE_TITLES[other],
            }
    for name, needed in NEEDS.items():
        if name in on and on.isdisjoint(needed):
            titles = [str(RULE_TITLES[each]) for each in needed]
            return _("%(rule)s needs %(needed)s.") % {"rule": RULE_TITLES[name], "needed": _(" or ").join(titles)}
    return ""


def _read_trade(trade: str | None, house: House, *, any_rule: bool) -> str:
    if not trade:
        if not any_rule:
            raise GameError("nothing_chosen", _("Choose a rule of play or a trade rule."))
        return house.default_trade
    name = trade_named(trade) if len(trade) <= LONGEST_NAME else None
    if name is None:
        raise GameError("trade_unknown", _("There is no trade rule called “%(name)s”.") % {"name": _short(trade)})
    if name not in house.trades:
        raise GameError(
            "trade_not_in_house",
            _("%(house)s does not have the trade rule %(trade)s.") % {"house": house.name, "trade": TRADE_TITLES[name]},
        )
    return name


def _read_draw(draw: str | None, rules: tuple[str, ...], house: House) -> str:
    if not draw or (draw == house.draws[0] and "sudden_death" in rules):
        return "sudden_death" if "sudden_death" in rules else house.draws[0]
    if draw not in house.draws:
        raise GameError(
            "draw_not_in_house",
            _("%(house)s does not settle a draw by %(draw)s.")
            % {"house": house.name, "draw": DRAW_TITLES.get(draw, _short(draw))},
        )
    if draw != "sudden_death" and "sudden_death" in rules:
        raise GameError(
            "rules_exclude",
            _("%(one)s and %(other)s exclude each other.")
            % {"one": RULE_TITLES["sudden_death"], "other": DRAW_TITLES[draw]},
        )
    return draw


def _check_bet(bet: int, trade: str) -> None:
    if type(bet) is not int or not 0 <= bet <= MOST_BET:
        raise GameError("bad_bet", _("A bet is %(most)d points at most, or nothing.") % {"most": MOST_BET})
    if bet and trade == "training":
        raise GameError("bet_in_training", _("In training there are no bets."))


def _check_first(first: str, house: House) -> None:
    if first not in FIRSTS or (first and not house.names_first):
        raise GameError(
            "first_not_in_house",
            _("In %(house)s a toss decides who begins.") % {"house": house.name}
            if first in FIRSTS
            else _("Who begins is decided by a toss, or is the challenger or the opponent."),
        )


def _short(text: object) -> str:
    return str(text)[:LONGEST_NAME]
