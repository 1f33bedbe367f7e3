"""The houses of RULES.md section 7: one table of constants.

A house is a named choice of what may be played. Adding one is adding a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

#: Seconds a move from which the challenger chooses (RULES 7).
MOVE_TIMES = (15, 30, 60, 120, 300)
DEFAULT_MOVE_TIME = 60
#: From this round on (counted from 0) a move has this many seconds at most (RULES 7: from the fourth round).
SHORT_FROM_ROUND = 3
SHORT_MOVE_TIME = 30


@dataclass(frozen=True, slots=True)
class House:
    """What may be played in one house; `trades` begins with the default, `draws` with the one without a choice."""

    key: str
    name: Promise | str
    rules: tuple[str, ...]
    trades: tuple[str, ...]
    draws: tuple[str, ...]
    level_limit: int | None = None
    leaving: str = "forfeit"
    own_cards_count: bool = True
    total_victory: bool = False

    @property
    def default_trade(self) -> str:
        return self.trades[0]

    @property
    def options(self) -> dict[str, bool]:
        """The record's `options` of a match in this house."""
        return {"own_cards_count": self.own_cards_count, "total_victory": self.total_victory}


DELING = House(
    key="deling",
    name=_("Deling"),
    rules=("open", "same", "same_wall", "plus", "combo", "elemental", "limitless"),
    trades=("one", "none", "total", "diff"),
    draws=("replay",),
    level_limit=20,
    leaving="did_not_finish",
)

#: Every house that can be played, by its key, in the order in which they are offered.
HOUSES = MappingProxyType({house.key: house for house in (DELING,)})
