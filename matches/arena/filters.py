"""Which open challenges a visitor wants to see: what the address of the lobby says."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.arena.showing import OpenView
from matches.houses import HOUSES
from matches.rule_names import RULE_TITLES

STAKES: dict[str, Promise] = {
    "nothing": _("Nothing at stake"),
    "cards": _("Cards at stake"),
    "points": _("A bet only"),
}
PACES: dict[str, Promise] = {
    "fast": _("Less than 60 seconds a move"),
    "usual": _("60 seconds a move"),
    "slow": _("More than 60 seconds a move"),
}


@dataclass(frozen=True, slots=True)
class LobbyFilter:
    """What is asked for, each empty for all; a word that means nothing asks for nothing."""

    house: str = ""
    rule: str = ""
    stake: str = ""
    pace: str = ""

    @classmethod
    def of(cls, asked: QueryDict) -> LobbyFilter:
        """The filter of an address."""
        known = {"house": HOUSES, "rule": RULE_TITLES, "stake": STAKES, "pace": PACES}
        words = {name: asked.get(name, "")[:40] for name in known}
        return cls(**{name: word for name, word in words.items() if word in known[name]})

    def hides(self, view: OpenView) -> bool:
        """Whether an open challenge is not what is asked for."""
        pairs = ((self.house, view.house_key), (self.stake, view.stake), (self.pace, view.pace))
        if any(asked and asked != found for asked, found in pairs):
            return True
        return bool(self.rule) and self.rule not in {name for name, _word in view.rules}

    @property
    def on(self) -> bool:
        """Whether anything is asked for."""
        return any((self.house, self.rule, self.stake, self.pace))

    def fields(self) -> list[tuple[str, object, str, list[tuple[str, str]]]]:
        """The fields of the form: name, label, what is chosen, and the choices."""
        houses = [(key, str(house.name)) for key, house in HOUSES.items()]
        return [
            ("house", _("House"), self.house, houses),
            ("rule", _("Rule"), self.rule, _choices(RULE_TITLES)),
            ("stake", _("Stake"), self.stake, _choices(STAKES)),
            ("pace", _("Time"), self.pace, _choices(PACES)),
        ]


def _choices(titles: object) -> list[tuple[str, str]]:
    return [(name, str(title)) for name, title in titles.items()]  # type: ignore[attr-defined]
