"""The kinds of notices: apps register theirs, so that accounts knows none of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise

#: Gives the sentence of a notice in the active language, from the names that were kept with it.
Sentence = Callable[[Mapping[str, str]], str]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of notices: its word, its title on the settings page, its sentence and its icon.

    `pops` is False where something else of the page shows it at once, such as the banner: then only the bell counts it.
    `names_player` is False where the name that is kept with it is no player's.
    """

    name: str
    title: Promise | str
    sentence: Sentence
    icon: str = "ringing-bell"
    pops: bool = True
    names_player: bool = True


_kinds: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    """Makes a kind known, usually in an app's ready(); the last registration of a name stands."""
    _kinds[kind.name] = kind


def kind_of(name: str) -> Kind:
    """The kind of a word; KeyError where no app has registered it."""
    return _kinds[name]


def all_kinds() -> tuple[Kind, ...]:
    """Every kind, in the order of registration."""
    return tuple(_kinds.values())


def is_kind(name: str) -> bool:
    """Whether an app has registered this word."""
    return name in _kinds
