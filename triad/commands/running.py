"""A line given by somebody: read, allowed, and done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.models import User
from triad.clock import now
from triad.commands.answers import Answer
from triad.commands.general import YES
from triad.commands.parse import match_command, read_line, without_prefix
from triad.commands.registry import PREFIX, Call, Choice, all_commands
from triad.errors import GameError

#: A refusal whose code begins so is lifted by a Yes within this time.
CONFIRM = "confirm_"
WAITING_SECONDS = 600
#: Ten levels and a word for all, nine squares, and nine elements are shown whole.
MOST_HINTS = 12


@dataclass(frozen=True, slots=True)
class Given:
    """A line as it was sent; the other fields are those of a `Call`."""

    line: str
    player: User | None
    page: str = ""
    key: UUID | None = None
    addition: str | None = ""
    seed_id: int = 0


def run(given: Given, *, waiting: Mapping[str, Any] | None = None) -> Answer:
    """Does what the line says and gives the answer; Yes does the line that waits. Raises GameError."""
    command, rest = read_line(given.line)
    command.check(given.player)
    confirmed = False
    if command is YES and not rest and given.player is not None and _still_waits(waiting, given.player):
        assert waiting is not None
        command, rest = read_line(waiting["line"])
        given = Given(
            waiting["line"], given.player, given.page, given.key, waiting["addition"], int(waiting["seed_id"])
        )
        confirmed = True
    return command.handler(
        Call(
            command=command,
            rest=rest,
            player=given.player,
            page=given.page,
            key=given.key,
            confirmed=confirmed,
            addition=given.addition,
            seed_id=given.seed_id,
        )
    )


def to_wait(given: Given, error: GameError) -> dict[str, Any] | None:
    """What is to be kept of a line whose refusal a Yes lifts, None for every other refusal."""
    if not error.code.startswith(CONFIRM) or given.player is None:
        return None
    return {
        "line": given.line,
        "player": given.player.pk,
        "addition": given.addition,
        "seed_id": given.seed_id,
        "at": now().timestamp(),
    }


def refused_words(error: GameError) -> str:
    """What a refusal says, with the way to lift it where there is one."""
    if error.code.startswith(CONFIRM):
        return f"{error.message} " + _("Say %(yes)s within ten minutes.") % {"yes": f"{PREFIX}Yes"}
    return error.message


def hints(given: Given) -> list[Choice]:
    """Whole lines with which a line can go on, the likeliest first, each with a word about it."""
    if len(given.line) > 200:
        return []
    line = without_prefix(given.line)
    found = match_command(line)
    if found is None or not found[1]:
        typed = "".join(line.split()).casefold()
        commands = [each for each in all_commands() if each.name.replace(" ", "").casefold().startswith(typed)]
        return [
            Choice(each.begun, str(each.text)) for each in commands if each.begun.casefold() != given.line.casefold()
        ]
    command, rest = found[0], found[1].lstrip().removeprefix("=").lstrip()
    if command.completer is None:
        return []
    try:
        command.check(given.player)
        choices = list(command.completer(Call(command=command, rest=rest, player=given.player, page=given.page)))
    except GameError:
        return []
    lines = (
        Choice(f"{command.begun}{choice.rest}", choice.note)
        for choice in choices
        if choice.rest.casefold() != rest.casefold()
    )
    return list(lines)[:MOST_HINTS]


def _still_waits(waiting: Mapping[str, Any] | None, player: User) -> bool:
    if waiting is None or waiting.get("player") != player.pk:
        return False
    return bool(now().timestamp() - waiting.get("at", 0) < WAITING_SECONDS)
