"""How rules, stakes and captures are called on the page; the words of rules are read from the rule book."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from matches.rulebook.book import DRAW_BOOK, RULE_BOOK, TRADE_BOOK
from matches.rulebook.entry import Entry
from matches.rulebook.entry import Words as Text

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Word:
    """A name, what it means in one sentence, and its icon."""

    name: Text
    text: Text
    icon: str

    @classmethod
    def of(cls, entry: Entry) -> Word:
        """The word of a row of the rule book."""
        return cls(entry.title, entry.short, entry.icon)


class _Read(Mapping[str, T], Generic[T]):
    """Something of every row of a book, read when asked: a row added later is there too."""

    def __init__(
        self, book: Mapping[str, Entry], read: Callable[[Entry], T], only: Callable[[Entry], bool] = bool
    ) -> None:
        self._book, self._read, self._only = book, read, only

    def __getitem__(self, name: str) -> T:
        entry = self._book[name]
        if not self._only(entry):
            raise KeyError(name)
        return self._read(entry)

    def __iter__(self) -> Iterator[str]:
        return (name for name, entry in self._book.items() if self._only(entry))

    def __len__(self) -> int:
        return sum(map(self._only, self._book.values()))


#: The rules of play, by their names in a record (RULES 2, 3).
RULE_WORDS: Mapping[str, Word] = _Read(RULE_BOOK, Word.of)

#: The trade rules (RULES 5).
TRADE_WORDS: Mapping[str, Word] = _Read(TRADE_BOOK, Word.of)

#: What happens after an equal score (RULES 4).
DRAW_WORDS: Mapping[str, Text] = _Read(DRAW_BOOK, lambda entry: entry.short)

#: Who may watch.
OPTION_WORDS: dict[str, Word] = {
    "open": Word(_("Open to spectators"), _("Anybody may watch; hidden cards stay hidden."), "semi-closed-eye"),
    "private": Word(_("Private"), _("Nobody but the two players sees the match."), "semi-closed-eye"),
    "broadcast": Word(
        _("Broadcast"), _("Anybody may watch, and the lobby shows each placement by itself."), "play-button"
    ),
}

#: The captures that are called out over the board.
CRIES: Mapping[str, Text] = _Read(
    RULE_BOOK, lambda entry: format_lazy(_("{rule}!"), rule=entry.title), lambda entry: entry.cry
)

COLOUR_WORDS: dict[str, Promise] = {"blue": _("Blue"), "red": _("Red")}


def rule_words(names: list[str] | tuple[str, ...]) -> list[tuple[str, Word]]:
    """The rules by name with their words, in the order of the rule book."""
    return [(name, word) for name, word in RULE_WORDS.items() if name in names]
