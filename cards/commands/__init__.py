"""The commands about cards: the stash, decks, and cards of one's own."""

from __future__ import annotations

from cards.commands import customs, decks, stash

COMMANDS = (*stash.COMMANDS, *decks.COMMANDS, *customs.COMMANDS)
