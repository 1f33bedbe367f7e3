"""What a card shows on a page: a small frozen value that the card partial draws, made from a row or from a record."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from cards.models import Card

Owner = Literal["blue", "red"]
Ranks = tuple[int, int, int, int]

SIDES = ("up", "right", "down", "left")
#: How an element or type is called on the page.
KIND_NAMES: dict[str, Promise] = {
    "fire": gettext_lazy("fire"),
    "ice": gettext_lazy("ice"),
    "thunder": gettext_lazy("thunder"),
    "earth": gettext_lazy("earth"),
    "poison": gettext_lazy("poison"),
    "wind": gettext_lazy("wind"),
    "water": gettext_lazy("water"),
    "holy": gettext_lazy("holy"),
    "primal": gettext_lazy("primal"),
    "scion": gettext_lazy("scion"),
    "beastman": gettext_lazy("beastman"),
    "garlean": gettext_lazy("garlean"),
}
#: From these lengths on a name is set smaller, once, twice and on two lines.
LONG_NAMES = (12, 17, 22)


def rank_sign(rank: int) -> str:
    """A rank as it is printed: 1 to 9, and A for 10 (RULES 1)."""
    return "A" if rank == 10 else str(rank)


@dataclass(frozen=True, slots=True)
class CardFace:
    """One face-up card as a page shows it.

    `ranks` are the printed ranks up, right, down, left; `effective` are the ones that count on its square now, if they
    differ. `key` tells two copies in one hand apart. `owner` is the colour it counts for, None outside a match. `hits`
    are the sides that made the last capture.
    """

    id: str
    name: str
    level: int
    ranks: Ranks
    element: str = ""
    type: str = ""
    effective: Ranks | None = None
    key: str = ""
    owner: Owner | None = None
    count: int | None = None
    href: str = ""
    hits: frozenset[str] = frozenset()
    picked: bool = False
    dim: bool = False
    unowned: bool = False
    forced: bool = False

    @classmethod
    def of(cls, card: Card, *, hits: Collection[str] = (), **more: Any) -> CardFace:
        """The face of a row of `cards.models.Card`; `more` are other fields, by name."""
        return cls(
            id=card.id,
            name=card.name,
            level=card.level,
            ranks=(card.up, card.right, card.down, card.left),
            element=card.element or "",
            type=card.type or "",
            hits=frozenset(hits),
            **more,
        )

    @classmethod
    def from_record(cls, card: Mapping[str, Any], *, hits: Collection[str] = (), **more: Any) -> CardFace:
        """The face of a card in a match's record: key, id, name, level, ranks, element, type (RECORDS)."""
        up, right, down, left = card["ranks"]
        fields: dict[str, Any] = {"key": str(card.get("key") or ""), **more}
        return cls(
            id=card["id"],
            name=card["name"],
            level=card["level"],
            ranks=(up, right, down, left),
            element=card.get("element") or "",
            type=card.get("type") or "",
            hits=frozenset(hits),
            **fields,
        )

    @property
    def long(self) -> int:
        """How much smaller the name is set: 0 to 3."""
        return sum(len(self.name) >= length for length in LONG_NAMES)

    @property
    def printed_signs(self) -> tuple[str, ...]:
        """The four printed ranks as signs, up, right, down, left."""
        return tuple(rank_sign(rank) for rank in self.ranks)

    @property
    def marks(self) -> list[tuple[str, str]]:
        """The four ranks as drawn: sign and classes, up, right, down, left."""
        shown = self.effective or self.ranks
        marks = []
        for side, printed, rank in zip(SIDES, self.ranks, shown, strict=True):
            classes = ["is-a"] if rank == 10 else []
            if rank != printed:
                classes.append("is-up" if rank > printed else "is-down")
            if side in self.hits:
                classes.append("is-hit")
            marks.append((rank_sign(rank), " ".join(classes)))
        return marks

    @property
    def label(self) -> str:
        """The card in words, for who does not see it."""
        kinds = "".join(f", {KIND_NAMES.get(kind, kind)}" for kind in (self.element, self.type) if kind)
        up, right, down, left = (rank_sign(rank) for rank in self.effective or self.ranks)
        sentences = [
            _("%(name)s, level %(level)s%(kinds)s.") % {"name": self.name, "level": self.level, "kinds": kinds},
            _("Up %(up)s, right %(right)s, down %(down)s, left %(left)s.")
            % {"up": up, "right": right, "down": down, "left": left},
        ]
        if self.effective and self.effective != self.ranks:
            printed = " ".join(self.printed_signs)
            sentences.append(_("Printed %(ranks)s.") % {"ranks": printed})
        if self.owner == "blue":
            sentences.append(_("Owned by blue."))
        elif self.owner == "red":
            sentences.append(_("Owned by red."))
        if self.unowned:
            sentences.append(_("Not in the stash."))
        if self.count is not None and self.count > 1:
            sentences.append(_("%(count)s copies.") % {"count": self.count})
        if self.forced:
            sentences.append(_("Must be played now."))
        return " ".join(sentences)
