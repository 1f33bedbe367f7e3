"""A line read as a command, and what is said of one that is none."""

from __future__ import annotations

import re
from difflib import SequenceMatcher, get_close_matches

from django.utils.translation import gettext as _

from triad.commands.registry import PREFIX, Command, all_commands
from triad.errors import GameError

#: A line is no longer than this; the longest text of a custom card fits in.
LONGEST_LINE = 800
#: A name that is less like what was typed, from 0 to 1, was not meant.
LEAST_ALIKE = 0.6
_PREFIX = re.compile(r"\s*[/:]?\s*(?:\+?\s*tt\s*/)?\s*", re.IGNORECASE)


def read_line(text: str) -> tuple[Command, str]:
    """The command of a line and what follows its name, without the = or blanks between.

    +TT/ may be left out. Raises GameError `too_long`, `nothing_said`, `unknown_command` with the nearest command.
    """
    if len(text) > LONGEST_LINE:
        raise GameError("too_long", _("A command has %(most)d characters at most.") % {"most": LONGEST_LINE})
    line = strip_prefix(" ".join(text.splitlines()))
    if not line:
        raise GameError("nothing_said", _("Type a command; +TT/Help lists them."))
    found = match_command(line)
    if found is None:
        raise GameError("unknown_command", _unknown(line))
    command, rest = found
    rest = rest.strip()
    return command, (rest[1:].strip() if rest.startswith("=") else rest)


def strip_prefix(text: str) -> str:
    """A line without its +TT/ and without blanks around it."""
    return without_prefix(text).strip()


def without_prefix(text: str) -> str:
    """A line without its +TT/, the blanks at its end kept."""
    begun = _PREFIX.match(text)
    return text[begun.end() if begun else 0 :]


def match_command(line: str) -> tuple[Command, str] | None:
    """The command that a line without its prefix begins with, the longest name first, and all that follows."""
    for command in sorted(all_commands(), key=lambda each: -len(each.name)):
        if begun := command.pattern.match(line):
            return command, line[begun.end() :]
    return None


def nearest(line: str) -> Command | None:
    """The command whose name is the most like what a line begins with."""
    words = re.split(r"[\s=]+", line)
    likes: list[tuple[float, Command]] = []
    for command in all_commands():
        typed = _fold("".join(words[: len(command.name.split())]))[:40]
        likes.append((SequenceMatcher(None, _fold(command.name), typed).ratio(), command))
    like, found = max(likes, key=lambda each: each[0])
    return found if like >= LEAST_ALIKE else None


def _unknown(line: str) -> str:
    words = re.split(r"[\s=]+", line)
    first = _fold(words[0])
    if family := [each for each in all_commands() if " " in each.name and _fold(each.name.split()[0]) == first]:
        close = get_close_matches(_fold(" ".join(words[:2])), [_fold(each.name) for each in family], n=1, cutoff=0.7)
        meant = [each for each in family if len(words) > 1 and _fold(each.name) in close] or family
        if len(meant) == 1:
            return _did_you_mean(line, meant[0])
        return _("%(command)s goes on: %(syntaxes)s") % {
            "command": f"{PREFIX}{meant[0].name.split()[0]}",
            "syntaxes": ", ".join(each.syntax for each in meant),
        }
    if found := nearest(line):
        return _did_you_mean(line, found)
    return _("There is no command “%(word)s”. +TT/Help lists them all.") % {"word": words[0][:40]}


def _did_you_mean(line: str, command: Command) -> str:
    typed = " ".join(re.split(r"[\s=]+", line)[: len(command.name.split())])[:40]
    sentence = _("There is no command “%(typed)s”. The nearest is %(syntax)s")
    return sentence % {"typed": typed, "syntax": command.syntax}


def _fold(text: str) -> str:
    return re.sub(r"[\s_-]", "", text).casefold()
