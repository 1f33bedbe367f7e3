"""The houses of RULES.md section 7: one table of constants.

A house is a named choice of what may be played. Adding one is adding a row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.engine import RULES
from matches.engine.deal import NO_LIMIT, STARS, TWO_HIGH, Limit

#: Seconds a move from which the challenger chooses (RULES 7).
MOVE_TIMES = (15, 30, 60, 120, 300)
DEFAULT_MOVE_TIME = 60
#: From this round on (counted from 0) a move has this many seconds at most (RULES 7: from the fourth round).
SHORT_FROM_ROUND = 3
SHORT_MOVE_TIME = 30


class Points(NamedTuple):
    """What a match played out pays in points, by its outcome (RULES 8)."""

    lost: int = 5
    drawn: int = 5
    won: int = 10


POINTS = Points()

#: The experience that each trade rule needs of both players where a house asks for it (RULES 7).
EXPERIENCE_NEEDED: Mapping[str, int] = MappingProxyType(
    {
        "one": 1000,
        "direct": 1000,
        "change": 1000,
        "diff": 1000,
        "random": 1000,
        "two": 2000,
        "three": 3000,
        "four": 4000,
        "total": 5000,
    }
)


@dataclass(frozen=True, slots=True)
class House:
    """What may be played in one house; `trades` begins with the default, `draws` with the one without a choice."""

    key: str
    name: Promise | str
    text: Promise | str
    """One line about it, for pages."""
    rules: tuple[str, ...]
    """What can be chosen; what is on by itself is in `always`."""
    trades: tuple[str, ...]
    draws: tuple[str, ...]
    always: tuple[str, ...] = ()
    """Rules that are on whenever what they need is on, and cannot be turned off."""
    level_limit: int | None = None
    stars: bool = False
    """Whether a deck has two cards of four stars or more at most, one of them of five."""
    hand_limit: Limit = NO_LIMIT
    """How Random composes a hand."""
    leaving: str = "forfeit"
    own_cards_count: bool = True
    total_victory: bool = False
    names_first: bool = False
    """Whether a challenge may name who begins."""
    needs_experience: bool = False
    """Whether stakes need EXPERIENCE_NEEDED of both players."""
    about_types: bool = False
    """Whether it is played with cards of a type, which are lent to who has too few."""
    points: Points = POINTS

    @property
    def default_trade(self) -> str:
        return self.trades[0]

    @property
    def options(self) -> dict[str, bool]:
        """The record's `options` of a match in this house."""
        return {"own_cards_count": self.own_cards_count, "total_victory": self.total_victory}

    def experience_needed(self, trade: str) -> int:
        """The experience that both players need to play for this trade rule here."""
        return EXPERIENCE_NEEDED.get(trade, 0) if self.needs_experience else 0


DELING = House(
    key="deling",
    name=_("Deling"),
    text=_("Decks of twenty levels, Same and Plus with Combo; a draw is played again."),
    rules=("open", "same", "same_wall", "plus", "combo", "elemental", "limitless"),
    trades=("one", "none", "total", "diff"),
    draws=("replay",),
    level_limit=20,
    leaving="did_not_finish",
)
BALAMB = House(
    key="balamb",
    name=_("Balamb"),
    text=_("Every wall and Battle; training comes first, and stakes need experience."),
    rules=(
        "open",
        "random",
        "elemental",
        "battle",
        "broken_wall",
        "same",
        "plus",
        "same_wall",
        "plus_wall",
        "combo",
        "power_wall",
    ),
    trades=("training", "none", "one", "two", "three", "four", "total", "direct", "change", "random"),
    draws=("draw",),
    needs_experience=True,
)
FFVIII = House(
    key="ffviii",
    name=_("FFVIII"),
    text=_("Same and Plus always bring Combo; random hands hold two strong cards."),
    rules=("same", "same_wall", "plus", "elemental", "random", "open", "three_open", "sudden_death"),
    always=("combo",),
    trades=("none", "one", "diff", "direct", "total"),
    draws=("draw", "sudden_death"),
    hand_limit=TWO_HIGH,
)
FFXIV = House(
    key="ffxiv",
    name=_("FFXIV"),
    text=_("Types grow and shrink, hands are swapped and orders drawn; decks are limited by stars."),
    rules=(
        "same",
        "plus",
        "reverse",
        "fallen_ace",
        "ascension",
        "descension",
        "swap",
        "random",
        "open",
        "three_open",
        "order",
        "chaos",
        "sudden_death",
    ),
    always=("combo",),
    trades=("none", "one"),
    draws=("draw", "sudden_death"),
    stars=True,
    hand_limit=STARS,
    about_types=True,
)
TFFO = House(
    key="tffo",
    name=_("TFFO"),
    text=_("For Same and Plus only the opponent's cards and the walls count."),
    rules=("random", "open", "same", "plus", "elemental", "combo", "same_wall"),
    trades=("one", "none", "direct", "change", "total"),
    draws=("draw",),
    own_cards_count=False,
    points=Points(lost=1, drawn=2, won=3),
)
GUILD = House(
    key="guild",
    name=_("Guild"),
    text=_("No Combo, but who holds all nine squares may take all five cards."),
    rules=("open", "same", "plus", "same_wall", "sudden_death"),
    trades=("one", "change", "total", "none"),
    draws=("draw", "sudden_death"),
    total_victory=True,
    names_first=True,
)
FREE = House(
    key="free",
    name=_("Free play"),
    text=_("Every rule, every stake and every way to settle a draw."),
    rules=tuple(RULES),
    trades=("none", "training", "one", "two", "three", "four", "total", "diff", "change", "direct", "random"),
    draws=("draw", "replay", "sudden_death"),
    names_first=True,
    needs_experience=True,
)

#: Every house that can be played, by its key, in the order in which they are offered.
HOUSES = MappingProxyType({house.key: house for house in (DELING, BALAMB, FFVIII, FFXIV, TFFO, GUILD, FREE)})
