"""Cards in a line of text. Ranks stand as text commands have them: up, left, right, down (RULES 9)."""

from __future__ import annotations

from typing import Protocol

from django.utils.translation import gettext as _

from accounts.models import User
from cards.faces import KIND_NAMES, rank_sign
from cards.models import Copy, Deck
from cards.names import fold_card_name
from cards.queries import deck_named, decks_of
from triad.commands.registry import Choice
from triad.errors import NotFound


class Shown(Protocol):
    """A card that can be seen: a row, or a face of a match."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def level(self) -> int: ...
    @property
    def ranks(self) -> tuple[int, int, int, int]: ...
    @property
    def element(self) -> str: ...
    @property
    def type(self) -> str: ...


def ranks_text(ranks: tuple[int, int, int, int]) -> str:
    """Ranks given as up, right, down, left, written as up, left, right, down."""
    up, right, down, left = ranks
    return " ".join(map(rank_sign, (up, left, right, down)))


def ranks_head() -> str:
    """What stands over the ranks."""
    return _("U L R D")


def card_row(card: Shown) -> tuple[str, str, str, str, str]:
    """ID, name, level, ranks, element and type of a card."""
    kinds = ", ".join(str(KIND_NAMES.get(kind, kind)) for kind in (card.element, card.type) if kind)
    return card.id, card.name, str(card.level), ranks_text(card.ranks), kinds


def card_heads() -> tuple[str, str, str, str, str]:
    """The heads of the columns of `card_row`."""
    return _("ID"), _("Name"), _("Lv"), ranks_head(), _("Element")


def own_deck(user: User, name: str) -> Deck:
    """The player's deck of a name. Raises NotFound `no_deck`, which names those there are."""
    found = deck_named(owner=user, name=name) if name else None
    if found is not None:
        return found
    names = [deck.name for deck in decks_of(owner=user)]
    if not names:
        raise NotFound("no_deck", _("You have no deck. Open your starter, or make one: +TT/Deck Create=<Name>"))
    sentence = _("You have no deck named “%(name)s”. Yours: %(names)s.")
    raise NotFound("no_deck", sentence % {"name": name[:40], "names": ", ".join(names)})


def deck_choices(user: User, typed: str, *, after: str = "") -> list[Choice]:
    """The player's decks whose names begin as typed."""
    wanted = typed.casefold()
    return [Choice(f"{deck.name}{after}") for deck in decks_of(owner=user) if deck.name.casefold().startswith(wanted)]


def stash_choices(user: User, typed: str, *, before: str = "") -> list[Choice]:
    """Cards of the player's stash whose names or IDs begin as typed; where a name is of several, their IDs."""
    key = fold_card_name(typed)
    owned = Copy.objects.filter(owner=user).order_by("-card__level", "card_id")
    if key:
        owned = owned.filter(card__name_key__startswith=key) | owned.filter(card__id__istartswith=typed.strip())
    rows = list(dict.fromkeys(owned.values_list("card_id", "card__name", "card__level")[:60]))
    names = [name for _id, name, _level in rows]
    return [
        Choice(
            f"{before}{card_id if names.count(name) > 1 else name}",
            _("%(id)s, level %(level)d") % {"id": card_id, "level": level},
        )
        for card_id, name, level in rows
    ]
