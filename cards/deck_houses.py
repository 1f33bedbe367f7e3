"""The houses' limits of a deck: a higher app registers its houses, so that cards needs to know none of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise

from cards.decks import DeckCheck, limit_problems
from cards.models import Deck


@dataclass(frozen=True, slots=True)
class DeckHouse:
    """What a house asks of a deck; `level_limit` None is no limit, `stars` a limit by stars (RULES 7)."""

    key: str
    name: Promise | str
    level_limit: int | None = None
    stars: bool = False


_houses: dict[str, DeckHouse] = {}


def register(house: DeckHouse) -> None:
    """Adds a house, or replaces the one of its key; they are shown in the order in which they came. Call it in an
    app's ready()."""
    _houses[house.key] = house


def houses() -> Mapping[str, DeckHouse]:
    """Every house by its key."""
    return _houses


@dataclass(frozen=True, slots=True)
class HouseCheck:
    """Whether a deck can be played in one house, and which of the house's limits are in the way if not.

    `default` is the player's default deck there, None where there is none.
    """

    house: DeckHouse
    ok: bool
    limits: list[str] = field(default_factory=list)
    default: Deck | None = None
    is_default: bool = False


def house_checks(
    *, check: DeckCheck, deck: Deck | None = None, defaults: Mapping[str, Deck] | None = None
) -> list[HouseCheck]:
    """The deck in every house; `check` is its check without limits, `defaults` its owner's default decks by house.
    Cards that are no saved deck have no `deck`."""
    found = []
    for house in _houses.values():
        limits = limit_problems(check, level_limit=house.level_limit, stars=house.stars)
        default = (defaults or {}).get(house.key)
        ok = check.ok and not limits
        found.append(HouseCheck(house, ok, limits, default, default is not None and default == deck))
    return found
