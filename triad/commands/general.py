"""Help, and the Yes that confirms what a command has asked about."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from triad.commands.answers import Answer, Link, say
from triad.commands.parse import match_command, nearest, strip_prefix
from triad.commands.registry import GROUPS, PREFIX, Call, Choice, Command, Needs, all_commands, begins
from triad.errors import GameError, NotFound


def help_answer(call: Call) -> Answer:
    """All commands, or how one of them is said and what it does."""
    link = Link(reverse("command"), _("All commands on one page"))
    if not call.rest:
        lines = []
        for key, title in GROUPS.items():
            own = [command.syntax for command in all_commands() if command.group == key]
            lines += [f"{title}:", *(f"  {syntax}" for syntax in own)] if own else []
        return say(_("Commands, in any case:"), "\n".join(lines), link=link)
    line = strip_prefix(call.rest)
    found = match_command(line)
    if found:
        return say(_explained(found[0]), link=link)
    family = [each for each in all_commands() if each.name.lower().startswith(f"{line.lower()} ")]
    if family:
        return say(*map(_explained, family), link=link)
    meant = nearest(line)
    if meant is None:
        raise NotFound("unknown_command", _("There is no command “%(word)s”.") % {"word": line[:40]})
    return say(
        _("There is no command “%(word)s”; the nearest is this.") % {"word": line[:40]}, _explained(meant), link=link
    )


def yes_answer(_call: Call) -> Answer:
    """Nothing waits to be confirmed, else the view had given the line that does."""
    raise GameError("nothing_asked", _("Nothing waits for a Yes."))


def _explained(command: Command) -> str:
    return f"{command.syntax}\n  {command.text}"


def _names(call: Call) -> Iterable[Choice]:
    return begins(call.rest, [(command.name, str(command.text)) for command in all_commands()])


YES = Command(
    name="Yes",
    syntax=f"{PREFIX}Yes",
    text=gettext_lazy("Confirms what the last command asked about, such as cards at stake that are hard to replace."),
    handler=yes_answer,
    group="help",
    needs=Needs.PLAYER,
)

COMMANDS = (
    Command(
        name="Help",
        syntax=f"{PREFIX}Help <Command>",
        text=gettext_lazy("Lists the commands, or says what one of them does."),
        handler=help_answer,
        group="help",
        needs=Needs.NOBODY,
        completer=_names,
    ),
    YES,
)
