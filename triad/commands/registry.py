"""The commands by name. An app adds its own in `ready()`: `register(Command(...), ...)`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from triad.commands.answers import Answer
from triad.errors import GameError, NotAllowed

PREFIX = "+TT/"

#: The parts in which the commands are listed, in this order.
GROUPS: dict[str, Promise] = {
    "stash": gettext_lazy("Your stash"),
    "deck": gettext_lazy("Your decks"),
    "asking": gettext_lazy("Asking for a match"),
    "watching": gettext_lazy("Watching"),
    "playing": gettext_lazy("Playing"),
    "shop": gettext_lazy("Card shop"),
    "custom": gettext_lazy("Custom cards"),
    "help": gettext_lazy("Help"),
}


class Needs(Enum):
    """Who can give a command."""

    NOBODY = "nobody"
    PLAYER = "player"
    PERSON = "person"


class Choice(NamedTuple):
    """A way to go on: all that follows the command's name then, and a word about it."""

    rest: str
    note: str = ""


@dataclass(frozen=True)
class Call:
    """A command as it was given. `rest` is what follows its name, `page` the path of the page it was typed on, `key`
    the number of the sending. `addition` are the browser's random bits; None while a browser that adds some waits for
    the commitment."""

    command: Command
    rest: str
    player: User | None
    page: str = ""
    key: UUID | None = None
    confirmed: bool = False
    addition: str | None = ""
    seed_id: int = 0

    @property
    def user(self) -> User:
        """Who gives it, where the command needs somebody."""
        assert self.player is not None
        return self.player

    def wrong(self, why: str = "") -> GameError:
        """The refusal of what was not said as the command is: how it is said."""
        sentence = _("Say it like this: %(syntax)s") % {"syntax": self.command.syntax}
        return GameError("wrong_use", f"{why} {sentence}".strip())

    def nothing_follows(self) -> None:
        """Raises GameError `wrong_use` where something stands behind a command that takes nothing."""
        if self.rest:
            raise self.wrong(_("Nothing follows this command."))


Handler = Callable[[Call], Answer]
Completer = Callable[[Call], Iterable[Choice]]


@dataclass(frozen=True)
class Command:
    """A command: how it is said, what it does, and how what follows its name goes on."""

    name: str
    syntax: str
    text: Promise | str
    handler: Handler
    group: str
    needs: Needs = Needs.PERSON
    completer: Completer | None = None

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What a line begins with that is this command: its words in any case, with space, -, _ or nothing between."""
        words = r"[\s_-]*".join(re.findall(r"[A-Z][a-z]*", self.name))
        return re.compile(rf"{words}(?=$|[\s=])", re.IGNORECASE)

    @property
    def sign(self) -> str:
        """What stands between the name and the rest: a blank, =, or nothing where nothing follows."""
        return self.syntax[len(PREFIX) + len(self.name) :][:1] or (" " if self.completer else "")

    @property
    def begun(self) -> str:
        """The line up to where the rest begins."""
        return f"{PREFIX}{self.name}{self.sign}"

    def check(self, player: User | None) -> None:
        """Raises NotAllowed `sign_in_first` or `needs_account` for who cannot give it."""
        if self.needs is Needs.NOBODY:
            return
        words = {"command": f"{PREFIX}{self.name}"}
        if player is None:
            if self.needs is Needs.PLAYER:
                raise NotAllowed("sign_in_first", _("%(command)s is for who plays: sign in first.") % words)
            raise NotAllowed("sign_in_first", _("%(command)s needs an account: sign in first, or sign up.") % words)
        if self.needs is Needs.PERSON and not player.is_person:
            raise NotAllowed("needs_account", _("%(command)s needs an account: sign up first.") % words)


_commands: dict[str, Command] = {}


def register(*commands: Command) -> None:
    """Adds commands; one of the same name is replaced."""
    _commands.update((command.name, command) for command in commands)


def all_commands() -> list[Command]:
    """Every command, by group, in the order in which they were registered."""
    order = list(GROUPS)
    return sorted(_commands.values(), key=lambda command: order.index(command.group))


def begins(typed: str, options: Iterable[tuple[str, str]], *, before: str = "", after: str = "") -> list[Choice]:
    """Of options (a word and a note) those that begin as typed, then those that have it inside; around each what
    stands before and after it in the line."""
    wanted = typed.strip().casefold()
    pairs = list(options)
    first = [pair for pair in pairs if pair[0].casefold().startswith(wanted)]
    inside = [pair for pair in pairs if pair not in first and wanted in pair[0].casefold()]
    return [Choice(f"{before}{word}{after}", note) for word, note in (*first, *inside)]
