"""What rows of matches name: the colours, and who may watch."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Colour(models.TextChoices):
    """The two colours of a match: the challenger is blue (RULES 3)."""

    BLUE = "blue", _("blue")
    RED = "red", _("red")


class Option(models.TextChoices):
    """Who may watch a match."""

    OPEN = "open", _("open to spectators")
    PRIVATE = "private", _("private")
    BROADCAST = "broadcast", _("broadcast")
