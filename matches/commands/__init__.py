"""The commands of matches: asking for one, playing, watching, and what came of them."""

from __future__ import annotations

from matches.commands import asking, playing, spoils, stats, watching

COMMANDS = (*stats.COMMANDS, *asking.COMMANDS, *watching.COMMANDS, *playing.COMMANDS, *spoils.COMMANDS)
