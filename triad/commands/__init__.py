"""The game's text commands (+TT/…): read from a line, answered in text, done by the services that the buttons call.

An app registers its own in its `ready()`; `registry` says what a command is.
"""

from __future__ import annotations
