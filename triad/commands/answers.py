"""What a command says: sentences, drawings in characters, and where on the site the same can be seen."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of an answer. What is `drawn` keeps its columns; `spoken` says it to who does not see it."""

    text: str
    drawn: bool = False
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A page and what it is called."""

    url: str
    label: str


@dataclass(frozen=True, slots=True)
class Again:
    """The line is to be sent again with the browser's part of the draws, now that the commitment has been shown."""

    commitment: str
    seed_id: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command says. `link` is a page to look at; `follow` the page that shows what was done, to which the
    browser goes; `fragments` are regions of the page to be swapped by their ids."""

    parts: tuple[Part, ...]
    link: Link | None = None
    follow: str = ""
    fragments: str = ""
    again: Again | None = None

    @property
    def text(self) -> str:
        """The whole answer as plain text."""
        return "\n".join(part.text for part in self.parts)


def say(*parts: str | Part, link: Link | None = None, follow: str = "", fragments: str = "") -> Answer:
    """An answer of sentences and drawings; empty ones are left out."""
    made = (part if isinstance(part, Part) else Part(part) for part in parts)
    return Answer(tuple(part for part in made if part.text), link, follow, fragments)


def table(rows: Iterable[Sequence[object]], *, right: Collection[int] = ()) -> Part:
    """Rows in columns; the columns of these numbers, from 0, are set to the right."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(width_of, column)) for column in zip(*cells, strict=True)]
    lines = (
        "  ".join(fitted(cell, widths[at], right=at in right) for at, cell in enumerate(row)).rstrip() for row in cells
    )
    return Part("\n".join(lines), drawn=True)


def listed(head: str, lines: Iterable[str], *, most: int, more: str = "") -> str:
    """A heading with lines beneath it, so many at most; `more` says that there are others."""
    shown = list(lines)
    rest = [more or _("… and %(count)d more.") % {"count": len(shown) - most}] if len(shown) > most else []
    return "\n".join([head, *(f"  {line}" for line in shown[:most]), *rest])


def width_of(text: str) -> int:
    """How many columns a text takes: two for the wide signs of eastern alphabets."""
    return sum(0 if unicodedata.combining(sign) else 1 + (unicodedata.east_asian_width(sign) in "WF") for sign in text)


def fitted(text: str, width: int, *, right: bool = False, centred: bool = False) -> str:
    """A text cut or filled to a width."""
    while width_of(text) > width:
        text = text[:-1]
    room = width - width_of(text)
    if right:
        return " " * room + text
    before = room // 2 if centred else 0
    return " " * before + text + " " * (room - before)
